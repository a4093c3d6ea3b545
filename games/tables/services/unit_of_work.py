"""The one door to a table for whoever changes it: person, bot, absent player, moderator.

    with table_for_update(code, at) as work:
        seat = work.seat_of(user)
        work.append(LogEntry(kind=LogEntry.Kind.RETURNED, seat=seat.number))
        work.tell(SeatChanged("returned", ...))
        work.person_acted()

It opens the transaction, locks the table's row before anything about it is read, and loads the
game. At its end, once: turns and clocks are settled, seats and table saved, news handed out, and
workers woken after the commit. If nothing happened, nothing is written. An exception takes all of
it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import CharField

from config.extensions import ExtensionPoint
from config.jobs.sweeps import wake_worker
from config.storage import database
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.tables import store
from games.tables.models import LogEntry, Table
from games.tables.services import settling
from games.tables.services.news import Listener
from games.tables.services.work import RowWork, TableWork
from games.tables.store import LoadedTable

MOVE_BOTS = "tables.move_bots"
LISTENERS: ExtensionPoint[Listener] = ExtensionPoint()
TABLE = PreparedQuery(
    lambda: Table.objects.select_for_update(of=("self",)).filter(
        code=Placeholder("code", CharField())
    )
)


def lock(code: str) -> Table:
    """Lock the table before anything about it is read. Call it first in a transaction."""
    with database.limited_wait(f"table {code}"):
        found = TABLE.first(code=code)
    if found is None:
        raise Table.DoesNotExist
    return found


def lock_all(codes: Iterable[str]) -> None:
    """Several tables, always in the same order; and before any player, as everybody does."""
    found = Table.objects.filter(code__in=list(codes)).order_by("pk")
    for code in list(found.values_list("code", flat=True)):
        lock(code)


@contextmanager
def table_for_update(code: str, at: datetime) -> Iterator[TableWork]:
    with transaction.atomic(), table_in_transaction(code, at) as work:
        yield work


@contextmanager
def table_in_transaction(code: str, at: datetime) -> Iterator[TableWork]:
    """The same for a caller who has a transaction already, and more to do in it."""
    with work_on(store.load(lock(code)), at) as work:
        yield work


@contextmanager
def work_on(loaded: LoadedTable, at: datetime) -> Iterator[TableWork]:
    """The same for a table that nobody else can reach: it was locked, or made, just now."""
    work = TableWork(loaded, at)
    yield work
    if work.happened:
        _settle(work)
    _end(work)


@contextmanager
def row_for_update(code: str, at: datetime) -> Iterator[RowWork]:
    """The lighter form, for chat and invitations: locks the row and does not load the game."""
    with transaction.atomic():
        work = RowWork(lock(code), at)
        yield work
        _end(work)


def _settle(work: TableWork) -> None:
    """What follows from whatever happened: turns, deadlines, the end; then one save of all."""
    settling.settle(work)
    if work.table.paused_at is not None:
        settling.hold_paused_clocks(work)
    work.table.moved_at = work.at
    work.table.changes += 1
    LogEntry.objects.bulk_create(work.entries)
    store.save(work.loaded)
    work.columns.clear()
    due = min((seat.act_at for seat in work.seats if seat.act_at), default=None)
    if due is not None:
        transaction.on_commit(partial(wake_worker, MOVE_BOTS, due - work.at))


def _end(work: RowWork) -> None:
    if "changes" in work.columns:
        work.table.changes += 1
    if work.columns:
        work.table.save(update_fields=sorted(work.columns))
    if work.news:
        for listener in LISTENERS:
            listener(work.table, work.news, work.at)
