"""How a table ends: played to its end, given up, cancelled, abandoned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.conf import settings
from django.db import transaction

from config.sweeps import wake
from games.tables.models import LogEntry, Table
from games.tables.news import TableOver
from games.tables.services.work import RowWork, TableWork

CANCELLED_LASTS = settings.KEEP_CLOSED_TABLES
"""What came to nothing is kept so long."""
ABANDONED_LASTS = settings.KEEP_ABANDONED_TABLES
COUNT_RESULTS = "tables.count_results"


def finish(work: TableWork, scores: Sequence[int], winners: Sequence[int]) -> None:
    """The game is over: scores and winners on the seats."""
    _end(work, Table.Status.FINISHED)
    if work.loaded.round.ended_at is None:
        work.loaded.change_round(ended_at=work.at)
    for seat in work.seats:
        seat.score, seat.won = scores[seat.number], seat.number in winners
    if work.table.for_one and winners:
        work.table.seats.update(score_alone=scores[0])
    work.tell(TableOver("finished", work.players))
    transaction.on_commit(partial(wake, COUNT_RESULTS))


def cancel(work: RowWork) -> None:
    """It counts for nobody, and is kept for a while only; also a lobby."""
    _end(work, Table.Status.CANCELLED)
    work.table.remove_at = work.at + CANCELLED_LASTS


def expire(work: RowWork) -> None:
    """A lobby that never filled."""
    _end(work, Table.Status.EXPIRED)
    work.table.remove_at = work.at + CANCELLED_LASTS


def abandon(work: TableWork) -> None:
    """Nobody is left. Who lost their seat and might have come back is told as well."""
    _end(work, Table.Status.ABANDONED)
    work.table.remove_at = work.at + ABANDONED_LASTS
    work.append(LogEntry(kind=LogEntry.Kind.ABANDONED))
    former = tuple(seat.former for seat in work.seats if seat.former is not None)
    work.tell(TableOver("abandoned", work.players, former))


def _end(work: RowWork, status: Table.Status) -> None:
    """Seats know it too: the newest tables of a player's past are found by their seats."""
    work.table.status, work.table.ended_at = status, work.at
    work.table.seats.update(ended_at=work.at)
