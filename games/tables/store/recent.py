"""The games that this process has loaded or saved last: it need not read their rows again.

A stored game is a value that nobody changes. Whether it is still the game of its table, only the
table's own row can say: every change is counted there, in the same transaction. So a game is
remembered with what that row said, and recalled only for a row that says the same. Only what was
committed is remembered; what was rolled back has never been.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Final, NamedTuple

from django.db import transaction

from games.tables.models import Table
from games.tables.store.loaded import Game

AT_MOST: Final = 2000
"""Games in each process; one takes some 30 kB."""


class Mark(NamedTuple):
    """What a table's row says, different after each change of its game.

    The counts would do, but for a database that was restored from a backup and counts on from
    there: its moves have other times.
    """

    changes: int
    version: int
    length: int
    moved_at: datetime | None


_games: OrderedDict[str, tuple[Mark, Game]] = OrderedDict()
"""By the code of the table, which is never used again; the last one used is the last."""
_lock = Lock()


def recall(table: Table) -> Game | None:
    """The game of a table whose row was read just now, if it is known."""
    with _lock:
        known = _games.get(table.code)
        if known is None or known[0] != _mark(table):
            return None
        _games.move_to_end(table.code)
        return known[1]


def remember(table: Table, game: Game) -> None:
    """This is the game of this row, once the transaction is committed."""
    transaction.on_commit(partial(_keep, table.code, _mark(table), game))


def _keep(code: str, mark: Mark, game: Game) -> None:
    with _lock:
        _games[code] = mark, game
        _games.move_to_end(code)
        while len(_games) > AT_MOST:
            _games.popitem(last=False)


def forget_all() -> None:
    with _lock:
        _games.clear()


def _mark(table: Table) -> Mark:
    return Mark(table.changes, table.version, table.length, table.moved_at)
