"""While it runs: moves, bots, resigning, cancelling; and the rematch."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games import clocks, notify, store, throttle
from games.engine import STEPS_AT_MOST, Lots, Refusal
from games.models import Game, Invitation, Move, Seat
from games.services import desk, handover, log
from games.services.desk import TableMovedOn, require
from games.services.lobby import KEPT, Plan, join, open_table
from games.store import Table

NEVER_CAME = (Game.Status.CANCELLED, Game.Status.EXPIRED, Game.Status.ABANDONED)
OVER = (Game.Status.FINISHED, Game.Status.CANCELLED, Game.Status.ABANDONED)
FORCED_AT_MOST = 100  # no game has so many forced moves in a row


@transaction.atomic
def play_move(user: User, code: str, text: str, version: int, token: str, at: datetime) -> Table:
    """Play a move, in notation. Raises the engine's Refusal, NotationError, or Refused.

    The same form sent again (a double click, a retry after a lost answer) answers as the first
    time; another form made for an older version is out of date, unless all that was played since
    were answers out of turn and the move stands nevertheless.
    """
    game = desk.lock(code)
    table = store.load(game)
    seat = table.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    if game.version != version:  # only then can this form have been played already
        if game.moves.filter(token=token).exists():
            return table
        if not game.version - game.answers <= version < game.version:
            raise TableMovedOn
    require(game.status == Game.Status.RUNNING, "not-running")
    require(game.paused_at is None, "paused")
    move = table.rules.parse_move(text)
    try:
        _person_moves(table, seat, move, token, at)
    except Refusal:
        if game.version != version:
            raise TableMovedOn from None  # what he wanted was possible before the answers came
        raise
    return table


def _person_moves(table: Table, seat: Seat, move: Any, token: str, at: datetime) -> None:
    """A step of his turn, the end of it, or an answer out of turn, which is no business of any
    clock's."""
    in_turn = _in_turn(table, seat)
    was_away = seat.offered_until is not None
    if was_away:
        handover.returned(table, seat, at)
    over = _play(table, Move.Kind.MOVE, seat.number, move, at, token)
    if in_turn and over:
        _took_turn(table, seat, at)
    elif in_turn and was_away:
        handover.restart_clock(table, seat, at)
    seat.read_to = table.game.length
    log.settle(table, at, person=True, mover=seat.number, turn_over=over)


def _in_turn(table: Table, seat: Seat) -> bool:
    return seat.number in table.rules.waiting_for(table.state)


def _took_turn(table: Table, seat: Seat, at: datetime) -> None:
    """A player has ended his turn himself: in time or late, counted once, and his bank gains."""
    if seat.due_at is not None:
        in_time = at <= seat.due_at
        seat.in_time, seat.missed = seat.in_time + in_time, seat.missed + (not in_time)
    seat.absences = 0
    seat.bank = clocks.refilled(table.game, clocks.left(seat, table.game, at))


def play_for(table: Table, seat: Seat, at: datetime) -> None:
    """The rest of a turn for somebody who is away, chosen from what his seat may see and not by his
    role."""
    seat.bank = clocks.refilled(table.game, clocks.NOTHING)
    for _ in range(STEPS_AT_MOST):
        move = table.rules.absent_move(table.rules.view(table.state, seat.number))
        if _play(table, Move.Kind.ABSENT, seat.number, move, at):
            break
    log.settle(table, at, turn_over=True)


def _play(
    table: Table, kind: Move.Kind, number: int, move: Any, at: datetime, token: str = ""
) -> bool:
    """A move, and at once whatever everybody sees to be the only move after it; is a turn over?"""
    over = _apply(table, kind, number, move, token, at)
    for _ in range(FORCED_AT_MOST):
        forced = table.rules.forced(table.state)
        if forced is None:
            break
        over = _apply(table, Move.Kind.FORCED, forced[0], forced[1], "", at) or over
    return over


def _apply(table: Table, kind: Move.Kind, number: int, move: Any, token: str, at: datetime) -> bool:
    before = table.game.round_number
    waited_for = number in table.rules.waiting_for(table.state)
    progress = table.rules.play(table.state, number, move)
    store.save(table, progress.after, at, answer=not (waited_for or progress.turn_over))
    text = table.rules.print_move(move)
    log.write(table, kind, progress.events, at, seat=number, text=text, token=token)
    if table.game.round_number != before:
        notify.round_over(table, before, at)
    return progress.turn_over


def bots_due(at: datetime) -> QuerySet[Seat]:
    """Seats of bots whose time to move has come."""
    return Seat.objects.filter(act_at__lte=at).order_by("act_at")


def let_bot_move(seat_id: int, at: datetime) -> bool:
    """A bot chooses from what its seat may see, before any lock; then moves as people do."""
    seat = Seat.objects.select_related("game").filter(pk=seat_id, act_at__lte=at).first()
    if seat is None or seat.game.status != Game.Status.RUNNING:
        return False
    try:
        table = store.load(seat.game)
    except store.TornRead:
        return False  # another worker played this turn while we were reading
    if not table.may_move(seat.number):
        return False
    view = table.rules.view(table.state, seat.number)
    move = table.rules.choose(view, Lots(secrets.token_bytes(32), "bot"))
    return bot_plays(seat, move, table.game.version, at)


@transaction.atomic
def bot_plays(seat: Seat, move: Any, version: int, at: datetime) -> bool:
    """Play what a bot has chosen for this version, if nothing was played since and it may still."""
    table = desk.locked_table(seat.game.code)
    acts = table.seats[seat.number].act_at is not None  # still a bot's, and nobody has paused it
    if not acts or table.game.version != version:
        return False  # somebody was quicker; the sweep comes again
    over = _play(table, Move.Kind.MOVE, seat.number, move, at)
    log.settle(table, at, turn_over=over)
    return True


@transaction.atomic
def resign(user: User, code: str, at: datetime) -> Table:
    """Give up a game for one or two; the other one wins."""
    table = desk.locked_table(code)
    seat = table.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    require(table.game.status == Game.Status.RUNNING, "not-running")
    require(table.game.paused_at is None, "paused")
    require(max(table.rules.PLAYERS) <= 2, "cannot-resign")
    others = [other.number for other in table.seats if other is not seat]
    log.write(table, Move.Kind.RESIGNED, (), at, seat=seat.number)
    log.finish(table, [0] * len(table.seats), others, at)
    log.settle(table, at, person=True)
    return table


@transaction.atomic
def agree_to_cancel(user: User, code: str, agrees: bool, at: datetime) -> Table:
    """When every player agrees, the table is cancelled. Bots do not mind.

    The same vote again changes nothing.
    """
    table = desk.locked_table(code)
    seat = table.seat_of(user)
    require(seat, "not-seated")
    assert seat is not None
    require(table.game.status == Game.Status.RUNNING, "not-running")
    changed, seat.wants_cancel = seat.wants_cancel != agrees, agrees
    if all(other.wants_cancel for other in table.seats if other.user_id):
        table.game.status, table.game.ended_at = Game.Status.CANCELLED, at
        table.game.remove_at = at + log.CANCELLED_LASTS
        log.write(table, Move.Kind.CANCELLED, (), at)
        notify.over(table, "cancelled", at)
    elif not changed:
        return table
    log.settle(table, at, person=True)
    return table


def rematch(user: User, code: str, at: datetime) -> Game:
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


def _open_again(old: Game, user: User, at: datetime) -> Game:
    require(throttle.may_open(user, at), "too-many-tables")
    bots = old.seats.exclude(bot="").count()
    kept = {name: getattr(old, name) for name in KEPT}
    plan = Plan(old.kind, old.size, old.title, old.options, bots, **kept)
    new = open_table(user, plan, f"rematch-{old.pk}-{old.rematch_id or 0}", at)
    for seat in old.seats.filter(user__isnull=False).exclude(user=user).select_related("user"):
        assert seat.user is not None
        Invitation.objects.get_or_create(game=new, user=seat.user, defaults={"at": at})
        notify.invited(new, seat.user, user, at)
    return new
