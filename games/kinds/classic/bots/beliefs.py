"""Beliefs about roles and the treasure, formed from all actions of the round.

Every action is evidence for one role or the other, by how often bots of each role act that way
(`actions.toml`). Roles are dealt from a known pool, so the chances of all seats are linked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, exp, log
from typing import Final, NamedTuple

from games.engine.bots import Memory, SeenMove, measured
from games.engine.notation import Seat
from games.engine.progress import Event
from games.engine.tunnels import Cell
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.behaviour import ObservedAction
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.rules.cards import ROLES, SABOTEUR, TREASURE
from games.kinds.classic.rules.state import Options, View

ACTION_PERCENTAGES: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = measured(
    __file__, "actions.toml"
)
SMOOTHING: Final = 0.7
"""Added to every percentage, since people do things that no bot did."""
MAX_EVIDENCE: Final = 2.0
"""For a single action, as a logarithm."""
INFORMED_DIG_WEIGHT: Final = 0.5
"""The evidence about a goal for each card that a player who has looked at it gets nearer."""


def _evidence(counted: tuple[float, float]) -> float:
    digger, saboteur = counted
    ratio = log((saboteur + SMOOTHING) / (digger + SMOOTHING))
    return max(-MAX_EVIDENCE, min(MAX_EVIDENCE, ratio))


EVIDENCE: Final[Mapping[tuple[str, str], float]] = {
    (case, kind): _evidence(ACTION_PERCENTAGES.get(case, {}).get(kind, (0.0, 0.0)))
    for case in behaviour.CASES
    for kind in behaviour.ACTION_KINDS
}
"""The evidence in an action for a saboteur (above 0) or a digger (below 0), as a logarithm."""


class SaboteurCounts(NamedTuple):
    least: int
    most: int


def saboteur_counts(options: Options, seats: int) -> SaboteurCounts:
    """Return the counts for the whole table; one saboteur may be set aside. (C2)"""
    most = ROLES[seats][0]
    return SaboteurCounts(most if options.saboteurs == "all" else most - 1, most)


def saboteur_counts_of_others(options: Options, seats: int, role: str | None) -> SaboteurCounts:
    """Return the counts for all seats but one, whose role is known."""
    least, most = saboteur_counts(options, seats)
    own = role == SABOTEUR
    return SaboteurCounts(max(least - own, 0), most - own)


def saboteur_chances(
    evidence: Sequence[float], among: SaboteurCounts, known: Seat | None = None
) -> list[float]:
    """Return how likely each seat is a saboteur; 0 for the known seat, which isn't counted."""
    weights = [exp(speaks) for speaks in evidence]
    if known is not None:
        weights[known] = 0.0
    found = []
    for seat, weight in enumerate(weights):
        others = _sums(weights[:seat] + weights[seat + 1 :], among.most)
        with_them = weight * sum(others[max(among.least - 1, 0) : among.most])
        without = sum(others[among.least : among.most + 1])
        found.append(with_them / (with_them + without) if with_them else 0.0)
    return found


def _sums(weights: list[float], most: int) -> list[float]:
    """Return for each number of saboteurs the total weight of all ways to have that many."""
    sums = [1.0] + [0.0] * most
    for weight in weights:
        for number in range(most, 0, -1):
            sums[number] += weight * sums[number - 1]
    return sums


def prior_chance(options: Options, seats: int) -> float:
    """Return how likely a seat is a saboteur before any card is played. (C2)"""
    return ROLES[seats][0] / (seats + (options.saboteurs != "all"))


@lru_cache
def prior_chance_of_others(options: Options, seats: int, role: str | None) -> float:
    """Return the same for any other seat, as seen by a seat that knows its own role."""
    least, most = saboteur_counts_of_others(options, seats, role)
    deals = sum(comb(seats - 1, number) for number in range(least, most + 1))
    with_them = sum(comb(seats - 2, number - 1) for number in range(max(least, 1), most + 1))
    return with_them / deals


class Beliefs(NamedTuple):
    """What a seat believes about the round so far."""

    saboteur: tuple[float, ...]
    """How likely each seat is a saboteur; 0 or 1 for one's own."""
    evidence: tuple[float, ...]
    """The evidence for that by seat, as a logarithm, to this seat."""
    public: tuple[float, ...]
    """The same for a spectator."""
    treasure: Mapping[Cell, float]
    """How likely each face-down goal is the treasure."""
    actions: tuple[ObservedAction, ...]
    """All actions of this round as everybody saw them, oldest first."""
    knowing: tuple[ObservedAction, ...]
    """Actions of players who know the treasure, as seen by somebody who knows it too."""


def infer_beliefs(view: View, memory: Memory[View]) -> Beliefs:
    trail = BeliefTracker(view)
    for step, after in _this_round(view, memory):
        trail.follow(step, after)
    return trail.beliefs()


def _this_round(view: View, memory: Memory[View]) -> Iterator[tuple[SeenMove[View], View]]:
    """Yield every move of this round with the view after it."""
    first = len(memory)
    while first and memory[first - 1].before.round == view.round:
        first -= 1
    for number in range(first, len(memory)):
        after = memory[number + 1].before if number + 1 < len(memory) else view
        yield memory[number], after


def passed_last(own: Sequence[str]) -> bool:
    """Tell whether the last of a player's actions was a discard."""
    return bool(own) and own[-1] in (behaviour.PASSED, behaviour.PASSED_AGAIN)


class BeliefTracker:
    """Follows a round action by action, from one seat's eyes."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.evidence = [0.0] * view.seats
        self.public = [0.0] * view.seats
        self.told = {cell: 0.0 for cell, _ in view.goals}
        self.actions: list[ObservedAction] = []
        self.knowing: list[ObservedAction] = []
        self.survey: Distances | None = None

    def follow(self, step: SeenMove[View], now: View) -> None:
        event = step.events[0]
        if step.before.phase != "play" or event.seat is None:
            return
        before = self.survey
        if before is None or before.mine is not step.before.mine:
            before = Distances(step.before.mine)
        after = before if now.mine is step.before.mine else Distances(now.mine)
        own = [action.kind for action in self.actions if action.seat == event.seat]
        kind = behaviour.classify(event, before, after, self.standing, passed_last(own))
        case = behaviour.case_of(step.before.broken[event.seat], before)
        action = ObservedAction(event.seat, case, kind)
        self._weigh(action, step.before, event, before, after)
        self.survey = after

    def standing(self, seat: Seat) -> str:
        options, seats = self.view.options, self.view.seats
        chance = saboteur_chances(self.public, saboteur_counts(options, seats))[seat]
        return behaviour.suspicion_level(chance, prior_chance(options, seats), self.public[seat])

    def _weigh(
        self, action: ObservedAction, view: View, event: Event, before: Distances, after: Distances
    ) -> None:
        self.actions.append(action)
        self.public[action.seat] += EVIDENCE[action.case, action.kind]
        if event.kind == "laid" and view.looked[action.seat]:
            self._listen(action.seat, view.looked[action.seat], before, after)
            action = self._with_my_eyes(action, view, event, before, after)
            self.knowing += [action] if action.case == behaviour.KNOWS_TREASURE else []
        self.evidence[action.seat] += EVIDENCE[action.case, action.kind]

    def _with_my_eyes(
        self, action: ObservedAction, view: View, event: Event, before: Distances, after: Distances
    ) -> ObservedAction:
        """Reclassify an action by a player who knows the treasure, if this seat knows it too.

        Every card then shows whether they want it found.
        """
        mine = [cell for cell, name in self.view.goals if name == TREASURE]
        if not mine or not _knows(view, action.seat, mine[0]) or mine[0] not in before.goals:
            return action
        steps = missing_cards(before, mine[0]), missing_cards(after, mine[0])
        kind = behaviour.classify_path_card(*steps, event.card or "")
        return ObservedAction(action.seat, behaviour.KNOWS_TREASURE, kind)

    def _listen(
        self, seat: Seat, looked: Sequence[Cell], before: Distances, after: Distances
    ) -> None:
        """Learn about goals from where players dig after looking at them."""
        gains = {
            goal: steps - missing_cards(after, goal)
            for goal, steps in zip(before.goals, before.near, strict=True)
        }
        mean = sum(gains.values()) / max(len(gains), 1)
        for goal in set(looked) & set(gains):
            self.told[goal] += INFORMED_DIG_WEIGHT * (gains[goal] - mean) * self._honesty(seat)

    def _honesty(self, seat: Seat) -> float:
        """Return 1 for a digger, 0 if unclear, less for a saboteur."""
        return 1 - 2 / (1 + exp(-self.evidence[seat] + 0.5))

    def beliefs(self) -> Beliefs:
        view, seat = self.view, self.view.seat
        role = None if seat is None else view.roles[seat]
        among = saboteur_counts_of_others(view.options, view.seats, role)
        found = saboteur_chances(self.evidence, among, seat)
        if seat is not None:
            found[seat] = float(role == SABOTEUR)
        return Beliefs(
            tuple(found),
            tuple(self.evidence),
            tuple(self.public),
            treasure_chances(view, self.told),
            tuple(self.actions),
            tuple(self.knowing),
        )


def treasure_chances(view: View, told: Mapping[Cell, float]) -> dict[Cell, float]:
    """Return how likely each goal is the treasure, by what one saw and where others dig."""
    known = [cell for cell, name in view.goals if name == TREASURE]
    weights = {
        cell: float(cell in known) if known else (0.0 if name else exp(told.get(cell, 0.0)))
        for cell, name in view.goals
        if cell in view.mine.hidden
    }
    whole = sum(weights.values()) or 1.0
    return {cell: weight / whole for cell, weight in weights.items()}


def missing_cards(survey: Distances, goal: Cell) -> int:
    """Return how many cards are missing to this goal; 0 if it is face up."""
    if goal not in survey.goals:
        return 0
    return survey.near[list(survey.goals).index(goal)]


def _knows(view: View, seat: Seat, treasure: Cell) -> bool:
    """Tell whether this seat has seen the treasure, or all other goals."""
    seen = {*view.looked[seat], *(cell for cell in view.mine.tiles if cell in dict(view.goals))}
    return treasure in seen or len(seen - {treasure}) >= len(view.goals) - 1
