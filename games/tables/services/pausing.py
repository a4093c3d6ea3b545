"""A table that moderators have paused: nothing on it runs until they let it go on.

Who may do that stands in `games/moderation/roles.py`.
"""

from __future__ import annotations

from datetime import timedelta

from games.tables import clocks
from games.tables.services.settling import LIFELESS
from games.tables.services.work import TableWork


def hold(work: TableWork) -> None:
    """While a table is paused nothing on it runs, whatever has just begun there."""
    table = work.table
    if table.abandon_at is not None:
        table.held_abandon, table.abandon_at = max(table.abandon_at - work.at, timedelta()), None
    for seat in work.seats:
        clocks.hold(seat, table, work.clock_time)


def pause(work: TableWork) -> None:
    """Every clock stops, and nobody can move; each seat keeps what was left of its time."""
    work.happened = True
    work.table.paused_at = work.at


def resume(work: TableWork) -> None:
    """Every clock runs on with what was left of it."""
    work.happened, table = True, work.table
    for seat in work.seats:
        clocks.release(seat, table, work.clock_time)
    table.abandon_at = work.at + (table.held_abandon or LIFELESS)
    table.paused_at, table.held_abandon = None, None
