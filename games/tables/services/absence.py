"""The ladder of an absent player, rung by rung, and a table where nobody is left.

The sweeps find seats and tables by their columns and call these with one each; every service looks
again under the lock, so that several workers, or a player who moves at that moment, do no harm.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.notices import triggers
from games.tables import clocks, store
from games.tables.models import LogEntry, Seat, Table
from games.tables.services import desk, handover, log, play
from games.tables.store import LoadedTable

ABANDONED_LASTS = settings.KEEP_ABANDONED_TABLES
GRACE = timedelta(days=7)
"""A table that still waits for something is looked at again so long after that."""


def overdue(at: datetime) -> QuerySet[Seat]:
    """Seats whose time is up, the longest overdue first."""
    return Seat.objects.filter(due_at__lte=at).order_by("due_at")


def to_remind(at: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(remind_at__lte=at).order_by("remind_at")


def stale_offers(at: datetime) -> QuerySet[Seat]:
    """Seats that nobody took in time."""
    return Seat.objects.filter(offered_until__lte=at).order_by("offered_until")


def lifeless(at: datetime) -> QuerySet[Table]:
    """Running tables at which nobody has done anything for long."""
    running = Table.objects.filter(status=Table.Status.RUNNING, abandon_at__lte=at)
    return running.order_by("abandon_at")


@transaction.atomic
def miss_turn(seat_id: int, at: datetime) -> bool:
    """One rung of the ladder for a seat whose time is up; False if it is not, or no longer."""
    table = _lock(overdue(at), seat_id)
    if table is None:
        return False
    loaded = store.load(table)
    seat = _still(loaded, seat_id, "due_at", at)
    if seat is None:
        return False
    seat.missed += 1
    if seat.excused_left:
        _excuse(loaded, seat, at)
    elif not seat.absences:
        seat.absences = 1
        triggers.missed(loaded, seat, "played", at)
        play.play_for(loaded, seat, at)
    else:
        _give_up(loaded, seat, at)
    return True


def _excuse(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """His clock starts again, full; everybody sees why they wait."""
    table = loaded.table
    seat.excused_left -= 1
    seat.bank = clocks.full(table) if table.bank_hours else None
    clocks.start(seat, table, at, clocks.full(table))
    log.write(loaded, LogEntry.Kind.EXCUSED, (), at, seat=seat.number)
    triggers.missed(loaded, seat, "excused", at)
    log.settle(loaded, at)


def _give_up(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    seat.absences += 1
    if loaded.table.offer_hours:
        handover.offer(loaded, seat, at)
    else:
        handover.to_bot(loaded, seat, at)


@transaction.atomic
def end_offer(seat_id: int, at: datetime) -> bool:
    """Nobody took the seat in time: a bot does."""
    table = _lock(stale_offers(at), seat_id)
    if table is None:
        return False
    loaded = store.load(table)
    seat = _still(loaded, seat_id, "offered_until", at)
    if seat is None:
        return False
    handover.to_bot(loaded, seat, at)
    return True


@transaction.atomic
def remind(seat_id: int, at: datetime) -> bool:
    """Four fifths of his time are gone: tell him, once; but not when it is all gone."""
    table = _lock(to_remind(at), seat_id)
    if table is None:
        return False
    loaded = LoadedTable(table, list(table.seats.filter(pk=seat_id).select_related("user")))
    seat = _still(loaded, seat_id, "remind_at", at)
    if seat is None:
        return False
    seat.remind_at = None
    seat.save(update_fields=["remind_at"])
    in_time = seat.due_at is not None and at < seat.due_at
    if in_time:
        triggers.reminder(loaded, seat, at)
        triggers.write(loaded)
    return in_time


def _lock(due: QuerySet[Seat], seat_id: int) -> Table | None:
    """The table of a seat that is due, locked; without waiting for a lock where none is."""
    code = due.filter(pk=seat_id).values_list("table__code", flat=True).first()
    return desk.lock(code) if code else None


def _still(loaded: LoadedTable, seat_id: int, column: str, at: datetime) -> Seat | None:
    """The seat, if it is due now that nobody else can change it."""
    if loaded.table.status != Table.Status.RUNNING:
        return None
    seat = next((seat for seat in loaded.seats if seat.pk == seat_id), None)
    due = getattr(seat, column) if seat else None
    return seat if due is not None and due <= at else None


# --- nobody left --------------------------------------------------------------------------------


@transaction.atomic
def abandon(code: str, at: datetime) -> bool:
    """Close a running table at which nobody has done anything for long.

    As long as somebody's clock runs (he may be on vacation), a seat is on offer or a bot is to
    move, it waits: a table is abandoned when nothing will ever happen there again by itself.
    """
    table = desk.lock(code)
    if table.status != Table.Status.RUNNING or table.abandon_at is None or table.abandon_at > at:
        return False
    loaded = store.load(table)
    if until := _waits_until(loaded):
        table.abandon_at = max(until, at) + GRACE
        table.save(update_fields=["abandon_at"])
        return False
    table.status, table.ended_at, table.remove_at = Table.Status.ABANDONED, at, at + ABANDONED_LASTS
    log.write(loaded, LogEntry.Kind.ABANDONED, (), at)
    triggers.over(loaded, "abandoned", at)
    log.settle(loaded, at)
    return True


def _waits_until(loaded: LoadedTable) -> datetime | None:
    columns = ("due_at", "offered_until", "act_at")
    times = [getattr(seat, column) for seat in loaded.seats for column in columns]
    return max((moment for moment in times if moment is not None), default=None)
