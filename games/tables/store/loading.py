"""Loading of a table into memory: its rows and, once it is dealt, the state they represent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F

from accounts.models import User
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.engine import CardPiece, Pieces, Rules, Seed, Seeds, TokenPiece
from games.engine import pieces as engine_pieces
from games.kinds import KINDS, rules_of
from games.kinds.kind import GameKind
from games.tables.models import Card, Knowledge, Round, Seat, SeatValue, Table, Token

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Content = tuple[Any, ...]
"""The values of a row, column by column."""

SAVED_APART = (
    "id", "table", "number", "seen_at", "scene_seen", "hoods_seen", "role_seen", "ended_at",
    "score_alone",
)  # fmt: skip
"""Columns of a seat that never change, or that are written separately."""
SEAT_FIELDS = tuple(c.name for c in Seat._meta.concrete_fields if c.name not in SAVED_APART)
TABLE_FIELDS = tuple(row.name for row in Table._meta.concrete_fields if not row.primary_key)
CARD_FIELDS = ("zone", "owner", "order", "x", "y", "turned", "face_up")
"""Columns that change when a card moves."""
ROUND_FIELDS = ("extra", "began_at", "ended_at")
Plain = type[Token | SeatValue | Knowledge]
PLAIN_FIELDS: Mapping[Plain, tuple[str, ...]] = {
    Token: ("kind", "x", "y", "side", "owner"),
    SeatValue: ("seat", "name", "value"),
    Knowledge: ("seat", "thing", "value"),
}
"""Rows without an order: they are added and removed, never changed."""


def _contents(model: type[Seat | Table], fields: tuple[str, ...]) -> attrgetter[Content]:
    kept_in = {row.name: row.attname for row in model._meta.concrete_fields}
    return attrgetter(*(kept_in[name] for name in fields))


content_of_seat = _contents(Seat, SEAT_FIELDS)
content_of_table = _contents(Table, TABLE_FIELDS)


class CardRow(NamedTuple):
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
    """The rows of a round's state: cards, and the keys of all other rows by their values."""

    cards: tuple[CardRow, ...] = ()
    tokens: Mapping[Content, int] = field(default_factory=dict)
    values: Mapping[Content, int] = field(default_factory=dict)
    knowledge: Mapping[Content, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is stored. It is immutable, since threads share it."""

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
    """The game as it is stored, so that only what differs is saved; the same for the next two."""
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
    def pieces(self) -> Pieces:
        """The state as pieces, made once for each state."""
        if self._pieces is None or self._pieces[0] is not self.state:
            self._pieces = (self.state, self.rules.pieces(self.state))
        return self._pieces[1]

    @property
    def round(self) -> Round:
        return self.rounds[self.table.round_number - 1]

    @property
    def seeds(self) -> Seeds:
        return seeds_of(self.table, self.rounds)

    def view(self, seat: int | None) -> Any:
        """Return what a seat, or everybody if it is None, may know of the current table.

        A resigned game is over, even if the rules never ended it.
        """
        over = self.table.status == Table.Status.FINISHED
        return self.rules.view(self.state._replace(phase="over") if over else self.state, seat)

    def change_round(self, **columns: Any) -> None:
        """Give the current round these values; `save` writes them.

        The row is replaced by a copy, since other threads may hold it too.
        """
        changed = copy(self.round)
        for name, value in columns.items():
            setattr(changed, name, value)
        self.rounds = tuple(changed if row is self.round else row for row in self.rounds)

    def keep_seats(self, seats: list[Seat]) -> None:
        """Set the seats, as they are stored."""
        self.seats[:] = seats
        self.stored_seats = {seat.pk: content_of_seat(seat) for seat in seats}

    def seat_of(self, user: User | AnonymousUser | None) -> Seat | None:
        if user is None or user.pk is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def may_move(self, number: int) -> bool:
        """Check whether it is this seat's turn, or it may answer something out of turn."""
        on_turn = number in self.rules.waiting_for(self.state)
        return on_turn or bool(self.rules.legal_moves(self.state, number))


def seeds_of(table: Table, rounds: tuple[Round, ...]) -> Seeds:
    drawn = tuple(Seed.from_hex(row.seed, row.salt) for row in rounds)
    return Seeds(Seed.from_hex(table.seed, table.salt), drawn)


MAX_READ_ATTEMPTS = 3
"""Reads of a table without a lock; if it moved on each time, the next one locks it."""

SEATS: PreparedQuery[Seat] = PreparedQuery(
    lambda: (
        Seat.objects.select_related("user")
        .filter(table=Placeholder("table"))
        .annotate(as_of=F("table__changes"))
        .order_by("number")
    )
)


class TornRead(Exception):  # noqa: N818  (nothing went wrong: read again)
    """The table moved on while it was read: some rows are from before, some from after."""


def load(table: Table) -> LoadedTable:
    """Load the table with its seats and, if it was dealt, its state.

    This takes one query if the process remembers the game of this row, and six if not. Every change
    of a table is counted in the same transaction. The seats are read last, with the count of that
    moment: if it equals the table's, nothing has changed in between. Under the lock it always does;
    without it, TornRead says to read again.
    """
    game = recall(table)
    if game is not None:
        return _loaded(table, _seats(table), game)
    loaded = from_rows(table)
    remember(table, loaded.stored)
    return loaded


def from_rows(table: Table) -> LoadedTable:
    """Load it from the rows, whatever the process remembers."""
    rounds = tuple(table.rounds.order_by("number")) if table.round_number else ()
    rows = _rows(rounds[table.round_number - 1]) if rounds else Rows()
    seats = _seats(table)
    return _loaded(table, seats, _game(table, rounds, rows, len(seats)))


def current(pk: int) -> LoadedTable:
    """Load the table from its rows as of one moment, however fast it moves on."""
    for _ in range(MAX_READ_ATTEMPTS):
        try:
            return from_rows(Table.objects.get(pk=pk))
        except TornRead:
            continue
    with transaction.atomic():
        return from_rows(Table.objects.select_for_update(of=("self",)).get(pk=pk))


def _loaded(table: Table, seats: list[Seat], game: Game) -> LoadedTable:
    loaded = LoadedTable(table, seats, game.rounds, game.state, game, content_of_table(table))
    loaded.keep_seats(seats)
    return loaded


def _seats(table: Table) -> list[Seat]:
    """Read the seats, each with the table's count of changes at that moment."""
    found = SEATS.objects(table=table.pk)
    if any(getattr(seat, "as_of") != table.changes for seat in found):  # noqa: B009
        raise TornRead
    for seat in found:
        seat.table = table
    return found


def _rows(current: Round) -> Rows:
    cards = Card.objects.filter(round=current).order_by("pk").values_list(*CardRow._fields)
    return Rows(
        tuple(map(CardRow._make, cards)),
        _plain(Token, current),
        _plain(SeatValue, current),
        _plain(Knowledge, current),
    )


def _plain(model: Plain, current: Round) -> dict[Content, int]:
    found = model._default_manager.filter(round=current)
    return {tuple(content): pk for pk, *content in found.values_list("pk", *PLAIN_FIELDS[model])}


def _game(table: Table, rounds: tuple[Round, ...], rows: Rows, seats: int) -> Game:
    if not rounds:
        return Game()
    rules, seeds = rules_of(table.kind, table.rules_version), seeds_of(table, rounds)
    pieces = _pieces(rows, rounds[table.round_number - 1])
    state = rules.from_pieces(table.options, seats, seeds, pieces)
    return Game(rounds, table.round_number, rows, state)


def _pieces(rows: Rows, current: Round) -> Pieces:
    return Pieces(
        cards=tuple(row.piece for row in rows.cards),
        tokens=tuple(
            TokenPiece(kind, (x, y), side, owner) for kind, x, y, side, owner in rows.tokens
        ),
        values=tuple(engine_pieces.SeatValue(*content) for content in rows.values),
        knowledge=tuple(engine_pieces.Knowledge(*content) for content in rows.knowledge),
        extra=tuple(current.extra.items()),
    )


class RecentCache(Generic[K, T]):
    """The values used last, shared by the threads of this process."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[K, T] = {}  # the one used last at the end
        self._lock = Lock()

    def get(self, key: K) -> T | None:
        with self._lock:
            if key in self._kept:
                self._kept[key] = self._kept.pop(key)
            return self._kept.get(key)

    def keep(self, key: K, value: T) -> T:
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = value
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return value

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


# --- the games that this process used last --------------------------------------------------------
#
# A stored game never changes. Only the table's row can tell whether it is still the current one:
# every change is counted there, in the same transaction. So a game is remembered with those counts,
# and used only for a row that has the same. Only what was committed is remembered.

MAX_GAMES: Final = 2000
"""Games in each process; one takes some 30 kB."""
_row_version = attrgetter("changes", "version", "length", "moved_at")
"""Values of a table's row that differ after each change of its game.

The counts alone would do, but a database restored from a backup counts on from there: only the
times of its moves differ.
"""
_games: RecentCache[str, tuple[Content, Game]] = RecentCache(MAX_GAMES)
"""By the code of the table."""
forget_all = _games.clear


def recall(table: Table) -> Game | None:
    """Return the game of a table whose row was just read, if it is remembered."""
    known = _games.get(table.code)
    return known[1] if known and known[0] == _row_version(table) else None


def remember(table: Table, game: Game) -> None:
    """Remember the game of this row, once the transaction is committed."""
    transaction.on_commit(partial(_games.keep, table.code, (_row_version(table), game)))
