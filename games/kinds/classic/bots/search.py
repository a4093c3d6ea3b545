"""Who will win a round that is not played to its end? A few facts of a world, each with a weight.

The weights are counted in rounds between bots (`weights.py`), not invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, islice
from math import exp, log
from typing import Final, NamedTuple, Protocol

from games.engine.notation import Seat
from games.engine.rng import WORD_RANGE, Rng
from games.engine.tunnels import Cell
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.advice import Weighed, promising, weigh, worth
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.beliefs import (
    EVIDENCE,
    Beliefs,
    common_nearest,
    prior_chance,
    prior_chance_of_others,
    saboteur_counts,
    saboteur_counts_of_others,
)
from games.kinds.classic.bots.distances import FAR, Distances
from games.kinds.classic.bots.outlook import DECK, Outlook
from games.kinds.classic.bots.weights import WEIGHTS
from games.kinds.classic.rules.cards import DIGGER, GOALS, SABOTEUR, TREASURE
from games.kinds.classic.rules.judge import play
from games.kinds.classic.rules.moves import Break, Discard, Move, Place, PlayAt, Repair
from games.kinds.classic.rules.state import ROUNDS, State
from games.kinds.classic.rules.view import View, worlds

FACTS: Final = (
    "always", "way", "way squared", "turns", "way for each turn", "at the door", "saboteurs",
    "halted diggers", "tools", "halted saboteurs", "seen through", "know the treasure",
    "path cards",
)  # fmt: skip
"""What is looked at, in the order of `facts`."""
PLAIN: Final = 4.0
"""Nobody is seen through more than this."""


def diggers_win_chance(state: State, survey: Distances, evidence: Sequence[float]) -> float:
    """How likely the diggers win."""
    known = facts(state, survey, evidence)
    speaks = sum([weight * fact for weight, fact in zip(WEIGHTS, known, strict=True)])
    return 1 / (1 + exp(-max(-20.0, min(20.0, speaks))))


def facts(state: State, survey: Distances, evidence: Sequence[float]) -> tuple[float, ...]:
    """What is known of a world; each is a number of about one."""
    seats, goal = state.seats, treasure_cell(state)
    diggers = [seat for seat, role in enumerate(state.roles) if role == DIGGER]
    others = [seat for seat, role in enumerate(state.roles) if role != DIGGER]
    way = _way(survey, goal)
    left = len(state.stock) + sum([len(hand) for hand in state.hands])
    turns = left * len(diggers) / seats
    able = [seat for seat in diggers if not state.broken[seat]]
    return (
        1.0,
        way / 10,
        way * way / 100,
        turns / 20,
        min(way / (turns + 1), 2.0),
        float(way <= 1),
        len(others) / seats,
        1 - len(able) / max(len(diggers), 1),
        sum([len(state.broken[seat]) for seat in diggers]) / max(len(diggers), 1),
        sum([bool(state.broken[seat]) for seat in others]) / max(len(others), 1),
        _seen_through(evidence, diggers, others),
        sum([goal in state.looked[seat] for seat in diggers]) / max(len(diggers), 1),
        sum([LEADS_THROUGH.get(card, False) for seat in able for card in state.hands[seat]]) / 10,
    )


def treasure_cell(state: State) -> Cell:
    return next(cell for cell, name in state.goals if name == TREASURE)


def _way(survey: Distances, goal: Cell) -> int:
    """The cards that are missing to the treasure."""
    for cell, steps in zip(survey.goals, survey.near, strict=True):
        if cell == goal:
            return min(steps, FAR)
    return 0


def _seen_through(
    evidence: Sequence[float], diggers: Sequence[int], others: Sequence[int]
) -> float:
    """How much more speaks against saboteurs than against diggers."""
    if not diggers or not others:
        return 0.0
    against = sum([evidence[seat] for seat in others]) / len(others)
    for_them = sum([evidence[seat] for seat in diggers]) / len(diggers)
    return max(-PLAIN, min(PLAIN, against - for_them))


# A round played on to its end by the normal policy, each seat with what it knows in that world.
#
# What the seats think of each other goes along: whoever does what saboteurs do is believed to be one,
# by everybody who sees it.

SURE: Final = 0.03
"""Nobody is surer than this of anybody."""
WHOLE: Final = 1000
"""More moves than a round can have."""


class Playout:
    """A round in one world, on its way to the end."""

    __slots__ = ("_usual", "events", "evidence", "passed", "state", "survey")

    def __init__(self, state: State, evidence: Sequence[float], survey: Distances) -> None:
        self.state = state
        self.survey = survey
        self.evidence = list(evidence)
        self.passed = [False] * state.seats
        self._usual = prior_chance(state.options, state.seats)

    def result(self, moves: int = WHOLE) -> float:
        """How well it goes for the diggers, from 0 to 1, as far as so many moves tell."""
        while self.state.phase == "play" and moves:
            self.step(best_move(self.outlook()))
            moves -= 1
        if self.state.phase == "play":
            return diggers_win_chance(self.state, self.survey, self.evidence)
        return float(treasure_cell(self.state) in self.state.mine.tiles)

    def step(self, move: Move) -> None:
        """This move, and what everybody makes of it."""
        seat, before = self.state.turn, self.survey
        case = behaviour.case_of(self.state.broken[seat], before)
        progress = play(self.state, seat, move)
        if progress.after.mine is not self.state.mine:
            self.survey = Distances(progress.after.mine)
        kind = self._kind(seat, move, before)
        self.evidence[seat] += EVIDENCE[case, kind]
        self.passed[seat] = isinstance(move, Discard)
        self.state = progress.after

    def _kind(self, seat: Seat, move: Move, before: Distances) -> str:
        match move:
            case Place():
                return behaviour.classify_path_card(*common_nearest(before, self.survey), move.card)
            case Discard():
                return behaviour.PASSED_AGAIN if self.passed[seat] else behaviour.PASSED
            case Repair() if move.seat == seat:
                return behaviour.REPAIRED_OWN
            case Repair():
                return behaviour.classify_repair(self._standing(move.seat))
            case Break():
                return behaviour.classify_break(self._standing(move.seat))
            case PlayAt(card="map"):
                return behaviour.LOOKED
        return behaviour.classify_rockfall(before.nearest, self.survey.nearest)

    def _standing(self, seat: Seat) -> str:
        chance = self._believed(self._usual)[seat]
        return behaviour.suspicion_level(chance, self._usual, self.evidence[seat])

    def _believed(self, usual: float) -> list[float]:
        """How likely each is a saboteur, if that is how likely anybody was; nearly so."""
        share = min(max(usual, SURE), 1 - SURE)
        mean = sum(self.evidence) / self.state.seats
        shift = log(share / (1 - share)) - mean
        return [1 / (1 + exp(-shift - speaks)) for speaks in self.evidence]

    def outlook(self) -> Outlook:
        """What the seat on turn knows and believes."""
        state, seat = self.state, self.state.turn
        role = state.roles[seat]
        others = prior_chance_of_others(state.options, state.seats, role)
        return Outlook(
            seat,
            role == DIGGER,
            state.options,
            self.survey,
            state.broken,
            state.hands[seat],
            self._chances(seat),
            self._believed(others),
            self._believed(self._usual),
            self.evidence,
            self._usual,
            others,
            (len(state.stock) + sum(map(len, state.hands))) / DECK,
            self.passed[seat],
            behaviour.case_of(state.broken[seat], self.survey),
        )

    def _chances(self, seat: Seat) -> tuple[float, ...]:
        """How likely each face-down goal is the treasure, to this seat."""
        seen = self.state.looked[seat]
        names = dict(self.state.goals)
        hidden = self.survey.goals
        known = [goal for goal in hidden if goal in seen and names[goal] == TREASURE]
        possible = known or [goal for goal in hidden if goal not in seen]
        return tuple([(goal in possible) / len(possible) for goal in hidden])


def best_move(outlook: Outlook) -> Move:
    """What the normal policy would do; the first of several that are as good."""
    return max(weigh(outlook), key=worth)[1]


# Looking ahead: the moves that seem best, tried in worlds as likely as beliefs make them.

LOOKAHEAD_LAPS: Final = 2
"""So many turns of everybody are looked ahead; then prospects are judged."""
STAGES: Final = 3
"""After each stage only the better half is tried on."""
INSTINCT: Final = 0.0015
"""What a point of the normal policy's worth is beside a round won."""


class TriedMove(NamedTuple):
    """A move, and how it went."""

    value: float
    move: Move


class RoleSampler:
    """All ways in which roles may have been dealt, as likely as one believes."""

    def __init__(self, view: View, seat: Seat, evidence: Sequence[float]) -> None:
        least, most = saboteur_counts_of_others(view.options, view.seats, view.roles[seat])
        others = [other for other in range(view.seats) if other != seat]
        own = (seat,) if view.roles[seat] == SABOTEUR else ()
        dealt = [s for n in range(least, most + 1) for s in combinations(others, n)]
        weights = [exp(sum(evidence[other] for other in s)) for s in dealt]
        self._dealt = [(*own, *s) for s in dealt]
        self._sums = list(accumulate(weights))
        self._seats = view.seats
        self._most = saboteur_counts(view.options, view.seats).most
        self._aside = len(view.aside)

    def draw(self, lots: Rng) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The roles of all seats, and the one set aside."""
        saboteurs = self._dealt[weighted_draw(self._sums, lots)]
        aside = SABOTEUR if len(saboteurs) < self._most else DIGGER
        roles = [SABOTEUR if s in saboteurs else DIGGER for s in range(self._seats)]
        return tuple(roles), (aside,) * self._aside


def weighted_draw(sums: Sequence[float], lots: Rng) -> int:
    """One of several things by their weights, which are summed up."""
    mark = lots.below(WORD_RANGE) / WORD_RANGE * sums[-1]
    return next((n for n, reached in enumerate(sums) if mark < reached), len(sums) - 1)


def likely_worlds(view: View, seat: Seat, beliefs: Beliefs, lots: Rng) -> Iterator[State]:
    """Worlds that the seat cannot tell apart, the likelier ones more often.

    Each is in the last round: what comes after this one is not played.
    """
    roles = RoleSampler(view, seat, beliefs.evidence)
    for world in worlds(view, lots):
        dealt, aside = roles.draw(lots)
        goals = _goals(view, beliefs, lots)
        yield world._replace(roles=dealt, aside=aside, goals=goals, round=ROUNDS)


def _goals(view: View, beliefs: Beliefs, lots: Rng) -> tuple[tuple[Cell, str], ...]:
    """What each goal is: the treasure where it is believed, the stones by lot."""
    known = {cell: name for cell, name in view.goals if name}
    if TREASURE not in known.values():
        cells = list(beliefs.treasure)
        known[cells[weighted_draw(list(accumulate(beliefs.treasure.values())), lots)]] = TREASURE
    left = iter(lots.shuffled(sorted(set(GOALS) - set(known.values()))))
    return tuple((cell, known.get(cell) or next(left)) for cell, _ in view.goals)


class SearchSpace(Protocol):
    """Where moves are tried."""

    def some(self, count: int) -> list[State]:
        """So many worlds."""

    def result(self, world: State, move: Move) -> float:
        """How well it goes for the side that is on turn, from 0 to 1, if this move is made."""


class LikelyWorlds:
    """What a seat can tell of the table: worlds as likely as it believes."""

    def __init__(self, view: View, seat: Seat, beliefs: Beliefs, lots: Rng) -> None:
        self._seat = seat
        self._digging = view.roles[seat] == DIGGER
        self._survey = Distances(view.mine)
        self._public = beliefs.public
        self._worlds = likely_worlds(view, seat, beliefs, lots)

    def some(self, count: int) -> list[State]:
        return list(islice(self._worlds, count))

    def result(self, world: State, move: Move) -> float:
        """How well it goes for this seat's side in that world, if it makes this move."""
        playout = Playout(world, self._public, self._survey)
        playout.step(move)
        result = playout.result(LOOKAHEAD_LAPS * world.seats)
        return result if self._digging else 1 - result


def search(table: SearchSpace, weighed: Sequence[Weighed], playouts: int) -> list[TriedMove]:
    """The moves that seem best, each tried in the same worlds; the best first."""
    trials = [MoveTrial(worth, move) for worth, move in promising(weighed)]
    alive = trials
    while len(alive) > 1:
        for world in table.some(playouts // STAGES // len(alive)):
            for trial in alive:
                trial.add(table.result(world, trial.move))
        trials.sort(key=MoveTrial.rank)
        alive = trials[: len(alive) // 2]
    return [TriedMove(trial.value, trial.move) for trial in trials]


class MoveTrial:
    """A move on trial."""

    __slots__ = ("move", "sum", "tried", "worth")

    def __init__(self, worth: float, move: Move) -> None:
        self.worth, self.move = worth, move
        self.tried = 0
        self.sum = 0.0

    def add(self, result: float) -> None:
        self.tried += 1
        self.sum += result

    @property
    def value(self) -> float:
        return self.sum / max(self.tried, 1) + INSTINCT * self.worth

    def rank(self) -> tuple[int, float]:
        """Those first that were tried longest, then those that went best."""
        return -self.tried, -self.value
