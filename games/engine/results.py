"""The results of rounds and games, for ratings and for whoever counts many of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from games.engine.notation import Seat
from games.engine.progress import Event, Progress

S = TypeVar("S")


class Side(NamedTuple):
    """Seats that win and lose together in a round."""

    role: str
    seats: tuple[Seat, ...]


class SeatResult(NamedTuple):
    """The result of a seat in what counts: a round, or the whole game."""

    groups: tuple[str, ...]
    """What it counts as: its role, and what else it belonged to."""
    won: float | None = None
    """1 won, 0 lost, a part of 1 where several share it; None where nobody wins."""
    points: float | None = None

    @property
    def value(self) -> float:
        """What a bot is measured by: winning, and where nobody wins, points."""
        return (self.points or 0.0) if self.won is None else self.won


class RatedResult(NamedTuple):
    """The result of a seat in what people are rated by: a round, or the whole game."""

    role: str
    side: str
    """Seats of one side win and lose together."""
    place: int
    """The number of sides that did better."""
    won: bool


LoggedEvents = Sequence[Event]
"""What the log tells of the deal, or of the move that ended a round."""


def no_figures(progress: Progress[Any]) -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True)
class Results(Generic[S]):
    """How a game reports its results."""

    sides: Callable[[S], Sequence[Side]]
    """The sides of the round this state belongs to."""
    standings: Callable[[Progress[S]], Sequence[SeatResult]]
    """One for each seat, by a move that ended a round; none where the whole game decides and goes
    on."""
    happened: Callable[[Progress[S]], Mapping[str, float]] = no_figures
    """What else came true (1) or not (0) by then."""
    amounts: Callable[[Progress[S]], Mapping[str, float]] = no_figures
    """What else is worth a mean."""
    of_round: Callable[[LoggedEvents], Sequence[RatedResult]] | None = None
    """One for each seat, where every round is won by a side; from the events that ended it."""
    of_game: Callable[[LoggedEvents, Sequence[Seat], int], Sequence[RatedResult]] | None = None
    """One for each seat, where only the whole game is won: from its deal, its winners and how many
    play. A game with neither is played alone."""
