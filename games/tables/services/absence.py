"""Steps when a player misses deadlines, and the end of tables where nobody is left.

The sweeps find seats and tables by their columns and call these with one each. Every service checks
again under the lock, so that several workers, or a player who moves at that moment, do no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.tables import clocks
from games.tables.models import LogEntry, Seat, Table
from games.tables.services import handover, play
from games.tables.services.news import TimeIsShort, TurnMissed
from games.tables.services.unit_of_work import TableWork, row_for_update, table_for_update

GRACE = timedelta(days=7)
"""How long to wait before checking again a table that was still waiting for something."""


def miss_turn(seat_id: int, at: datetime) -> bool:
    """Take the next step for a seat whose time is up; return False if it isn't, or no longer."""
    return _if_due(Seat.objects.overdue(at), "due_at", seat_id, at, _miss)


def end_offer(seat_id: int, at: datetime) -> bool:
    """Give a seat that nobody took in time to a bot."""
    offers = Seat.objects.offers_expired(at)
    return _if_due(offers, "offered_until", seat_id, at, handover.lose_to_bot)


def _if_due(
    due: QuerySet[Seat],
    column: str,
    seat_id: int,
    at: datetime,
    act: Callable[[TableWork, Seat], None],
) -> bool:
    code = _code_of_table(due, seat_id)
    if code is None:
        return False
    with table_for_update(code, at) as work:
        seat = next((seat for seat in work.seats if seat.pk == seat_id), None)
        if seat is None or not _is_still_due(work.table, getattr(seat, column), at):
            return False
        act(work, seat)
    return True


def _miss(work: TableWork, seat: Seat) -> None:
    """Excuse them, play for them, or give their seat away."""
    seat.missed += 1
    if seat.excused_left:
        _excuse(work, seat)
        return
    seat.absences += 1
    if seat.absences == 1:
        if seat.user is not None:
            work.tell(TurnMissed("played", seat.number, seat.user, seat.turn, seat.missed))
        play.play_for(work, seat)
    elif work.table.offer_hours:
        handover.offer(work, seat)
    else:
        handover.lose_to_bot(work, seat)


def _excuse(work: TableWork, seat: Seat) -> None:
    """Restart their clock, full; the log tells everybody why they wait."""
    table = work.table
    seat.excused_left -= 1
    seat.bank = clocks.full_clock(table) if table.bank_hours else None
    clocks.start(seat, table, work.clock_time, clocks.full_clock(table))
    work.append(LogEntry(kind=LogEntry.Kind.EXCUSED, seat=seat.number))
    if seat.user is not None:
        work.tell(TurnMissed("excused", seat.number, seat.user, seat.turn, seat.missed))


def remind(seat_id: int, at: datetime) -> bool:
    """Remind a player once when four fifths of their time are gone, but not if all of it is."""
    code = _code_of_table(Seat.objects.to_remind(at), seat_id)
    if code is None:
        return False
    with row_for_update(code, at) as work:
        seat = work.table.seats.filter(pk=seat_id).select_related("user").first()
        if seat is None or not _is_still_due(work.table, seat.remind_at, at):
            return False
        seat.remind_at = None
        seat.save(update_fields=["remind_at"])
        in_time = seat.due_at is not None and at < seat.due_at
        if in_time and seat.user is not None:
            work.tell(TimeIsShort(seat.number, seat.user, seat.turn, seat.missed))
    return in_time


def _code_of_table(due: QuerySet[Seat], seat_id: int) -> str | None:
    """Return the code of the table if the seat is due, so that only then a lock is waited for."""
    return due.filter(pk=seat_id).values_list("table__code", flat=True).first()


def _is_still_due(table: Table, moment: datetime | None, at: datetime) -> bool:
    """Check under the lock that it is due."""
    return table.status == Table.Status.RUNNING and moment is not None and moment <= at


def abandon_table(code: str, at: datetime) -> bool:
    """Close a running table at which nobody has done anything for a long time.

    It stays while somebody's clock runs (they may be on vacation), a seat is on offer or a bot is
    to move: only a table at which nothing will happen by itself is abandoned.
    """
    with table_for_update(code, at) as work:
        if not _is_still_due(work.table, work.table.abandon_at, at):
            return False
        if until := _waits_until(work.seats):
            work.table.abandon_at = max(until, at) + GRACE
            work.keep("abandon_at")
            return False
        work.abandon()
    return True


def _waits_until(seats: list[Seat]) -> datetime | None:
    times = [time for seat in seats for time in (seat.due_at, seat.offered_until, seat.act_at)]
    return max((time for time in times if time is not None), default=None)
