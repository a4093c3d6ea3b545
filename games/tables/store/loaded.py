"""A table in memory: its rows and, once it is dealt, the state they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine import CardPiece, Pieces, Rules, Seed, Seeds
from games.kinds import KINDS, rules_of
from games.kinds.kind import GameKind
from games.tables.models import Knowledge, Round, Seat, SeatValue, Table, Token

Content = tuple[Any, ...]
"""What a row says, column by column."""

SEAT_FIELDS = (
    "user", "bot", "dwarf", "joined_at", "on_turn", "turn", "turn_began_at", "due_at", "remind_at",
    "rest", "bank", "excused_left", "absences", "offered_until", "former", "leaves_notes",
    "in_time", "missed", "act_at", "read_to", "score", "won", "wants_cancel", "held_due",
    "held_remind", "held_offer", "kept_due", "kept_remind", "kept_from",
)  # fmt: skip
"""What services change about a seat. `number`, `seen_at` and what they have seen of a round are
written by themselves."""
TABLE_FIELDS = tuple(row.name for row in Table._meta.concrete_fields if not row.primary_key)


def _contents(model: type[Seat | Table], fields: tuple[str, ...]) -> attrgetter[Content]:
    kept_in = {row.name: row.attname for row in model._meta.concrete_fields}
    return attrgetter(*(kept_in[name] for name in fields))


content_of_seat = _contents(Seat, SEAT_FIELDS)
content_of_table = _contents(Table, TABLE_FIELDS)


class CardRow(NamedTuple):
    """A card as its row says."""

    pk: int
    zone: str
    name: str
    owner: int | None
    order: int | None
    x: int | None
    y: int | None
    turned: bool
    face_up: bool

    @property
    def cell(self) -> tuple[int, int] | None:
        return None if self.x is None or self.y is None else (self.x, self.y)

    @property
    def piece(self) -> CardPiece:
        zone, name, owner, order = self.zone, self.name, self.owner, self.order
        return CardPiece(zone, name, owner, order, self.cell, self.turned, self.face_up)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a round's state. What is no card has no order: it is what it says, and leads to
    the key of its row."""

    cards: tuple[CardRow, ...] = ()
    tokens: Mapping[Content, int] = field(default_factory=dict)
    values: Mapping[Content, int] = field(default_factory=dict)
    knowledge: Mapping[Content, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is stored. Nobody changes it, nor anything in it: threads share it."""

    rounds: tuple[Round, ...] = ()
    number: int = 0
    """The round whose rows these are."""
    rows: Rows = field(default_factory=Rows)
    state: Any = None


@dataclass(slots=True)
class LoadedTable:
    """A table in memory, to be read or to be changed under its lock."""

    table: Table
    seats: list[Seat]
    rounds: tuple[Round, ...] = ()
    state: Any = None
    stored: Game = field(default_factory=Game)
    """The game as its rows say, so that only what has changed is saved; and so the next two."""
    stored_table: Content = ()
    stored_seats: dict[int, Content] = field(default_factory=dict)
    _pieces: tuple[Any, Pieces] | None = None

    @property
    def kind(self) -> GameKind[Any, Any]:
        return KINDS[self.table.kind]

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        return rules_of(self.table.kind, self.table.rules_version)

    @property
    def alone(self) -> bool:
        """Does one person play by themselves? Then nobody waits for anybody."""
        return self.table.for_one

    @property
    def pieces(self) -> Pieces:
        """The state as pieces: made once for each state."""
        if self._pieces is None or self._pieces[0] is not self.state:
            self._pieces = (self.state, self.rules.pieces(self.state))
        return self._pieces[1]

    @property
    def round(self) -> Round:
        return self.rounds[self.table.round_number - 1]

    @property
    def seeds(self) -> Seeds:
        return seeds_of(self.table, self.rounds)

    def change_round(self, **columns: Any) -> None:
        """The round now played has these values; `save` writes them.

        A new row takes the place of the old one, which others may hold as well.
        """
        changed = copy(self.round)
        for name, value in columns.items():
            setattr(changed, name, value)
        self.rounds = tuple(changed if row is self.round else row for row in self.rounds)

    def keep_seats(self, seats: list[Seat]) -> None:
        """These sit there, as their rows say."""
        self.seats = seats
        self.stored_seats = {seat.pk: content_of_seat(seat) for seat in seats}

    def seat_of(self, user: User | AnonymousUser | None) -> Seat | None:
        """Where this user sits, if they do."""
        if user is None or user.pk is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def may_move(self, number: int) -> bool:
        """Is it this seat's turn, or may it answer something out of turn?"""
        on_turn = number in self.rules.waiting_for(self.state)
        return on_turn or bool(self.rules.legal_moves(self.state, number))


def seeds_of(table: Table, rounds: tuple[Round, ...]) -> Seeds:
    drawn = tuple(Seed.from_hex(row.seed, row.salt) for row in rounds)
    return Seeds(Seed.from_hex(table.seed, table.salt), drawn)


# Which columns say what a piece is.

CARD_FIELDS = ("zone", "owner", "order", "x", "y", "turned", "face_up")
"""What changes when a card moves."""
ROUND_FIELDS = ("extra", "began_at", "ended_at")
Plain = type[Token | SeatValue | Knowledge]
PLAIN_FIELDS: Mapping[Plain, tuple[str, ...]] = {
    Token: ("kind", "x", "y", "side", "owner"),
    SeatValue: ("seat", "name", "value"),
    Knowledge: ("seat", "thing", "value"),
}
"""What has no order: such a row is what it says, and is never changed."""
