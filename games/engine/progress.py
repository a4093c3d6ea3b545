"""Events, refusals, results and previews of moves, and the ends of rounds and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from games.engine.notation import Seat
from games.engine.tunnels import Cell


class Event(NamedTuple):
    """Something that happened, for the log and the animation; `kind` is from a closed set.

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
    """The fields of a kind of event, and which of them only the event's own seat may know."""

    fields: tuple[str, ...]
    secret: tuple[str, ...] = ()
    lasts: bool = False
    """Whether its secret fields stay secret after the round, until the game is over."""
    quiet: bool = False
    """Whether nobody learns anything except what its own seat already knew and revealed by moving.
    Only quiet events can be taken back."""
    towards: str = ""
    """Its meaning between players: it `helps` or `harms` the seat `to`; it `asks` everybody, and
    `agrees` with or `refuses` the last to ask; or its seat `looks` at a secret. Only moderators use
    it, who see only an event's public part."""


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
"""The refusal codes of every game, in the order of docs/notation.md."""


class Refusal(Exception):  # noqa: N818  (a referee refuses; nothing went wrong)
    """The rules don't allow this move; nothing has changed.

    Each game has a subclass with its own codes. An undeclared code is a bug in the rules, and fails
    at once.
    """

    codes: ClassVar[tuple[str, ...]] = SHARED_REFUSALS

    def __init__(self, code: str) -> None:
        if code not in self.codes:
            raise ValueError(f"not a refusal: {code}")
        super().__init__(code)
        self.code = code


S = TypeVar("S")

IDLE_PHASES: Final = ("ended", "over")
"""The phases in which nobody can move. A state in the first is only shown: when a round has ended,
the next is dealt at once."""


class Progress(NamedTuple, Generic[S]):
    """The result of a move: the state before, the state after, and the events in between."""

    before: S
    after: S
    events: tuple[Event, ...]
    turn_over: bool = True
    """Whether the move ended its turn. False for a step with more to come in the same turn, and for
    an answer out of turn, unless it ended the round. If True, a new turn has begun, even if the
    same seat is on turn."""
    ended: S | None = None
    """The round as this move ended it, before the next was dealt; None if it goes on."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: each seat's score, and the winners (several share a win)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    grade: int | None = None
    """The grade in a game without opponents, 1 worst."""


def highest_score_wins(scores: tuple[int, ...], grade: int | None = None) -> Outcome:
    """Return the outcome by scores; a tie is a shared win. (C27, D28, L28)"""
    most = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == most)
    return Outcome(scores, winners, grade)


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a move, as far as the player can know."""

    openings: str
    joined: tuple[Cell, ...]
    """Cells whose card would newly be joined to the start, including the new card."""
    goals: tuple[Cell, ...]
    """Face-down goals that would be turned over at once."""
    reached_by: tuple[tuple[Seat, Cell], ...] = ()
    """The goals that each seat's tunnels would lead into, in games with a start for each player."""
    claims: tuple[tuple[Seat, Cell], ...] = ()
    """Visible gold that would be claimed at once, and by whom."""
    trolls: tuple[Cell, ...] = ()
    """Trolls that would newly be within reach, and could be paid with the same move."""
    route: tuple[Cell, ...] = ()
    """The cells of a walk, including the first."""
    cost: int = 0
    """The number of cards that a walk would cost."""
    starts: tuple[Cell, ...] = ()
    """In games with several starts, those from which paths would lead to the card."""


class Side(NamedTuple):
    """Seats that win and lose a round together."""

    role: str
    seats: tuple[Seat, ...]


class SeatResult(NamedTuple):
    """A seat's result in what is won or lost: a round, or the whole game."""

    groups: tuple[str, ...]
    """The groups it counts towards: its role and others."""
    won: float | None = None
    """1 won, 0 lost, a part of 1 where several share it; None where nobody wins."""
    points: float | None = None

    @property
    def value(self) -> float:
        """The measure of a bot: the win or, where nobody wins, the points."""
        return (self.points or 0.0) if self.won is None else self.won


class RatedResult(NamedTuple):
    """A seat's result for ratings, in a round or the whole game."""

    role: str
    side: str
    """The side; its seats win and lose together."""
    place: int
    """The number of sides that did better."""
    won: bool


LoggedEvents = Sequence[Event]
"""The log entry of the deal, or of the move that ended a round."""


def no_figures(progress: Progress[Any]) -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True)
class Results(Generic[S]):
    """The functions by which a game reports its results."""

    sides: Callable[[S], Sequence[Side]]
    """Return the sides of the round this state belongs to."""
    standings: Callable[[Progress[S]], Sequence[SeatResult]]
    """Return a result for each seat after a move that ended a round; none while only the whole game
    decides."""
    happened: Callable[[Progress[S]], Mapping[str, float]] = no_figures
    """Return what else happened (1) or didn't (0)."""
    amounts: Callable[[Progress[S]], Mapping[str, float]] = no_figures
    """Return other figures of which a mean is useful."""
    of_round: Callable[[LoggedEvents], Sequence[RatedResult]] | None = None
    """Return a result for each seat from the events that ended a round that a side wins."""
    of_game: Callable[[LoggedEvents, Sequence[Seat], int], Sequence[RatedResult]] | None = None
    """Return a result for each seat, if only the whole game is won, from its deal, its winners and
    the number of players. A game with neither function is a solo game."""
