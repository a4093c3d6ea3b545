"""What moderators do at tables. Each is one transaction that locks the table first.

Each takes an `Order`: who, at which table, as of which change, why. The change is the last one
of the page that showed what would happen: has the table changed since, nothing is done. Then the
deed, a neutral line in the table's log, the full entry in the audit trail, and a notice to players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games import clocks, store
from games.models import Game, Move, Seat, TableNote
from games.moderation import audit, roles, tell
from games.moderation.roles import NotAllowed
from games.services import desk, handover, log, play
from games.store import Table

LONGEST_EXTENSION = 14 * 24
LONGEST_NOTE = 2000
AGAIN = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Order:
    """Who wants something done at which table, as he saw it, and why."""

    actor: User
    code: str
    changes: int
    reason: str
    at: datetime


# --- the beginning and the end of each ------------------------------------------------------------


def begin(order: Order, action: str, lobby: bool = False) -> Table:
    """Lock the table and see whether it may be done at all."""
    roles.require(order.actor, action)
    game = desk.lock(order.code)
    refuse_own(order.actor, game)
    there = (Game.Status.RUNNING, Game.Status.LOBBY) if lobby else (Game.Status.RUNNING,)
    if game.status not in there:
        raise NotAllowed("not-running")
    if game.changes != order.changes:
        raise NotAllowed("moved-on")
    return store.load(game)


def refuse_own(actor: User, game: Game) -> None:
    """Nobody has a hand in a table at which he plays, or played, until it is over."""
    if game.status in (Game.Status.RUNNING, Game.Status.LOBBY) and has_sat(actor, game):
        raise NotAllowed("own-table")


def has_sat(user: User, game: Game) -> bool:
    sits = game.seats.filter(Q(user=user) | Q(former=user)).exists()
    return sits or game.departures.filter(user=user).exists()


def facts(table: Table) -> dict[str, Any]:
    """What everybody may know and moderators can change: for the trail, before and after."""
    game = table.game
    return {
        "status": game.status,
        "entries": game.length,
        "paused": game.paused_at is not None,
        "chat_closed": game.chat_closed,
        "seats": [_seat_facts(seat) for seat in table.seats],
    }


def _seat_facts(seat: Seat) -> dict[str, Any]:
    return {
        "user": seat.user_id,
        "bot": seat.bot,
        "on_turn": seat.on_turn,
        "due": seat.due_at.isoformat(timespec="seconds") if seat.due_at else None,
        "left": int(seat.held_due.total_seconds()) if seat.held_due is not None else None,
        "offered": seat.on_offer,
    }


def trace(
    order: Order,
    action: str,
    table: Table,
    before: Mapping[str, Any],
    target: User | None = None,
    **more: Any,
) -> None:
    audit.write(
        order.actor, action, order.reason, order.at, target=target, table_code=order.code,
        before=before, after=facts(table) | more,
    )  # fmt: skip


# --- clocks ---------------------------------------------------------------------------------------


@transaction.atomic
def pause(order: Order) -> Game:
    """Every clock stops, and nobody can move; each seat keeps what was left of its time."""
    table = begin(order, "table-pause")
    game, before = table.game, facts(table)
    if game.paused_at is not None:
        raise NotAllowed("paused-already")
    game.paused_at = order.at
    log.write(table, Move.Kind.MODERATION, (), order.at, text="paused")
    tell.table(table, "paused", order.at)
    log.settle(table, order.at)
    trace(order, "table-pause", table, before)
    return game


@transaction.atomic
def resume(order: Order) -> Game:
    """Every clock runs on with what was left of it."""
    table = begin(order, "table-resume")
    game, before = table.game, facts(table)
    if game.paused_at is None:
        raise NotAllowed("not-paused")
    for seat in table.seats:
        clocks.release(seat, game, order.at)
    game.abandon_at = order.at + (game.held_abandon or log.LIFELESS)
    game.paused_at, game.held_abandon = None, None
    log.write(table, Move.Kind.MODERATION, (), order.at, text="resumed")
    tell.table(table, "resumed", order.at)
    log.settle(table, order.at)
    trace(order, "table-resume", table, before)
    return game


@transaction.atomic
def extend(order: Order, number: int, hours: int) -> Game:
    """So many hours more, of the player's counted time, for the turn he has now."""
    table = begin(order, "table-extend")
    before, seat = facts(table), _seat(table, number)
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise NotAllowed("far")
    if seat.due_at is None and seat.held_due is None:
        raise NotAllowed("no-clock")
    clocks.extend(seat, table.game, timedelta(hours=hours))
    log.write(table, Move.Kind.MODERATION, (), order.at, seat=number, text="extended")
    tell.table(table, "extended", order.at, seat)
    log.settle(table, order.at)
    trace(order, "table-extend", table, before, seat.user, seat=number, hours=hours)
    return table.game


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise NotAllowed("no-seat")
    return table.seats[number]


# --- turns and seats ------------------------------------------------------------------------------


@transaction.atomic
def skip(order: Order, number: int) -> Game:
    """The move for absent players is made at this seat: it depends on no role and no judgement."""
    table = begin(order, "table-skip")
    before, seat = facts(table), _seat(table, number)
    if not seat.on_turn:
        raise NotAllowed("not-on-turn")
    log.write(table, Move.Kind.MODERATION, (), order.at, seat=number, text="skipped")
    tell.table(table, "skipped", order.at, seat)
    play.play_for(table, seat, order.at)
    trace(order, "table-skip", table, before, seat.user, seat=number)
    return table.game


@transaction.atomic
def remove_player(order: Order, number: int, to: str) -> Game:
    """He leaves the table for good; his seat is offered (`offer`), or a bot plays on (`bot`)."""
    table = begin(order, "table-remove")
    before, seat = facts(table), _seat(table, number)
    player = seat.user
    if player is None:
        raise NotAllowed("nobody-there")
    if to not in ("offer", "bot"):
        raise NotAllowed("unknown")
    handover.depart(table, seat, order.at)
    seat.former = None
    log.write(table, Move.Kind.MODERATION, (), order.at, seat=number, text="removed")
    tell.table(table, "removed", order.at, seat)
    tell.removed(table, seat, player, order.at)
    _pass_on(table, seat, to, order.at)
    trace(order, "table-remove", table, before, player, seat=number, to=to)
    return table.game


def _pass_on(table: Table, seat: Seat, to: str, at: datetime) -> None:
    """The empty seat is on offer, where the table has agreed on that, or a bot's at once."""
    clocks.stop(seat)
    seat.offered_until, seat.held_offer, seat.leaves_notes = None, None, False
    if to == "offer" and table.game.offer_hours:
        seat.offered_until = at + timedelta(hours=table.game.offer_hours)
        log.write(table, Move.Kind.OFFERED, (), at, seat=seat.number)
    else:
        seat.bot = "easy"
        log.write(table, Move.Kind.HANDOVER, (), at, seat=seat.number, text="bot")
    log.settle(table, at, fresh=seat.number if seat.on_turn else None)


# --- the table itself -----------------------------------------------------------------------------


@transaction.atomic
def cancel(order: Order) -> Game:
    """The table is over and counts for nobody; also a lobby."""
    table = begin(order, "table-cancel", lobby=True)
    game, before = table.game, facts(table)
    game.status, game.ended_at = Game.Status.CANCELLED, order.at
    game.remove_at = order.at + log.CANCELLED_LASTS
    if game.round_number:
        log.write(table, Move.Kind.MODERATION, (), order.at, text="cancelled")
        tell.table(table, "cancelled", order.at)
        log.settle(table, order.at)
    else:
        desk.touch(game, "status", "ended_at", "remove_at")
        tell.table(table, "cancelled", order.at)
        tell.write(table)
    trace(order, "table-cancel", table, before)
    return game


@transaction.atomic
def set_chat(order: Order, closed: bool) -> Game:
    """Nobody can write in the chat of this table, seated or watching; or again everybody can."""
    table = begin(order, "table-chat")
    before = facts(table)
    if table.game.chat_closed == closed:
        raise NotAllowed("chat-so-already")
    table.game.chat_closed = closed
    what = "chat-closed" if closed else "chat-opened"
    log.write(table, Move.Kind.MODERATION, (), order.at, text=what)
    tell.table(table, what, order.at)
    log.settle(table, order.at)
    trace(order, "table-chat", table, before)
    return table.game


@transaction.atomic
def annotate(actor: User, code: str, text: str, at: datetime) -> TableNote:
    """Something for colleagues to know about a table; players never see it. Twice is once."""
    roles.require(actor, "table-note")
    game = desk.lock(code)
    refuse_own(actor, game)
    text = text.strip()
    if not text:
        raise NotAllowed("no-reason")
    if len(text) > LONGEST_NOTE:
        raise NotAllowed("too-long")
    written = TableNote.objects.filter(game=game, by=actor, text=text, at__gt=at - AGAIN).first()
    if written is not None:
        return written
    audit.write(actor, "table-note", "a note for colleagues", at, table_code=code)
    return TableNote.objects.create(game=game, by=actor, text=text, at=at)
