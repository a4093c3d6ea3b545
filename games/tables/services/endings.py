"""How a table ends: played to its end, given up, cancelled, abandoned."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from games.tables.models import LogEntry, Table
from games.tables.news import TableOver
from games.tables.services.work import RowWork, TableWork

CANCELLED_LASTS = settings.KEEP_CLOSED_TABLES
"""What came to nothing is kept so long."""
ABANDONED_LASTS = settings.KEEP_ABANDONED_TABLES


def finish(work: TableWork, scores: Sequence[int], winners: Sequence[int]) -> None:
    """The game is over: scores and winners on the seats."""
    work.table.status, work.table.ended_at = Table.Status.FINISHED, work.at
    if work.loaded.round.ended_at is None:
        work.loaded.change_round(ended_at=work.at)
    for seat in work.seats:
        seat.score, seat.won = scores[seat.number], seat.number in winners
    work.tell(TableOver("finished", work.players))


def cancel(work: RowWork) -> None:
    """It counts for nobody, and is kept for a while only; also a lobby."""
    work.table.status, work.table.ended_at = Table.Status.CANCELLED, work.at
    work.table.remove_at = work.at + CANCELLED_LASTS


def expire(work: RowWork) -> None:
    """A lobby that never filled."""
    work.table.status, work.table.ended_at = Table.Status.EXPIRED, work.at
    work.table.remove_at = work.at + CANCELLED_LASTS


def abandon(work: TableWork) -> None:
    """Nobody is left. Who lost their seat and might have come back is told as well."""
    work.table.status, work.table.ended_at = Table.Status.ABANDONED, work.at
    work.table.remove_at = work.at + ABANDONED_LASTS
    work.append(LogEntry(kind=LogEntry.Kind.ABANDONED))
    former = tuple(seat.former for seat in work.seats if seat.former is not None)
    work.tell(TableOver("abandoned", work.players, former))
