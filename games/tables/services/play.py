"""While it runs: moves, bots, resigning, cancelling; and the rematch."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.kinds.language import read_move
from games.mine import STEPS_AT_MOST, Lots, Refusal
from games.notices import triggers
from games.tables import clocks, store, throttle
from games.tables.models import Invitation, LogEntry, Seat, Table
from games.tables.services import desk, handover, log
from games.tables.services.desk import TableMovedOn, require
from games.tables.services.lobby import KEPT, Plan, join, open_table
from games.tables.store import LoadedTable

NEVER_CAME = (Table.Status.CANCELLED, Table.Status.EXPIRED, Table.Status.ABANDONED)
OVER = (Table.Status.FINISHED, Table.Status.CANCELLED, Table.Status.ABANDONED)
FORCED_AT_MOST = 100  # no game has so many forced moves in a row


@transaction.atomic
def play_move(
    user: User, code: str, text: str, version: int, token: str, at: datetime
) -> LoadedTable:
    """Play a move, in notation. Raises the engine's Refusal, NotationError, or Refused.

    The same form sent again (a double click, a retry after a lost answer) answers as the first
    time; another form made for an older version is out of date, unless all that was played since
    were answers out of turn and the move stands nevertheless.
    """
    table = desk.lock(code)
    loaded = store.load(table)
    seat = loaded.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    if table.version != version:  # only then can this form have been played already
        if table.log.filter(token=token).exists():
            return loaded
        if not table.version - table.answers <= version < table.version:
            raise TableMovedOn
    require(table.status == Table.Status.RUNNING, "not-running")
    require(table.paused_at is None, "paused")
    move = read_move(loaded.rules, text)
    try:
        _person_moves(loaded, seat, move, token, at)
    except Refusal:
        if table.version != version:
            raise TableMovedOn from None  # what he wanted was possible before the answers came
        raise
    return loaded


def _person_moves(loaded: LoadedTable, seat: Seat, move: Any, token: str, at: datetime) -> None:
    """A step of his turn, the end of it, or an answer out of turn, which is no business of any
    clock's."""
    in_turn = _in_turn(loaded, seat)
    was_away = seat.offered_until is not None
    if was_away:
        handover.returned(loaded, seat, at)
    over = _play(loaded, LogEntry.Kind.MOVE, seat.number, move, at, token)
    if in_turn and over:
        _took_turn(loaded, seat, at)
    elif in_turn and was_away:
        handover.restart_clock(loaded, seat, at)
    seat.read_to = loaded.table.length
    log.settle(loaded, at, person=True, mover=seat.number, turn_over=over)


def _in_turn(loaded: LoadedTable, seat: Seat) -> bool:
    return seat.number in loaded.rules.waiting_for(loaded.state)


def _took_turn(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """A player has ended his turn himself: in time or late, counted once, and his bank gains."""
    if seat.due_at is not None:
        in_time = at <= seat.due_at
        seat.in_time, seat.missed = seat.in_time + in_time, seat.missed + (not in_time)
    seat.absences = 0
    seat.bank = clocks.refilled(loaded.table, clocks.left(seat, loaded.table, at))


def play_for(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """The rest of a turn for somebody who is away, chosen from what his seat may see and not by his
    role."""
    seat.bank = clocks.refilled(loaded.table, clocks.NOTHING)
    for _ in range(STEPS_AT_MOST):
        move = loaded.rules.absent_move(loaded.rules.view(loaded.state, seat.number))
        if _play(loaded, LogEntry.Kind.ABSENT, seat.number, move, at):
            break
    log.settle(loaded, at, turn_over=True)


def _play(
    loaded: LoadedTable, kind: LogEntry.Kind, number: int, move: Any, at: datetime, token: str = ""
) -> bool:
    """A move, and at once whatever everybody sees to be the only move after it; is a turn over?"""
    over = _apply(loaded, kind, number, move, token, at)
    for _ in range(FORCED_AT_MOST):
        forced = loaded.rules.forced(loaded.state)
        if forced is None:
            break
        over = _apply(loaded, LogEntry.Kind.FORCED, forced[0], forced[1], "", at) or over
    return over


def _apply(
    loaded: LoadedTable, kind: LogEntry.Kind, number: int, move: Any, token: str, at: datetime
) -> bool:
    before = loaded.table.round_number
    waited_for = number in loaded.rules.waiting_for(loaded.state)
    progress = loaded.rules.play(loaded.state, number, move)
    store.save(loaded, progress.after, at, answer=not (waited_for or progress.turn_over))
    text = loaded.rules.print_move(move)
    log.write(loaded, kind, progress.events, at, seat=number, text=text, token=token)
    if loaded.table.round_number != before:
        triggers.round_over(loaded, before, at)
    return progress.turn_over


def bots_due(at: datetime) -> QuerySet[Seat]:
    """Seats of bots whose time to move has come."""
    return Seat.objects.filter(act_at__lte=at).order_by("act_at")


def let_bot_move(seat_id: int, at: datetime) -> bool:
    """A bot chooses from what its seat may see, before any lock; then moves as people do."""
    seat = Seat.objects.select_related("table").filter(pk=seat_id, act_at__lte=at).first()
    if seat is None or seat.table.status != Table.Status.RUNNING:
        return False
    try:
        loaded = store.load(seat.table)
    except store.TornRead:
        return False  # another worker played this turn while we were reading
    if not loaded.may_move(seat.number):
        return False
    view = loaded.rules.view(loaded.state, seat.number)
    move = loaded.rules.choose(view, Lots(secrets.token_bytes(32), "bot"))
    return bot_plays(seat, move, loaded.table.version, at)


@transaction.atomic
def bot_plays(seat: Seat, move: Any, version: int, at: datetime) -> bool:
    """Play what a bot has chosen for this version, if nothing was played since and it may still."""
    loaded = desk.locked_table(seat.table.code)
    acts = loaded.seats[seat.number].act_at is not None  # still a bot's, and nobody has paused it
    if not acts or loaded.table.version != version:
        return False  # somebody was quicker; the sweep comes again
    over = _play(loaded, LogEntry.Kind.MOVE, seat.number, move, at)
    log.settle(loaded, at, turn_over=over)
    return True


@transaction.atomic
def resign(user: User, code: str, at: datetime) -> LoadedTable:
    """Give up a game for one or two; the other one wins."""
    loaded = desk.locked_table(code)
    seat = loaded.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    require(loaded.table.status == Table.Status.RUNNING, "not-running")
    require(loaded.table.paused_at is None, "paused")
    require(max(loaded.rules.PLAYERS) <= 2, "cannot-resign")
    others = [other.number for other in loaded.seats if other is not seat]
    log.write(loaded, LogEntry.Kind.RESIGNED, (), at, seat=seat.number)
    log.finish(loaded, [0] * len(loaded.seats), others, at)
    log.settle(loaded, at, person=True)
    return loaded


@transaction.atomic
def agree_to_cancel(user: User, code: str, agrees: bool, at: datetime) -> LoadedTable:
    """When every player agrees, the table is cancelled. Bots do not mind.

    The same vote again changes nothing.
    """
    loaded = desk.locked_table(code)
    seat = loaded.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    require(loaded.table.status == Table.Status.RUNNING, "not-running")
    changed, seat.wants_cancel = seat.wants_cancel != agrees, agrees
    if all(other.wants_cancel for other in loaded.seats if other.user_id):
        loaded.table.status, loaded.table.ended_at = Table.Status.CANCELLED, at
        loaded.table.remove_at = at + log.CANCELLED_LASTS
        log.write(loaded, LogEntry.Kind.CANCELLED, (), at)
        triggers.over(loaded, "cancelled", at)
    elif not changed:
        return loaded
    log.settle(loaded, at, person=True)
    return loaded


def rematch(user: User, code: str, at: datetime) -> Table:
    """The same table again: the first to ask opens it, the others sit down at it."""
    with transaction.atomic():
        old = desk.lock(code)
        desk.seat_of(old, user)
        require(old.status in OVER, "not-over")
        if old.rematch is None or old.rematch.status in NEVER_CAME:
            old.rematch = _open_again(old, user, at)
            desk.touch(old, "rematch")
        new = old.rematch
    return join(user, new.code, at)


def _open_again(old: Table, user: User, at: datetime) -> Table:
    require(throttle.may_open(user, at), "too-many-tables")
    bots = old.seats.exclude(bot="").count()
    kept = {name: getattr(old, name) for name in KEPT}
    plan = Plan(old.kind, old.size, old.title, old.options, bots, **kept)
    new = open_table(user, plan, f"rematch-{old.pk}-{old.rematch_id or 0}", at)
    for seat in old.seats.filter(user__isnull=False).exclude(user=user).select_related("user"):
        assert seat.user is not None
        Invitation.objects.get_or_create(table=new, user=seat.user, defaults={"at": at})
        triggers.invited(new, seat.user, user, at)
    return new
