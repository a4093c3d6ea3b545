"""What every game shares: refusals, events, progress, pieces, and the protocol of a game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Annotated, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.mine.notation import Seat
from games.mine.seeds import Lots, Seed, Seeds
from games.mine.tunnels import Cell

REFUSALS: Final = (
    "not-your-turn",
    "wrong-phase",
    "game-over",
    "unknown-card",
    "not-in-hand",
    "off-board",
    "occupied",
    "no-neighbour",
    "does-not-fit",
    "not-connected",
    "extends-nothing",
    "tool-broken",
    "already-broken",
    "own-tool",
    "only-own",
    "nothing-to-repair",
    "wrong-tool",
    "nothing-there",
    "cannot-remove",
    "already-face-up",
    "no-door",
    "own-door",
    "already-open",
    "no-key-left",
    "no-troll",
    "not-reached",
    "already-bribed",
    "next-to-goal",
    "next-to-gold",
    "no-obstacle",
    "already-overcome",
    "no-token-left",
    "wrong-choice",
    "joint-taken",
    "no-path",
    "dwarf-there",
    "blocked",
    "too-far",
    "not-adjacent",
    "wrong-count",
)
"""The closed list of codes; the web has a sentence for each."""


class Refusal(Exception):  # noqa: N818  (a referee refuses; nothing went wrong)
    """The rules do not allow this move; nothing has changed. The code is from a closed list."""

    def __init__(self, code: str) -> None:
        if code not in REFUSALS:
            raise ValueError(f"not a refusal: {code}")
        super().__init__(code)
        self.code = code


# --- who may know what ----------------------------------------------------------------------------

T = TypeVar("T")


class Known(NamedTuple):
    """Who may know a field of a state while the round is played."""

    by: str


Public = Annotated[T, Known("all")]
"""Everybody may know it."""
Own = Annotated[T, Known("owner")]
"""One entry for each seat; a seat may know its own."""
Secret = Annotated[T, Known("nobody")]
"""Nobody may know it, unless the rules say when it is shown."""

# --- what happened --------------------------------------------------------------------------------


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
    quiet: bool = False
    """Nobody learns anything by it but what its own seat knew and laid open by moving. Only what
    is quiet can be taken back; a kind that says nothing about it is not."""


def hide(event: Event, kinds: Mapping[str, EventKind], seat: Seat | None) -> Event:
    """The event as that seat, or a spectator (None), may know it."""
    secret = kinds[event.kind].secret
    if not secret or (seat is not None and seat == event.seat):
        return event
    hidden: dict[str, Any] = dict.fromkeys(secret)
    return event._replace(**hidden)


IN_THE_OPEN: Final = ("seat", "mine", "proposal")
"""Fields of views in which None hides nothing: there is no seat, or nobody has proposed."""


def uncovers(before: Any, after: Any) -> bool:
    """Does the second of two views of one looker show what the first one hid? None means: hidden.

    A card that came into the looker's hand was hidden before.
    """
    gained = Counter(getattr(after, "hand", ())) - Counter(getattr(before, "hand", ()))
    names = [field.name for field in fields(before) if field.name not in IN_THE_OPEN]
    return bool(gained) or any(_shows(getattr(before, n), getattr(after, n)) for n in names)


def _shows(before: Any, after: Any) -> bool:
    if before is None:
        return after is not None
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        return any(_shows(old, new) for old, new in zip(before, after, strict=True))
    return False


S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")


class Progress(NamedTuple, Generic[S]):
    """What one move did: the state before, the state after, and what happened in between."""

    before: S
    after: S
    events: tuple[Event, ...]
    turn_over: bool = True
    """Has the turn ended in which it was played? Not by a step with more to come in the same turn,
    and not by an answer out of turn, unless that ended the round. Who is on turn afterwards has
    begun a new turn, even if it is the same seat."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: what each seat scored, and who won (several share a win)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    grade: int | None = None
    """How well it went, 1 worst, in a game without opponents."""


def most_wins(scores: tuple[int, ...], grade: int | None = None) -> Outcome:
    """Who has most wins; a tie is a shared win. (C27, D28, L28)"""
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
    claims: tuple[tuple[Seat, Cell], ...] = ()
    """Gold in sight that would be claimed at once, and by whom."""
    trolls: tuple[Cell, ...] = ()
    """Trolls that would newly be within reach, and could be paid with the same move."""
    route: tuple[Cell, ...] = ()
    """The way of a walk, with the cell it begins on."""
    cost: int = 0
    """How many cards a walk would cost."""


# --- options --------------------------------------------------------------------------------------

Value = str | int


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table may choose; the first value is the default."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]


class OptionError(ValueError):
    """There is no such option, or it has no such value."""


def chosen(options: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Every option with its value: the given one, as a number or as text, or the default."""
    unknown = set(given) - {option.name for option in options}
    if unknown:
        raise OptionError(f"no such option: {', '.join(sorted(unknown))}")
    return {o.name: _value(o, given.get(o.name, o.default)) for o in options}


def _value(option: Option, given: Value) -> Value:
    for value in option.values:
        if str(value) == str(given):
            return value
    raise OptionError(f"{option.name} is one of {option.values}, not {given!r}")


# --- pieces ---------------------------------------------------------------------------------------


class CardPiece(NamedTuple):
    """A card somewhere: in the stock, a hand, on the board, before a player, discarded, aside."""

    zone: str
    card: str
    owner: Seat | None = None
    order: int | None = None
    """Place in a pile, counted from its bottom, or in the order of laying; None where the
    order means nothing."""
    cell: Cell | None = None
    turned: bool = False
    face_up: bool = False


class TokenPiece(NamedTuple):
    """A token on a cell or, with a side, on a joint."""

    kind: str
    cell: Cell
    side: str = ""
    owner: Seat | None = None


class SeatValue(NamedTuple):
    """A value that belongs to a seat: gold, a role."""

    seat: Seat
    name: str
    value: Value


class Knowledge(NamedTuple):
    """A seat has learned something in secret: a thing (a cell, a treasure, a seat), and what."""

    seat: Seat
    thing: str
    value: Value


class Pieces(NamedTuple):
    """A whole state as rows, the same shape for every game. Options and seeds are kept apart."""

    cards: tuple[CardPiece, ...]
    tokens: tuple[TokenPiece, ...]
    values: tuple[SeatValue, ...]
    knowledge: tuple[Knowledge, ...]
    extra: tuple[tuple[str, Value], ...]

    def zone(self, zone: str, owner: Seat | None = None) -> tuple[CardPiece, ...]:
        """The cards of one zone (of one owner, where it has owners), the bottom first."""
        return self.zones().get((zone, owner), ())

    def zones(self) -> dict[tuple[str, Seat | None], tuple[CardPiece, ...]]:
        """The cards by zone and owner, the bottom first; by name where order means nothing."""
        found: dict[tuple[str, Seat | None], list[CardPiece]] = {}
        for card in sorted(self.cards, key=lambda c: (c.order or 0, c.card)):
            found.setdefault((card.zone, card.owner), []).append(card)
        return {where: tuple(cards) for where, cards in found.items()}

    def value(self, name: str, seats: int) -> tuple[Value, ...]:
        """One value for each seat."""
        found = {v.seat: v.value for v in self.values if v.name == name}
        return tuple(found[seat] for seat in range(seats))

    def scalar(self, name: str) -> Value:
        return dict(self.extra)[name]


def digest(pieces: Pieces) -> str:
    """The same for the same state on any machine, in whatever order its rows were found.

    It is as secret as the state itself.
    """
    rows = [sorted(json.dumps(row) for row in kind) for kind in pieces]
    return sha256(json.dumps(rows).encode()).hexdigest()


STEPS_AT_MOST: Final = 20
"""A turn played by `absent_move` has no more steps than this."""

# --- the protocol ---------------------------------------------------------------------------------


class Rules(Protocol[S, M, V]):
    """What a game gives to the rest of the house. A game is a module that has all of this.

    Seats are counted from 0. `legal_moves` is complete up to equivalence, `play` the only judge.
    What it lists for a seat that nobody waits for are answers, which leave whose turn it is alone.
    `absent_move`, again and again, comes to the end of a turn from anywhere within it, in
    `STEPS_AT_MOST` steps.
    `view` and `view_event` are the only things that may leave the house; `moves_of`, `preview`,
    `absent_move` and the bots know nothing but a view.
    """

    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def RULES_VERSION(self) -> int: ...  # noqa: N802
    @property
    def PLAYERS(self) -> range: ...  # noqa: N802
    @property
    def ROUNDS(self) -> int: ...  # noqa: N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802
    @property
    def EVENTS(self) -> Mapping[str, EventKind]: ...  # noqa: N802

    def setup(self, options: Mapping[str, Value], seats: int, seeds: Seeds) -> S: ...
    def opening_events(self, state: S) -> tuple[Event, ...]: ...
    def waiting_for(self, state: S) -> tuple[Seat, ...]: ...
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]: ...
    def play(self, state: S, seat: Seat, move: M) -> Progress[S]: ...
    def forced(self, state: S) -> tuple[Seat, M] | None:
        """Whose move is the only one, where everybody at the table can see that it is."""

    def outcome(self, state: S) -> Outcome | None: ...

    def view(self, state: S, seat: Seat | None) -> V: ...
    def view_event(self, event: Event, seat: Seat | None) -> Event: ...
    def moves_of(self, view: V) -> Sequence[M]: ...
    def preview(self, view: V, move: M) -> Preview | None: ...
    def absent_move(self, view: V) -> M: ...
    def worlds(self, view: V, lots: Lots) -> Iterator[S]: ...
    def choose(self, view: V, lots: Lots) -> M: ...

    def pieces(self, state: S) -> Pieces: ...
    def from_pieces(
        self, options: Mapping[str, Value], seats: int, seeds: Seeds, pieces: Pieces
    ) -> S: ...
    def frame(self, state: S) -> tuple[dict[str, Value], int, Seeds]: ...
    def dealt(self, options: Mapping[str, Value], seats: int, seed: Seed) -> Pieces: ...
    def problems(self, state: S) -> list[str]: ...

    def parse_move(self, text: str) -> M: ...
    def print_move(self, move: M) -> str: ...

    def position(
        self, options: Mapping[str, Value], seats: int, seeds: Seeds, position: Mapping[str, Any]
    ) -> S: ...
    def fact(self, progress: Progress[S], words: Sequence[str]) -> bool: ...
    def draw(self, view: V) -> str: ...
