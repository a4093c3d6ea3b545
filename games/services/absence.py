"""The ladder of an absent player, rung by rung, and a table where nobody is left.

The sweeps find seats and tables by their columns and call these with one each; every service looks
again under the lock, so that several workers, or a player who moves at that moment, do no harm.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games import clocks, notify, store
from games.models import Game, Move, Seat
from games.services import desk, handover, log, play
from games.store import Table

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


def lifeless(at: datetime) -> QuerySet[Game]:
    """Running tables at which nobody has done anything for long."""
    running = Game.objects.filter(status=Game.Status.RUNNING, abandon_at__lte=at)
    return running.order_by("abandon_at")


@transaction.atomic
def miss_turn(seat_id: int, at: datetime) -> bool:
    """One rung of the ladder for a seat whose time is up; False if it is not, or no longer."""
    game = _lock(overdue(at), seat_id)
    if game is None:
        return False
    table = store.load(game)
    seat = _still(table, seat_id, "due_at", at)
    if seat is None:
        return False
    seat.missed += 1
    if seat.excused_left:
        _excuse(table, seat, at)
    elif not seat.absences:
        seat.absences = 1
        notify.missed(table, seat, "played", at)
        play.play_for(table, seat, at)
    else:
        _give_up(table, seat, at)
    return True


def _excuse(table: Table, seat: Seat, at: datetime) -> None:
    """His clock starts again, full; everybody sees why they wait."""
    game = table.game
    seat.excused_left -= 1
    seat.bank = clocks.full(game) if game.bank_hours else None
    clocks.start(seat, game, at, clocks.full(game))
    log.write(table, Move.Kind.EXCUSED, (), at, seat=seat.number)
    notify.missed(table, seat, "excused", at)
    log.settle(table, at)


def _give_up(table: Table, seat: Seat, at: datetime) -> None:
    seat.absences += 1
    if table.game.offer_hours:
        handover.offer(table, seat, at)
    else:
        handover.to_bot(table, seat, at)


@transaction.atomic
def end_offer(seat_id: int, at: datetime) -> bool:
    """Nobody took the seat in time: a bot does."""
    game = _lock(stale_offers(at), seat_id)
    if game is None:
        return False
    table = store.load(game)
    seat = _still(table, seat_id, "offered_until", at)
    if seat is None:
        return False
    handover.to_bot(table, seat, at)
    return True


@transaction.atomic
def remind(seat_id: int, at: datetime) -> bool:
    """Four fifths of his time are gone: tell him, once; but not when it is all gone."""
    game = _lock(to_remind(at), seat_id)
    if game is None:
        return False
    table = Table(game, list(game.seats.filter(pk=seat_id).select_related("user")))
    seat = _still(table, seat_id, "remind_at", at)
    if seat is None:
        return False
    seat.remind_at = None
    seat.save(update_fields=["remind_at"])
    in_time = seat.due_at is not None and at < seat.due_at
    if in_time:
        notify.reminder(table, seat, at)
        notify.write(table)
    return in_time


def _lock(due: QuerySet[Seat], seat_id: int) -> Game | None:
    """The table of a seat that is due, locked; without waiting for a lock where none is."""
    code = due.filter(pk=seat_id).values_list("game__code", flat=True).first()
    return desk.lock(code) if code else None


def _still(table: Table, seat_id: int, column: str, at: datetime) -> Seat | None:
    """The seat, if it is due now that nobody else can change it."""
    if table.game.status != Game.Status.RUNNING:
        return None
    seat = next((seat for seat in table.seats if seat.pk == seat_id), None)
    due = getattr(seat, column) if seat else None
    return seat if due is not None and due <= at else None


# --- nobody left --------------------------------------------------------------------------------


@transaction.atomic
def abandon(code: str, at: datetime) -> bool:
    """Close a running table at which nobody has done anything for long.

    As long as somebody's clock runs (he may be on vacation), a seat is on offer or a bot is to
    move, it waits: a table is abandoned when nothing will ever happen there again by itself.
    """
    game = desk.lock(code)
    if game.status != Game.Status.RUNNING or game.abandon_at is None or game.abandon_at > at:
        return False
    table = store.load(game)
    if until := _waits_until(table):
        game.abandon_at = max(until, at) + GRACE
        game.save(update_fields=["abandon_at"])
        return False
    game.status, game.ended_at, game.remove_at = Game.Status.ABANDONED, at, at + ABANDONED_LASTS
    log.write(table, Move.Kind.ABANDONED, (), at)
    notify.over(table, "abandoned", at)
    log.settle(table, at)
    return True


def _waits_until(table: Table) -> datetime | None:
    columns = ("due_at", "offered_until", "act_at")
    times = [getattr(seat, column) for seat in table.seats for column in columns]
    return max((moment for moment in times if moment is not None), default=None)
