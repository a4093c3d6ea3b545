"""Who is what, and where the treasure lies, by all that was done in this round.

Every deed speaks for one role or the other, as often as bots of each role do such a thing
(`likelihoods.py`). Roles are dealt from a known pool, so the chances of all seats hang together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, exp, log
from typing import Final, NamedTuple

from games.engine.bots import Memory, SeenMove
from games.engine.notation import Seat
from games.engine.progress import Event
from games.engine.tunnels import Cell
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.behaviour import ObservedAction
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.bots.likelihoods import COUNTED
from games.kinds.classic.rules.cards import ROLES, SABOTEUR, TREASURE
from games.kinds.classic.rules.state import Options
from games.kinds.classic.rules.view import View

SMOOTHING: Final = 0.7
"""So much is added to every share of a hundred: people do what no bot did."""
MOST: Final = 2.0
"""No single deed says more than this, as a logarithm."""
HEARSAY: Final = 0.5
"""How much one card laid by who has looked at a goal says about that goal."""


def _speaks(counted: tuple[float, float]) -> float:
    digger, saboteur = counted
    ratio = log((saboteur + SMOOTHING) / (digger + SMOOTHING))
    return max(-MOST, min(MOST, ratio))


EVIDENCE: Final[Mapping[tuple[str, str], float]] = {
    (case, kind): _speaks(COUNTED.get(case, {}).get(kind, (0.0, 0.0)))
    for case in behaviour.CASES
    for kind in behaviour.ACTION_KINDS
}
"""How much a deed speaks for a saboteur (above 0) or a digger, as a logarithm."""


class SaboteurCounts(NamedTuple):
    """How many saboteurs there may be among some seats."""

    least: int
    most: int


def saboteur_counts(options: Options, seats: int) -> SaboteurCounts:
    """Of all at the table. One may be the card set aside. (C2)"""
    most = ROLES[seats][0]
    return SaboteurCounts(most if options.saboteurs == "all" else most - 1, most)


def saboteur_counts_of_others(options: Options, seats: int, role: str | None) -> SaboteurCounts:
    """Of all but oneself, whose role one knows."""
    least, most = saboteur_counts(options, seats)
    own = role == SABOTEUR
    return SaboteurCounts(max(least - own, 0), most - own)


def saboteur_chances(
    evidence: Sequence[float], among: SaboteurCounts, known: Seat | None = None
) -> list[float]:
    """How likely each seat is a saboteur; 0 for the seat that is known and not counted."""
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
    """For each number of saboteurs, all ways to have so many, each by its weight."""
    sums = [1.0] + [0.0] * most
    for weight in weights:
        for number in range(most, 0, -1):
            sums[number] += weight * sums[number - 1]
    return sums


def prior_chance(options: Options, seats: int) -> float:
    """How likely anybody is a saboteur before a card is played. (C2)"""
    return ROLES[seats][0] / (seats + (options.saboteurs != "all"))


@lru_cache
def prior_chance_of_others(options: Options, seats: int, role: str | None) -> float:
    """How likely any other seat is a saboteur at the deal, to a seat that knows its own role."""
    least, most = saboteur_counts_of_others(options, seats, role)
    deals = sum(comb(seats - 1, number) for number in range(least, most + 1))
    with_them = sum(comb(seats - 2, number - 1) for number in range(max(least, 1), most + 1))
    return with_them / deals


class Beliefs(NamedTuple):
    """What a seat makes of a round so far."""

    saboteur: tuple[float, ...]
    """How likely each seat is a saboteur; one's own is 0 or 1."""
    evidence: tuple[float, ...]
    """What speaks for it, seat by seat, as a logarithm, for this seat."""
    public: tuple[float, ...]
    """The same for somebody who only watches."""
    treasure: Mapping[Cell, float]
    """How likely the treasure lies under each goal that is face down."""
    deeds: tuple[ObservedAction, ...]
    """All that was done in this round, the oldest first, as everybody saw it."""
    knowing: tuple[ObservedAction, ...]
    """What was done by those who know the treasure, as only who knows it too can see."""


def infer_beliefs(view: View, memory: Memory[View]) -> Beliefs:
    """What this seat believes, from what it sees and remembers."""
    trail = BeliefTracker(view)
    for step, after in _this_round(view, memory):
        trail.follow(step, after)
    return trail.beliefs()


def _this_round(view: View, memory: Memory[View]) -> Iterator[tuple[SeenMove[View], View]]:
    """Every step of this round, with the table after it."""
    first = len(memory)
    while first and memory[first - 1].before.round == view.round:
        first -= 1
    for number in range(first, len(memory)):
        after = memory[number + 1].before if number + 1 < len(memory) else view
        yield memory[number], after


@dataclass(slots=True)
class BeliefTracker:
    """Follows a round deed by deed, from one seat's eyes."""

    view: View
    evidence: list[float] = field(init=False)
    public: list[float] = field(init=False)
    told: dict[Cell, float] = field(init=False)
    deeds: list[ObservedAction] = field(init=False)
    knowing: list[ObservedAction] = field(init=False)
    survey: Distances = field(init=False)

    def __post_init__(self) -> None:
        self.evidence = [0.0] * self.view.seats
        self.public = [0.0] * self.view.seats
        self.told = {cell: 0.0 for cell, _ in self.view.goals}
        self.deeds = []
        self.knowing = []

    def follow(self, step: SeenMove[View], after: View) -> None:
        """Take in one thing that was played."""
        event = step.events[0]
        if step.before.phase != "play" or event.seat is None:
            return
        before = self._survey(step.before)
        then = before if after.mine is step.before.mine else Distances(after.mine)
        kind = self.kind(step.before, event, before, then)
        deed = ObservedAction(
            event.seat, behaviour.case_of(step.before.broken[event.seat], before), kind
        )
        self._weigh(deed, step.before, event, before, then)
        self.survey = then

    def _survey(self, before: View) -> Distances:
        if self.deeds and self.survey.mine is before.mine:
            return self.survey
        return Distances(before.mine)

    def kind(self, view: View, event: Event, before: Distances, after: Distances) -> str:
        """What kind of thing this is, to somebody who only watches."""
        match event.kind:
            case "laid":
                return behaviour.classify_path_card(
                    *common_nearest(before, after), event.card or ""
                )
            case "removed":
                return behaviour.classify_rockfall(before.nearest, after.nearest)
            case "broke":
                return behaviour.classify_break(self.standing(view, event.to))
            case "repaired" if event.to == event.seat:
                return behaviour.REPAIRED_OWN
            case "repaired":
                return behaviour.classify_repair(self.standing(view, event.to))
            case "looked":
                return behaviour.LOOKED
        own = [deed.kind for deed in self.deeds if deed.seat == event.seat]
        return behaviour.classify_discard(own[-1] if own else None)

    def standing(self, view: View, to: Seat | None) -> str:
        """What somebody who only watches thinks of a seat."""
        seat = to or 0
        chance = saboteur_chances(self.public, saboteur_counts(view.options, view.seats))[seat]
        return behaviour.suspicion_level(
            chance, prior_chance(view.options, view.seats), self.public[seat]
        )

    def _weigh(
        self, deed: ObservedAction, view: View, event: Event, before: Distances, after: Distances
    ) -> None:
        self.deeds.append(deed)
        self.public[deed.seat] += EVIDENCE[deed.case, deed.kind]
        if event.kind == "laid" and view.looked[deed.seat]:
            self._listen(deed.seat, view.looked[deed.seat], before, after)
            deed = self._with_my_eyes(deed, view, event, before, after)
            self.knowing += [deed] if deed.case == behaviour.KNOWING else []
        self.evidence[deed.seat] += EVIDENCE[deed.case, deed.kind]

    def _with_my_eyes(
        self, deed: ObservedAction, view: View, event: Event, before: Distances, after: Distances
    ) -> ObservedAction:
        """Who knows the treasure, as I do, shows by every card whether they want it found."""
        mine = [cell for cell, name in self.view.goals if name == TREASURE]
        if not mine or not _knows(view, deed.seat, mine[0]) or mine[0] not in before.goals:
            return deed
        steps = missing_cards(before, mine[0]), missing_cards(after, mine[0])
        return ObservedAction(
            deed.seat, behaviour.KNOWING, behaviour.classify_path_card(*steps, event.card or "")
        )

    def _listen(
        self, seat: Seat, looked: Sequence[Cell], before: Distances, after: Distances
    ) -> None:
        """Where somebody digs who has looked at a goal tells what they saw there."""
        gains = {
            goal: steps - missing_cards(after, goal)
            for goal, steps in zip(before.goals, before.near, strict=True)
        }
        mean = sum(gains.values()) / max(len(gains), 1)
        for goal in set(looked) & set(gains):
            self.told[goal] += HEARSAY * (gains[goal] - mean) * self._honesty(seat)

    def _honesty(self, seat: Seat) -> float:
        """1 for a digger, 0 where nobody knows, less for a saboteur."""
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
            tuple(self.deeds),
            tuple(self.knowing),
        )


def treasure_chances(view: View, told: Mapping[Cell, float]) -> dict[Cell, float]:
    """How likely the treasure lies under each goal: what one saw, and what others' digging told."""
    known = [cell for cell, name in view.goals if name == TREASURE]
    weights = {
        cell: float(cell in known) if known else (0.0 if name else exp(told.get(cell, 0.0)))
        for cell, name in view.goals
        if cell in view.mine.hidden
    }
    whole = sum(weights.values()) or 1.0
    return {cell: weight / whole for cell, weight in weights.items()}


def common_nearest(before: Distances, after: Distances) -> tuple[int, int]:
    """How far the nearest goal was and is; a goal that was reached is no way at all."""
    if len(after.goals) < len(before.goals):
        return 1, 0
    return before.nearest, after.nearest


def missing_cards(survey: Distances, goal: Cell) -> int:
    """The cards that are missing to this goal; none if it is turned over."""
    if goal not in survey.goals:
        return 0
    return survey.near[list(survey.goals).index(goal)]


def _knows(view: View, seat: Seat, treasure: Cell) -> bool:
    """Has this seat seen the treasure, or all that is not?"""
    seen = {*view.looked[seat], *(cell for cell in view.mine.tiles if cell in dict(view.goals))}
    return treasure in seen or len(seen - {treasure}) >= len(view.goals) - 1
