"""Events, refusals, what a move did or would do, and how rounds and games end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from games.engine.notation import Seat
from games.engine.tunnels import Cell


class Event(NamedTuple):
    """One thing that happened, for the log and for drawing it; `kind` is from a closed set.

    What a field means depends on the kind; a field that a kind does not use is None.
    """

    kind: str
    seat: Seat | None = None
    card: str | None = None
    cell: Cell | None = None
    turned: bool | None = None
    to: Seat | None = None
    what: str | None = None
    amount: int | None = None


class EventKind(NamedTuple):
    """Which fields events of a kind carry, and which of these only their own seat may know."""

    fields: tuple[str, ...]
    secret: tuple[str, ...] = ()
    lasts: bool = False
    """Is what is secret in it still secret when its round is over, until the game is?"""
    quiet: bool = False
    """Nobody learns anything by it but what its own seat knew and laid open by moving. Only what
    is quiet can be taken back; a kind that says nothing about it is not."""
    towards: str = ""
    """What it means between players: it `helps` or `harms` the seat `to`; it `asks` all, and
    `agrees` with or `refuses` who asked last; or its seat `looks` at a secret. No rule reads it:
    it is for moderators, who see only what all see of an event."""


SHARED_EVENTS: Final[Mapping[str, EventKind]] = {
    "round-began": EventKind(("seat", "amount")),  # who begins, which round
    "laid": EventKind(("seat", "card", "cell", "turned"), quiet=True),
    "removed": EventKind(("seat", "card", "cell", "turned", "what"), quiet=True),  # what lay there
    "discarded": EventKind(("seat", "card"), secret=("card",), quiet=True),
    "drew": EventKind(("seat", "card"), secret=("card",)),
    "skipped": EventKind(("seat",), quiet=True),
    "turned-over": EventKind(("seat", "cell", "what", "turned")),  # turned is None: see oriented
    "game-ended": EventKind(()),
}
"""The events of every game."""


SHARED_REFUSALS: Final = (
    "not-your-turn",
    "wrong-phase",
    "game-over",
    "unknown-card",
    "not-in-hand",
    "occupied",
    "no-neighbour",
    "does-not-fit",
    "nothing-there",
    "cannot-remove",
    "already-face-up",
    "no-troll",
    "wrong-choice",
    "wrong-count",
)
"""The codes of every game, in the order of the notation."""


class Refusal(Exception):  # noqa: N818  (a referee refuses; nothing went wrong)
    """The rules do not allow this move; nothing has changed.

    Each game has a subclass with its own codes. A code that is not declared is a mistake in the
    rules, and fails at once.
    """

    codes: ClassVar[tuple[str, ...]] = SHARED_REFUSALS

    def __init__(self, code: str) -> None:
        if code not in self.codes:
            raise ValueError(f"not a refusal: {code}")
        super().__init__(code)
        self.code = code


S = TypeVar("S")

IDLE_PHASES: Final = ("ended", "over")
"""The phases in which nobody can move. A state in the first is only looked at: when a round has
ended, the next is dealt at once."""


class Progress(NamedTuple, Generic[S]):
    """What one move did: the state before, the state after, and what happened in between."""

    before: S
    after: S
    events: tuple[Event, ...]
    turn_over: bool = True
    """Has the turn ended in which it was played? Not by a step with more to come in the same turn,
    and not by an answer out of turn, unless that ended the round. Whoever is on turn afterwards
    has begun a new turn, even if it is the same seat."""
    ended: S | None = None
    """The round as it ended by this move, before the next one was dealt; None if it goes on."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: what each seat scored, and who won (several share a win)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    grade: int | None = None
    """How well it went, 1 worst, in a game without opponents."""


def highest_score_wins(scores: tuple[int, ...], grade: int | None = None) -> Outcome:
    """The highest score wins; a tie is a shared win. (C27, D28, L28)"""
    most = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == most)
    return Outcome(scores, winners, grade)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do, as far as the player can know."""

    openings: str
    joined: tuple[Cell, ...]
    """Cells whose card would newly be joined to the start, the new one included."""
    goals: tuple[Cell, ...]
    """Face-down goals that would be turned over at once."""
    reached_by: tuple[tuple[Seat, Cell], ...] = ()
    """Whose tunnels would lead into which of these goals, where everybody has their own."""
    claims: tuple[tuple[Seat, Cell], ...] = ()
    """Gold in sight that would be claimed at once, and by whom."""
    trolls: tuple[Cell, ...] = ()
    """Trolls that would newly be within reach, and could be paid with the same move."""
    route: tuple[Cell, ...] = ()
    """The way of a walk, with the cell it begins on."""
    cost: int = 0
    """How many cards a walk would cost."""
    starts: tuple[Cell, ...] = ()
    """Where there are several starts: those from which paths would lead to the card."""


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
