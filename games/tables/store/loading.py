"""From rows to a state."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.engine import Knowledge, Pieces, SeatValue, TokenPiece
from games.kinds import rules_of
from games.tables.models import Card, Round, Seat, Table, Token
from games.tables.models import Knowledge as KnowledgeRow
from games.tables.models import SeatValue as SeatValueRow
from games.tables.store.loaded import (
    PLAIN_FIELDS,
    CardRow,
    Content,
    Game,
    LoadedTable,
    Plain,
    Rows,
    content_of_table,
    seeds_of,
)

MAX_READ_ATTEMPTS = 3
"""So often a table is read without a lock; if it moved on each time, it is held for a moment."""

SEATS: PreparedQuery[Seat] = PreparedQuery(
    lambda: (
        Seat.objects.select_related("user")
        .filter(table=Placeholder("table"))
        .annotate(as_of=F("table__changes"))
        .order_by("number")
    )
)


class TornRead(Exception):  # noqa: N818  (nothing went wrong: look again)
    """The table moved on while its rows were read: some are of before, some of after."""


def load(table: Table) -> LoadedTable:
    """The table with its seats and, if it was dealt, its state: one query where this process
    remembers the game of this row, six where it does not.

    Every change of a table is counted in the same transaction. The seats are read last, with the
    count of that moment: is it the one that the game came with, then nothing has changed in
    between. Under the lock that is always so; without it, TornRead says to look again.
    """
    game = recall(table)
    if game is not None:
        return _loaded(table, _seats(table), game)
    loaded = from_rows(table)
    remember(table, loaded.stored)
    return loaded


def from_rows(table: Table) -> LoadedTable:
    """The same from the rows themselves, for who has to know what they say."""
    rounds = tuple(table.rounds.order_by("number")) if table.round_number else ()
    rows = _rows(rounds[table.round_number - 1]) if rounds else Rows()
    seats = _seats(table)
    return _loaded(table, seats, _game(table, rounds, rows, len(seats)))


def current(pk: int) -> LoadedTable:
    """The table as its rows say at one moment, however fast it moves on."""
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
    """Who sits there, with the count of changes of the moment at which they were read."""
    found = SEATS.objects(table=table.pk)
    if any(getattr(seat, "as_of") != table.changes for seat in found):  # noqa: B009
        raise TornRead
    for seat in found:
        seat.table = table
    return found


# --- the game -------------------------------------------------------------------------------------


def _rows(current: Round) -> Rows:
    cards = Card.objects.filter(round=current).order_by("pk").values_list(*CardRow._fields)
    return Rows(
        tuple(map(CardRow._make, cards)),
        _plain(Token, current),
        _plain(SeatValueRow, current),
        _plain(KnowledgeRow, current),
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
        values=tuple(SeatValue(*content) for content in rows.values),
        knowledge=tuple(Knowledge(*content) for content in rows.knowledge),
        extra=tuple(current.extra.items()),
    )


# The games that this process has loaded or saved last: it need not read their rows again.
#
# A stored game is a value that nobody changes. Whether it is still the game of its table, only the
# table's own row can say: every change is counted there, in the same transaction. So a game is
# remembered with what that row said, and recalled only for a row that says the same. Only what was
# committed is remembered; what was rolled back has never been.

MAX_GAMES: Final = 2000
"""Games in each process; one takes some 30 kB."""


class RowVersion(NamedTuple):
    """What a table's row says, different after each change of its game.

    The counts would do, but for a database that was restored from a backup and counts on from
    there: its moves have other times.
    """

    changes: int
    version: int
    length: int
    moved_at: datetime | None


_games: OrderedDict[str, tuple[RowVersion, Game]] = OrderedDict()
"""By the code of the table, which is never used again; the last one used is the last."""
_lock = Lock()


def recall(table: Table) -> Game | None:
    """The game of a table whose row was read just now, if it is known."""
    with _lock:
        known = _games.get(table.code)
        if known is None or known[0] != _row_version(table):
            return None
        _games.move_to_end(table.code)
        return known[1]


def remember(table: Table, game: Game) -> None:
    """This is the game of this row, once the transaction is committed."""
    transaction.on_commit(partial(_keep, table.code, _row_version(table), game))


def _keep(code: str, mark: RowVersion, game: Game) -> None:
    with _lock:
        _games[code] = mark, game
        _games.move_to_end(code)
        while len(_games) > MAX_GAMES:
            _games.popitem(last=False)


def forget_all() -> None:
    with _lock:
        _games.clear()


def _row_version(table: Table) -> RowVersion:
    return RowVersion(table.changes, table.version, table.length, table.moved_at)
