"""A seat changes hands: to a person, to a bot, and back.

What a seat knows (its hand, its role, what it has seen) belongs to the seat: whoever sits down
there gets exactly that. Notes belong to who wrote them.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts import blocking
from accounts.models import User
from games.notices import triggers
from games.tables import clocks, links, reliability
from games.tables.models import Departure, LogEntry, Note, Seat, Table
from games.tables.services import desk, log
from games.tables.services.desk import require
from games.tables.store import LoadedTable

BACK_AT_MOST = 6
"""So often a day somebody may leave a table on purpose and have the seat back."""


@transaction.atomic
def take_seat(user: User, code: str, number: int, at: datetime) -> Table:
    """Take over a seat on offer, with exactly what it knew. Twice is once.

    Refuses: not-running, already-seated, left-here, seat-not-offered, seat-taken, unreliable.
    """
    loaded = desk.locked_table(code)
    table, sits = loaded.table, loaded.seat_of(user)
    if sits is not None and sits.number == number:
        return table
    _may_sit_down(loaded, user)
    seat = _on_offer(loaded, number)
    if seat.user is not None:
        triggers.seat_lost(loaded, seat, seat.user, "lost-player", at)
        depart(loaded, seat, at)
    elif seat.leaves_notes:
        _pass_notes(seat, user)
    _sit_down(loaded, seat, _fresh(user), at)
    _begin_afresh(seat, table)
    log.write(loaded, LogEntry.Kind.HANDOVER, (), at, seat=number, text="player")
    triggers.seat_news(loaded, seat, "player", at, by=seat.user)
    log.settle(loaded, at, fresh=number, person=True)
    return table


def _may_sit_down(loaded: LoadedTable, user: User) -> None:
    table = loaded.table
    require(table.status == Table.Status.RUNNING, "not-running")
    require(table.paused_at is None, "paused")
    require(loaded.seat_of(user) is None, "already-seated")
    require(not table.departures.filter(user=user).exists(), "left-here")
    require(reliability.meets(user, table), "unreliable")
    others = (seat.user_id for seat in loaded.seats)
    require(not table.public or not blocking.at_odds(user, others), "not-together")


def _on_offer(loaded: LoadedTable, number: int) -> Seat:
    """That seat, if it is still to be had."""
    seat = next((seat for seat in loaded.seats if seat.number == number), None)
    require(seat is not None, "seat-not-offered")
    assert seat is not None
    if seat.offered_until is None:
        began = loaded.table.started_at
        somebody_came = seat.user_id and began is not None and seat.joined_at > began
        require(False, "seat-taken" if somebody_came else "seat-not-offered")
    return seat


def _fresh(user: User) -> User:
    """As he is now, and not when his request began: his vacation decides about his clock."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _sit_down(loaded: LoadedTable, seat: Seat, user: User, at: datetime) -> None:
    seat.user, seat.bot, seat.former, seat.joined_at = user, "", None, at
    seat.absences, seat.offered_until, seat.leaves_notes = 0, None, False
    Seat.objects.filter(pk=seat.pk).update(seen_at=None)


def _begin_afresh(seat: Seat, table: Table) -> None:
    """Somebody new: nothing of how the seat was kept before them, and a clock of their own."""
    clocks.stop(seat)
    seat.bank = clocks.full(table) if table.bank_hours else None
    seat.in_time, seat.missed, seat.excused_left = 0, 0, table.excused


def _pass_notes(seat: Seat, user: User) -> None:
    """What the leaver wrote down goes with the seat: he said so when he left. But no links."""
    notes = Note.objects.filter(table=seat.table_id, user=seat.former_id or 0)
    text = "\n\n".join(note.text for note in notes if note.text)
    if text:
        kept = {"text": links.without(text)}
        Note.objects.update_or_create(table_id=seat.table_id, user=user, defaults=kept)


# --- back ---------------------------------------------------------------------------------------


@transaction.atomic
def come_back(user: User, code: str, at: datetime) -> Table:
    """'I am here': who still sits on a seat on offer keeps it. Twice is once.

    Refuses: not-seated, not-running.
    """
    loaded = desk.locked_table(code)
    seat = loaded.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    require(loaded.table.status == Table.Status.RUNNING, "not-running")
    require(loaded.table.paused_at is None, "paused")
    if seat.offered_until is None:
        return loaded.table
    returned(loaded, seat, at)
    if seat.on_turn:
        restart_clock(loaded, seat, at)
    log.settle(loaded, at, person=True)
    return loaded.table


def restart_clock(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """Who is back in his turn has the time of one move."""
    seat.bank = clocks.refilled(loaded.table, clocks.NOTHING)
    clocks.start(seat, loaded.table, at, clocks.for_turn(seat, loaded.table))


def returned(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """The offer is withdrawn, and all others see who is back."""
    seat.offered_until, seat.absences = None, 0
    log.write(loaded, LogEntry.Kind.RETURNED, (), at, seat=seat.number)
    triggers.seat_news(loaded, seat, "returned", at, by=seat.user)


@transaction.atomic
def take_back(user: User, code: str, at: datetime) -> Table:
    """Who sat there before gets his seat back: from a bot, or while it is still empty.

    With it comes the clock of the turn, which has not waited for him, and the bank he had.
    Refuses: not-running, not-yours, seat-taken, not-given-back.
    """
    loaded = desk.locked_table(code)
    table = loaded.table
    if loaded.seat_of(user) is not None:
        return table
    require(table.status == Table.Status.RUNNING, "not-running")
    require(table.paused_at is None, "paused")
    departure = table.departures.filter(user=user).first()
    require(departure, "not-yours")
    assert departure is not None
    seat = next((seat for seat in loaded.seats if seat.former_id == user.pk), None)
    require(seat, "seat-taken")
    assert seat is not None
    require(table.gives_back or not seat.bot, "not-given-back")
    require(_came_back(table, seat, at) < BACK_AT_MOST, "too-often")
    _sit_down(loaded, seat, _fresh(user), at)
    seat.in_time, seat.missed = departure.in_time, departure.missed
    departure.delete()
    _take_up_clock(loaded, seat, at)
    returned(loaded, seat, at)
    log.settle(loaded, at, person=True)
    return table


def _take_up_clock(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """The same turn goes on; where nobody else is left, nobody has waited, and it begins anew."""
    waited = any(other.user_id for other in loaded.seats if other is not seat)
    if not seat.on_turn:
        return
    if waited and seat.kept_from is not None:
        clocks.resume(seat, loaded.table, at)
    else:
        clocks.stop(seat)
        clocks.start(seat, loaded.table, at, clocks.for_turn(seat, loaded.table))


def _came_back(table: Table, seat: Seat, at: datetime) -> int:
    """How often somebody has come back to this seat within a day: each time is in the log."""
    back = table.log.filter(kind=LogEntry.Kind.RETURNED, seat=seat.number)
    return back.filter(at__gt=at - timedelta(days=1)).count()


# --- away ---------------------------------------------------------------------------------------


def step_out(loaded: LoadedTable, number: int, at: datetime, leave_notes: bool) -> None:
    """Somebody leaves on purpose: his seat is empty and on offer, or a bot's at once.

    When his time is up the others have waited long enough: no offer then.
    """
    seat = loaded.seats[number]
    require(seat.user_id, "not-seated")
    late = seat.due_at is not None and seat.due_at <= at
    seat.missed += late
    if late or not loaded.table.offer_hours:
        to_bot(loaded, seat, at, by=seat.user)
        return
    depart(loaded, seat, at)
    seat.leaves_notes = leave_notes
    offer(loaded, seat, at)


def offer(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """Anybody may take this seat for so long; who still sits there may come back."""
    if seat.user is not None:  # the clock of who left runs on unseen
        clocks.stop(seat)
    if seat.offered_until is None:
        seat.offered_until = at + timedelta(hours=loaded.table.offer_hours)
    left = seat.former if seat.user is None else None
    log.write(loaded, LogEntry.Kind.OFFERED, (), at, seat=seat.number)
    triggers.seat_news(loaded, seat, "offered", at, by=left)
    log.settle(loaded, at, person=seat.user is None)


def to_bot(loaded: LoadedTable, seat: Seat, at: datetime, by: User | None = None) -> None:
    """A bot plays on. Who left on purpose (`by`) knows it; who was away is told."""
    if seat.user is not None:
        if by is None:
            triggers.seat_lost(loaded, seat, seat.user, "lost-bot", at)
        depart(loaded, seat, at)
    seat.bot, seat.offered_until, seat.leaves_notes = "easy", None, False
    seat.held_offer = None
    log.write(loaded, LogEntry.Kind.HANDOVER, (), at, seat=seat.number, text="bot")
    triggers.seat_news(loaded, seat, "bot", at, by=by)
    log.settle(loaded, at)


def depart(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """He no longer sits there; how he kept his turns stays with him, and so does his clock."""
    clocks.keep(seat, loaded.table, at)
    kept = {"seat": seat.number, "in_time": seat.in_time, "missed": seat.missed, "at": at}
    Departure.objects.update_or_create(table=loaded.table, user=seat.user, defaults=kept)
    seat.former, seat.user, seat.wants_cancel = seat.user, None, False
    seat.in_time, seat.missed, seat.absences = 0, 0, 0


def forget_former(user: User) -> None:
    """He will never come back: no seat remembers him. In the transaction of his leaving."""
    his = Seat.objects.filter(former=user).order_by("table")
    for code in his.values_list("table__code", flat=True):
        desk.lock(code).seats.filter(former=user).update(former=None, leaves_notes=False)
