"""Handing a seat over: to a person, to a bot, and back.

What a seat knows (its hand, its role, what it has seen) belongs to the seat: whoever sits down
there gets exactly that. Notes belong to their author.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from accounts import relations
from accounts.models import User
from games.players import reliability
from games.tables import access, bot_players, clocks, titles
from games.tables.models import Departure, LogEntry, Note, Seat, Table
from games.tables.refusals import Refused, require
from games.tables.services import unit_of_work
from games.tables.services.news import SeatChanged, SeatLost
from games.tables.services.unit_of_work import TableWork, table_for_update

MAX_RETURNS = 6
"""How often a day a player may take back a seat that they left."""


def take_seat(user: User, code: str, number: int, at: datetime) -> Table:
    """Take over a seat on offer, with exactly what it knew. Doing it twice does nothing.

    Refuses: not-running, already-seated, left-here, has-looked, seat-not-offered, seat-taken,
    unreliable.
    """
    with table_for_update(code, at) as work:
        sits = work.loaded.seat_of(user)
        if sits is not None and sits.number == number:
            return work.table
        _may_sit_down(work, user)
        seat = _on_offer(work, number)
        if seat.user is not None:
            _lose(work, seat, seat.user, "player")
        elif seat.leaves_notes:
            _pass_notes(seat, user)
        newcomer = _as_of_now(user)
        _sit_down(seat, newcomer, at)
        _reset_seat(seat, work.table)
        _log_handover(work, seat, LogEntry.TakenBy.PLAYER)
        _tell_all(work, seat, "player", by=newcomer)
        work.restart_turn(seat)
        work.person_acted()
    return work.table


def _may_sit_down(work: TableWork, user: User) -> None:
    table = work.table
    work.require_running()
    require(work.loaded.seat_of(user) is None, "already-seated")
    require(not table.departures.filter(user=user).exists(), "left-here")
    require(not access.is_barred(user, table), "has-looked")
    require_may_join(work, user)


def require_may_join(work: TableWork, user: User) -> None:
    """Refuses: guest-joins, guest-tables, unreliable, not-together."""
    access.require_guest_may_join(user, work.table)
    require(reliability.is_reliable_enough(user, work.table), "unreliable")
    others = (seat.user_id for seat in work.seats)
    at_odds = work.table.public and relations.has_block_between(user, others)
    require(not at_odds, "not-together")


def _on_offer(work: TableWork, number: int) -> Seat:
    seat = next((seat for seat in work.seats if seat.number == number), None)
    if seat is None:
        raise Refused("seat-not-offered")
    if seat.offered_until is None:
        began = work.table.started_at
        somebody_came = seat.user_id and began is not None and seat.joined_at > began
        raise Refused("seat-taken" if somebody_came else "seat-not-offered")
    return seat


def _as_of_now(user: User) -> User:
    """Read the player again under a lock: their vacation decides about their clock."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _sit_down(seat: Seat, user: User, at: datetime) -> None:
    seat.user, seat.bot, seat.former, seat.joined_at = user, "", None, at
    seat.absences, seat.offered_until, seat.leaves_notes = 0, None, False
    Seat.objects.filter(pk=seat.pk).update(seen_at=None)


def _reset_seat(seat: Seat, table: Table) -> None:
    """Give a new player a fresh record and a clock of their own."""
    clocks.stop(seat)
    seat.bank = clocks.full_clock(table) if table.bank_hours else None
    seat.in_time, seat.missed, seat.excused_left = 0, 0, table.excused


def _pass_notes(seat: Seat, user: User) -> None:
    """Pass on the notes that the leaver allowed to be passed on, without links."""
    notes = Note.objects.filter(table=seat.table_id, user=seat.former_id or 0)
    text = "\n\n".join(note.text for note in notes if note.text)
    if text:
        kept = {"text": titles.without_links(text)}
        Note.objects.update_or_create(table_id=seat.table_id, user=user, defaults=kept)


def come_back(user: User, code: str, at: datetime) -> Table:
    """Withdraw the offer of the player's own seat. Doing it twice does nothing.

    Refuses: not-seated, not-running.
    """
    with table_for_update(code, at) as work:
        seat = work.seat_of(user)
        work.require_running()
        if seat.offered_until is None:
            return work.table
        returned(work, seat)
        if seat.on_turn:
            restart_clock(work, seat)
        work.person_acted()
    return work.table


def restart_clock(work: TableWork, seat: Seat) -> None:
    """Give a player who is back in their turn the time of one move."""
    seat.bank = clocks.refilled(work.table, clocks.NOTHING)
    clocks.start(seat, work.table, work.clock_time, clocks.for_turn(seat, work.table))


def returned(work: TableWork, seat: Seat) -> None:
    """Withdraw the offer and tell all others who is back."""
    seat.offered_until, seat.absences = None, 0
    work.append(LogEntry(kind=LogEntry.Kind.RETURNED, seat=seat.number))
    _tell_all(work, seat, "returned", by=seat.user)


def take_back(user: User, code: str, at: datetime) -> Table:
    """Give a player their former seat back, from a bot or while it is still empty.

    With it comes the clock of the turn, which hasn't waited for them, and the bank they had.
    Refuses: not-running, not-yours, has-looked, seat-taken, not-given-back.
    """
    with table_for_update(code, at) as work:
        if work.loaded.seat_of(user) is not None:
            return work.table
        work.require_running()
        require(not access.is_barred(user, work.table), "has-looked")
        departure = _departure(work.table, user)
        seat = _former_seat(work, user)
        require(_came_back(work.table, seat, at) < MAX_RETURNS, "too-often")
        _sit_down(seat, _as_of_now(user), at)
        seat.in_time, seat.missed = departure.in_time, departure.missed
        departure.delete()
        _take_up_clock(work, seat)
        returned(work, seat)
        work.person_acted()
    return work.table


def _departure(table: Table, user: User) -> Departure:
    departure = table.departures.filter(user=user).first()
    if departure is None:
        raise Refused("not-yours")
    return departure


def _former_seat(work: TableWork, user: User) -> Seat:
    """Return the seat they left, if nobody else has it and the table gives it back."""
    seat = next((seat for seat in work.seats if seat.former_id == user.pk), None)
    if seat is None:
        raise Refused("seat-taken")
    require(work.table.gives_back or not seat.bot, "not-given-back")
    return seat


def _take_up_clock(work: TableWork, seat: Seat) -> None:
    """Continue their turn; if no other person is left, nobody waited, and the clock restarts."""
    waited = any(other.user_id for other in work.seats if other is not seat)
    if not seat.on_turn:
        return
    if waited and seat.kept_from is not None:
        clocks.resume(seat, work.table, work.clock_time)
    else:
        clocks.stop(seat)
        clocks.start(seat, work.table, work.clock_time, clocks.for_turn(seat, work.table))


def _came_back(table: Table, seat: Seat, at: datetime) -> int:
    """Count in the log how often somebody has come back to this seat within a day."""
    back = table.log.filter(kind=LogEntry.Kind.RETURNED, seat=seat.number)
    return back.filter(at__gt=at - timedelta(days=1)).count()


def step_out(work: TableWork, seat: Seat, leave_notes: bool) -> None:
    """Let a player leave on purpose: their seat is offered, or goes to a bot at once.

    If their time is up, the others have waited long enough, and it isn't offered.
    """
    player = seat.user
    late = seat.due_at is not None and seat.due_at <= work.clock_time
    seat.missed += late
    depart(work, seat)
    if late or not work.table.offer_hours:
        _to_bot(work, seat, by=player)
        return
    seat.leaves_notes = leave_notes
    offer(work, seat)
    work.person_acted()


def offer(work: TableWork, seat: Seat) -> None:
    """Offer this seat to anybody for a while; a player who still sits there may come back."""
    if seat.user is not None:  # the clock of a player who left runs on unseen
        clocks.stop(seat)
    if seat.offered_until is None:
        seat.offered_until = work.clock_time + timedelta(hours=work.table.offer_hours)
    left = seat.former if seat.user is None else None
    work.append(LogEntry(kind=LogEntry.Kind.OFFERED, seat=seat.number))
    _tell_all(work, seat, "offered", by=left)


def lose_to_bot(work: TableWork, seat: Seat) -> None:
    """Give the seat to a bot, and tell the player who was away for too long."""
    if seat.user is not None:
        _lose(work, seat, seat.user, "bot")
    _to_bot(work, seat, by=None)


def _to_bot(work: TableWork, seat: Seat, by: User | None) -> None:
    """Let a bot play on; a player who left on purpose (`by`) isn't told."""
    bot_players.hand_to_bot(seat, work.seats)
    seat.offered_until, seat.held_offer, seat.leaves_notes = None, None, False
    _log_handover(work, seat, LogEntry.TakenBy.BOT)
    _tell_all(work, seat, "bot", by=by)


def _log_handover(work: TableWork, seat: Seat, taken_by: LogEntry.TakenBy) -> None:
    work.append(LogEntry(kind=LogEntry.Kind.HANDOVER, seat=seat.number, taken_by=taken_by))


def _lose(work: TableWork, seat: Seat, player: User, to: Literal["bot", "player"]) -> None:
    """Tell the player that their seat went to somebody else."""
    work.tell(SeatLost(to, seat.number, work.table.length, player))
    depart(work, seat)


def _tell_all(
    work: TableWork,
    seat: Seat,
    what: Literal["offered", "bot", "player", "returned"],
    by: User | None,
) -> None:
    work.tell(SeatChanged(what, seat.number, work.table.length, work.players, by))


def depart(work: TableWork, seat: Seat) -> None:
    """Free the seat; the player keeps their record of turns and their clock."""
    clocks.keep_for_return(seat, work.table, work.clock_time)
    kept = {"seat": seat.number, "in_time": seat.in_time, "missed": seat.missed, "at": work.at}
    Departure.objects.update_or_create(table=work.table, user=seat.user, defaults=kept)
    seat.former, seat.user, seat.wants_cancel = seat.user, None, False
    seat.in_time, seat.missed, seat.absences = 0, 0, 0


def forget_former(user: User) -> None:
    """Forget this player, who will never come back. Call it in a transaction."""
    theirs = Seat.objects.filter(former=user).order_by("table")
    for code in theirs.values_list("table__code", flat=True):
        table = unit_of_work.lock(code)
        table.seats.filter(former=user).update(former=None, leaves_notes=False)
