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
from games.moderation import audit, roles, tell
from games.moderation.models import TableNote
from games.moderation.roles import NotAllowed
from games.tables import clocks, store
from games.tables.models import LogEntry, Seat, Table
from games.tables.services import desk, handover, log, play
from games.tables.store import LoadedTable

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


def begin(order: Order, action: str, lobby: bool = False) -> LoadedTable:
    """Lock the table and see whether it may be done at all."""
    roles.require(order.actor, action)
    table = desk.lock(order.code)
    refuse_own(order.actor, table)
    there = (Table.Status.RUNNING, Table.Status.LOBBY) if lobby else (Table.Status.RUNNING,)
    if table.status not in there:
        raise NotAllowed("not-running")
    if table.changes != order.changes:
        raise NotAllowed("moved-on")
    return store.load(table)


def refuse_own(actor: User, table: Table) -> None:
    """Nobody has a hand in a table at which he plays, or played, until it is over."""
    if table.status in (Table.Status.RUNNING, Table.Status.LOBBY) and has_sat(actor, table):
        raise NotAllowed("own-table")


def has_sat(user: User, table: Table) -> bool:
    sits = table.seats.filter(Q(user=user) | Q(former=user)).exists()
    return sits or table.departures.filter(user=user).exists()


def facts(loaded: LoadedTable) -> dict[str, Any]:
    """What everybody may know and moderators can change: for the trail, before and after."""
    table = loaded.table
    return {
        "status": table.status,
        "entries": table.length,
        "paused": table.paused_at is not None,
        "chat_closed": table.chat_closed,
        "seats": [_seat_facts(seat) for seat in loaded.seats],
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
    loaded: LoadedTable,
    before: Mapping[str, Any],
    target: User | None = None,
    **more: Any,
) -> None:
    audit.write(
        order.actor, action, order.reason, order.at, target=target, table_code=order.code,
        before=before, after=facts(loaded) | more,
    )  # fmt: skip


# --- clocks ---------------------------------------------------------------------------------------


@transaction.atomic
def pause(order: Order) -> Table:
    """Every clock stops, and nobody can move; each seat keeps what was left of its time."""
    loaded = begin(order, "table-pause")
    table, before = loaded.table, facts(loaded)
    if table.paused_at is not None:
        raise NotAllowed("paused-already")
    table.paused_at = order.at
    log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, text="paused")
    tell.table(loaded, "paused", order.at)
    log.settle(loaded, order.at)
    trace(order, "table-pause", loaded, before)
    return table


@transaction.atomic
def resume(order: Order) -> Table:
    """Every clock runs on with what was left of it."""
    loaded = begin(order, "table-resume")
    table, before = loaded.table, facts(loaded)
    if table.paused_at is None:
        raise NotAllowed("not-paused")
    for seat in loaded.seats:
        clocks.release(seat, table, order.at)
    table.abandon_at = order.at + (table.held_abandon or log.LIFELESS)
    table.paused_at, table.held_abandon = None, None
    log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, text="resumed")
    tell.table(loaded, "resumed", order.at)
    log.settle(loaded, order.at)
    trace(order, "table-resume", loaded, before)
    return table


@transaction.atomic
def extend(order: Order, number: int, hours: int) -> Table:
    """So many hours more, of the player's counted time, for the turn he has now."""
    loaded = begin(order, "table-extend")
    before, seat = facts(loaded), _seat(loaded, number)
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise NotAllowed("far")
    if seat.due_at is None and seat.held_due is None:
        raise NotAllowed("no-clock")
    clocks.extend(seat, loaded.table, timedelta(hours=hours))
    log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, seat=number, text="extended")
    tell.table(loaded, "extended", order.at, seat)
    log.settle(loaded, order.at)
    trace(order, "table-extend", loaded, before, seat.user, seat=number, hours=hours)
    return loaded.table


def _seat(loaded: LoadedTable, number: int) -> Seat:
    if not 0 <= number < len(loaded.seats):
        raise NotAllowed("no-seat")
    return loaded.seats[number]


# --- turns and seats ------------------------------------------------------------------------------


@transaction.atomic
def skip(order: Order, number: int) -> Table:
    """The move for absent players is made at this seat: it depends on no role and no judgement."""
    loaded = begin(order, "table-skip")
    before, seat = facts(loaded), _seat(loaded, number)
    if not seat.on_turn:
        raise NotAllowed("not-on-turn")
    log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, seat=number, text="skipped")
    tell.table(loaded, "skipped", order.at, seat)
    play.play_for(loaded, seat, order.at)
    trace(order, "table-skip", loaded, before, seat.user, seat=number)
    return loaded.table


@transaction.atomic
def remove_player(order: Order, number: int, to: str) -> Table:
    """He leaves the table for good; his seat is offered (`offer`), or a bot plays on (`bot`)."""
    loaded = begin(order, "table-remove")
    before, seat = facts(loaded), _seat(loaded, number)
    player = seat.user
    if player is None:
        raise NotAllowed("nobody-there")
    if to not in ("offer", "bot"):
        raise NotAllowed("unknown")
    handover.depart(loaded, seat, order.at)
    seat.former = None
    log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, seat=number, text="removed")
    tell.table(loaded, "removed", order.at, seat)
    tell.removed(loaded, seat, player, order.at)
    _pass_on(loaded, seat, to, order.at)
    trace(order, "table-remove", loaded, before, player, seat=number, to=to)
    return loaded.table


def _pass_on(loaded: LoadedTable, seat: Seat, to: str, at: datetime) -> None:
    """The empty seat is on offer, where the table has agreed on that, or a bot's at once."""
    clocks.stop(seat)
    seat.offered_until, seat.held_offer, seat.leaves_notes = None, None, False
    if to == "offer" and loaded.table.offer_hours:
        seat.offered_until = at + timedelta(hours=loaded.table.offer_hours)
        log.write(loaded, LogEntry.Kind.OFFERED, (), at, seat=seat.number)
    else:
        seat.bot = "easy"
        log.write(loaded, LogEntry.Kind.HANDOVER, (), at, seat=seat.number, text="bot")
    log.settle(loaded, at, fresh=seat.number if seat.on_turn else None)


# --- the table itself -----------------------------------------------------------------------------


@transaction.atomic
def cancel(order: Order) -> Table:
    """The table is over and counts for nobody; also a lobby."""
    loaded = begin(order, "table-cancel", lobby=True)
    table, before = loaded.table, facts(loaded)
    table.status, table.ended_at = Table.Status.CANCELLED, order.at
    table.remove_at = order.at + log.CANCELLED_LASTS
    if table.round_number:
        log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, text="cancelled")
        tell.table(loaded, "cancelled", order.at)
        log.settle(loaded, order.at)
    else:
        desk.touch(table, "status", "ended_at", "remove_at")
        tell.table(loaded, "cancelled", order.at)
        tell.write(loaded)
    trace(order, "table-cancel", loaded, before)
    return table


@transaction.atomic
def set_chat(order: Order, closed: bool) -> Table:
    """Nobody can write in the chat of this table, seated or watching; or again everybody can."""
    loaded = begin(order, "table-chat")
    before = facts(loaded)
    if loaded.table.chat_closed == closed:
        raise NotAllowed("chat-so-already")
    loaded.table.chat_closed = closed
    what = "chat-closed" if closed else "chat-opened"
    log.write(loaded, LogEntry.Kind.MODERATION, (), order.at, text=what)
    tell.table(loaded, what, order.at)
    log.settle(loaded, order.at)
    trace(order, "table-chat", loaded, before)
    return loaded.table


@transaction.atomic
def annotate(actor: User, code: str, text: str, at: datetime) -> TableNote:
    """Something for colleagues to know about a table; players never see it. Twice is once."""
    roles.require(actor, "table-note")
    table = desk.lock(code)
    refuse_own(actor, table)
    text = text.strip()
    if not text:
        raise NotAllowed("no-reason")
    if len(text) > LONGEST_NOTE:
        raise NotAllowed("too-long")
    written = TableNote.objects.filter(table=table, by=actor, text=text, at__gt=at - AGAIN).first()
    if written is not None:
        return written
    audit.write(actor, "table-note", "a note for colleagues", at, table_code=code)
    return TableNote.objects.create(table=table, by=actor, text=text, at=at)
