"""Looking ahead: the moves that seem best, tried in worlds as likely as beliefs make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, islice
from math import exp
from typing import Final, NamedTuple, Protocol

from games.kinds.classic.minds.beliefs import Beliefs, numbers, numbers_of_others
from games.kinds.classic.minds.playouts import Playout
from games.kinds.classic.minds.policy import Weighed, promising
from games.kinds.classic.minds.survey import Survey
from games.kinds.classic.rules.cards import DIGGER, GOALS, SABOTEUR, TREASURE
from games.kinds.classic.rules.moves import Move
from games.kinds.classic.rules.state import ROUNDS, State
from games.kinds.classic.rules.view import View
from games.kinds.classic.rules.worlds import worlds
from games.mine.notation import Seat
from games.mine.seeds import WORDS, Lots
from games.mine.tunnels import Cell

LAPS: Final = 2
"""So many turns of everybody are looked ahead; then prospects are judged."""
STAGES: Final = 3
"""After each stage only the better half is tried on."""
INSTINCT: Final = 0.0015
"""What a point of the normal policy's worth is beside a round won."""


class Tried(NamedTuple):
    """A move, and how it went."""

    value: float
    move: Move


class Roles:
    """All ways in which roles may have been dealt, as likely as one believes."""

    def __init__(self, view: View, seat: Seat, evidence: Sequence[float]) -> None:
        least, most = numbers_of_others(view.options, view.seats, view.roles[seat])
        others = [other for other in range(view.seats) if other != seat]
        own = (seat,) if view.roles[seat] == SABOTEUR else ()
        dealt = [s for n in range(least, most + 1) for s in combinations(others, n)]
        weights = [exp(sum(evidence[other] for other in s)) for s in dealt]
        self._dealt = [(*own, *s) for s in dealt]
        self._sums = list(accumulate(weights))
        self._seats = view.seats
        self._most = numbers(view.options, view.seats).most
        self._aside = len(view.aside)

    def draw(self, lots: Lots) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The roles of all seats, and the one set aside."""
        saboteurs = self._dealt[drawn(self._sums, lots)]
        aside = SABOTEUR if len(saboteurs) < self._most else DIGGER
        roles = [SABOTEUR if s in saboteurs else DIGGER for s in range(self._seats)]
        return tuple(roles), (aside,) * self._aside


def drawn(sums: Sequence[float], lots: Lots) -> int:
    """One of several things by their weights, which are summed up."""
    mark = lots.below(WORDS) / WORDS * sums[-1]
    return next((n for n, reached in enumerate(sums) if mark < reached), len(sums) - 1)


def likely_worlds(view: View, seat: Seat, beliefs: Beliefs, lots: Lots) -> Iterator[State]:
    """Worlds that the seat cannot tell apart, the likelier ones more often.

    Each is in the last round: what comes after this one is not played.
    """
    roles = Roles(view, seat, beliefs.evidence)
    for world in worlds(view, lots):
        dealt, aside = roles.draw(lots)
        goals = _goals(view, beliefs, lots)
        yield world._replace(roles=dealt, aside=aside, goals=goals, round=ROUNDS)


def _goals(view: View, beliefs: Beliefs, lots: Lots) -> tuple[tuple[Cell, str], ...]:
    """What each goal is: the treasure where it is believed, the stones by lot."""
    known = {cell: name for cell, name in view.goals if name}
    if TREASURE not in known.values():
        cells = list(beliefs.treasure)
        known[cells[drawn(list(accumulate(beliefs.treasure.values())), lots)]] = TREASURE
    left = iter(lots.shuffled(sorted(set(GOALS) - set(known.values()))))
    return tuple((cell, known.get(cell) or next(left)) for cell, _ in view.goals)


class Ground(Protocol):
    """Where moves are tried."""

    def some(self, count: int) -> list[State]:
        """So many worlds."""

    def result(self, world: State, move: Move) -> float:
        """How well it goes for the side that is on turn, from 0 to 1, if this move is made."""


class Table:
    """What a seat can tell of the table: worlds as likely as it believes."""

    def __init__(self, view: View, seat: Seat, beliefs: Beliefs, lots: Lots) -> None:
        self._seat = seat
        self._digging = view.roles[seat] == DIGGER
        self._survey = Survey(view.mine)
        self._public = beliefs.public
        self._worlds = likely_worlds(view, seat, beliefs, lots)

    def some(self, count: int) -> list[State]:
        return list(islice(self._worlds, count))

    def result(self, world: State, move: Move) -> float:
        """How well it goes for this seat's side in that world, if it makes this move."""
        playout = Playout(world, self._public, self._survey)
        playout.step(move)
        result = playout.result(LAPS * world.seats)
        return result if self._digging else 1 - result


def search(table: Ground, weighed: Sequence[Weighed], playouts: int) -> list[Tried]:
    """The moves that seem best, each tried in the same worlds; the best first."""
    trials = [Trial(worth, move) for worth, move in promising(weighed)]
    alive = trials
    while len(alive) > 1:
        for world in table.some(playouts // STAGES // len(alive)):
            for trial in alive:
                trial.add(table.result(world, trial.move))
        trials.sort(key=Trial.rank)
        alive = trials[: len(alive) // 2]
    return [Tried(trial.value, trial.move) for trial in trials]


class Trial:
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
