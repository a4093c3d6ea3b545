"""How a table ends: played to its end, given up, cancelled, abandoned. And how long it lives on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.tables import clocks
from games.tables.models import LogEntry, Table
from games.tables.news import TableOver
from games.tables.services.work import RowWork, TableWork

LIFELESS = timedelta(days=30)
LIFELESS_TURNS = 4
CANCELLED_LASTS = settings.KEEP_CLOSED_TABLES
"""What came to nothing is kept so long."""
ABANDONED_LASTS = settings.KEEP_ABANDONED_TABLES


def settle(work: TableWork) -> None:
    """Has the game come to its end? If not, has somebody shown that the table is alive?"""
    outcome = work.loaded.rules.outcome(work.loaded.state)
    if outcome is not None and work.table.status == Table.Status.RUNNING:
        finish(work, outcome.scores, outcome.winners)
    if work.table.status != Table.Status.RUNNING:
        _clear(work)
    elif work.person_is_here:
        live_on(work.table, work.at)


def finish(work: TableWork, scores: Sequence[int], winners: Sequence[int]) -> None:
    """The game is over: scores and winners on the seats."""
    work.table.status, work.table.ended_at = Table.Status.FINISHED, work.at
    current = work.loaded.round
    if current.ended_at is None:
        current.ended_at = work.at
        current.save(update_fields=["ended_at"])
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


def _clear(work: TableWork) -> None:
    """Nobody is on turn any more, and no seat is on offer."""
    work.table.abandon_at, work.table.paused_at, work.table.held_abandon = None, None, None
    for seat in work.seats:
        seat.on_turn, seat.act_at, seat.offered_until, seat.held_offer = False, None, None, None
        clocks.stop(seat)


def live_on(table: Table, at: datetime) -> None:
    """A person did something here: the table is not abandoned for a long time."""
    length = max(LIFELESS, LIFELESS_TURNS * timedelta(hours=table.pace_hours))
    if table.paused_at is None:
        table.abandon_at = at + length
    else:
        table.held_abandon = length
