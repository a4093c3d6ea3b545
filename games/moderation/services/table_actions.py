"""What moderators do at tables, through the same door as everybody (services/unit_of_work.py).

Each takes an `Order`: who, at which table, as of which change, why. The change is the last one
of the page that showed what would happen: if the table has changed since, nothing is done. Then the
deed, a neutral line in the table's log, the full entry in the audit trail, and a notice to players.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.moderation import audit, removals, roles, tell, words
from games.moderation.actions import Action
from games.moderation.grounds import Grounds
from games.moderation.models import TableNote
from games.moderation.roles import NotAllowed
from games.tables import clocks, dwarfs
from games.tables.models import LogEntry, Seat, Table
from games.tables.services import endings, handover, pausing, play
from games.tables.services.unit_of_work import lock, table_in_transaction
from games.tables.services.work import TableWork
from games.tables.store import LoadedTable

LONGEST_EXTENSION = 14 * 24
LONGEST_NOTE = 2000
AGAIN = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Order:
    """Who wants something done at which table, as they saw it, and why."""

    actor: User
    code: str
    changes: int
    reason: str
    at: datetime
    why: str = ""
    """The same for the players, a code of `words.TableReason`."""


# --- the beginning and the end of each ------------------------------------------------------------


@dataclass(slots=True)
class Act:
    """Something that is being done at a table, and what the audit trail shall say of it."""

    order: Order
    work: TableWork
    target: User | None = None
    """Whom it concerns, if one player."""
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.work.table

    def log(self, act: LogEntry.Act, seat: Seat | None = None) -> None:
        """The neutral line in the table's log, and the same to every player."""
        number = None if seat is None else seat.number
        self.work.append(LogEntry(kind=LogEntry.Kind.MODERATION, seat=number, act=act))
        self.tell(act.value, seat)

    def tell(self, what: str, seat: Seat | None = None) -> None:
        tell.table(self.work.loaded, what, self.work.at, seat, self.order.why)

    def seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.work.seats):
            raise NotAllowed("no-seat")
        return self.work.seats[number]


@contextmanager
def act_on_table(order: Order, action: Action) -> Iterator[Act]:
    """A unit of work on a running table; at its end, what it changed is in the audit trail."""
    with _act(order, action, (Table.Status.RUNNING,)) as act:
        yield act


@contextmanager
def act_on_open_table(order: Order, action: Action) -> Iterator[Act]:
    """The same, for what can be done in a lobby too."""
    with _act(order, action, Table.OPEN) as act:
        yield act


@contextmanager
def _act(order: Order, action: Action, allowed: tuple[Table.Status, ...]) -> Iterator[Act]:
    roles.require(order.actor, action)
    if order.why not in ("", *words.TableReason.values):
        raise NotAllowed("unknown")
    with transaction.atomic():
        with table_in_transaction(order.code, order.at) as work:
            _require_as_seen(order, work.table, allowed)
            act, before = Act(order, work), facts(work.loaded)
            yield act
        after = facts(work.loaded) | act.details | ({"told": order.why} if order.why else {})
        audit.write(
            order.actor, action, order.reason, order.at, target=act.target,
            table_code=order.code, before=before, after=after,
        )  # fmt: skip


def _require_as_seen(order: Order, table: Table, allowed: tuple[Table.Status, ...]) -> None:
    refuse_own(order.actor, table)
    if table.status not in allowed:
        raise NotAllowed("not-running")
    if table.changes != order.changes:
        raise NotAllowed("moved-on")


def refuse_own(actor: User, table: Table) -> None:
    """Nobody has a hand in a table at which they play, or played, until it is over."""
    if table.status in Table.OPEN and has_sat(actor, table):
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
        "dwarf": dwarfs.dwarf_of(seat).key if seat.bot else "",
        "on_turn": seat.on_turn,
        "due": seat.due_at.isoformat(timespec="seconds") if seat.due_at else None,
        "left": int(seat.held_due.total_seconds()) if seat.held_due is not None else None,
        "offered": seat.on_offer,
    }


# --- clocks ---------------------------------------------------------------------------------------


def pause(order: Order) -> Table:
    """Every clock stops, and nobody can move; each seat keeps what was left of its time."""
    with act_on_table(order, Action.TABLE_PAUSE) as act:
        if act.table.paused_at is not None:
            raise NotAllowed("paused-already")
        pausing.pause(act.work)
        act.log(LogEntry.Act.PAUSED)
    return act.table


def resume(order: Order) -> Table:
    """Every clock runs on with what was left of it."""
    with act_on_table(order, Action.TABLE_RESUME) as act:
        if act.table.paused_at is None:
            raise NotAllowed("not-paused")
        pausing.resume(act.work)
        act.log(LogEntry.Act.RESUMED)
    return act.table


def extend(order: Order, number: int, hours: int) -> Table:
    """So many hours more, of the player's counted time, for the turn they have now."""
    with act_on_table(order, Action.TABLE_EXTEND) as act:
        seat = act.seat(number)
        if not 1 <= hours <= LONGEST_EXTENSION:
            raise NotAllowed("far")
        if seat.due_at is None and seat.held_due is None:
            raise NotAllowed("no-clock")
        clocks.extend(seat, act.table, timedelta(hours=hours))
        act.log(LogEntry.Act.EXTENDED, seat)
        act.target, act.details = seat.user, {"seat": number, "hours": hours}
    return act.table


# --- turns and seats ------------------------------------------------------------------------------


def skip(order: Order, number: int) -> Table:
    """The move for absent players is made at this seat: it depends on no role and no judgement."""
    with act_on_table(order, Action.TABLE_SKIP) as act:
        seat = act.seat(number)
        if not seat.on_turn:
            raise NotAllowed("not-on-turn")
        act.log(LogEntry.Act.SKIPPED, seat)
        play.play_for(act.work, seat, LogEntry.Act.SKIPPED)
        act.target, act.details = seat.user, {"seat": number}
    return act.table


def remove_player(order: Order, number: int, to: str, grounds: Grounds | None = None) -> Table:
    """They leave the table for good; the seat is offered (`offer`), or a bot plays on (`bot`).

    With grounds they read why, in mail and on the page of the table, and may appeal.
    """
    with act_on_table(order, Action.TABLE_REMOVE) as act:
        seat = act.seat(number)
        player = seat.user
        if player is None:
            raise NotAllowed("nobody-there")
        if to not in ("offer", "bot"):
            raise NotAllowed("unknown")
        act.target, act.details = player, {"seat": number, "to": to}
        if grounds is not None:
            written = removals.write(act.work, seat, player, grounds, order.actor)
            act.details |= {"sanction": written.pk, "reason": written.reason}
        take_away(act.work, seat, to, order.why)
    return act.table


def take_away(
    work: TableWork, seat: Seat, to: str, why: str = "", *, tell_them: bool = True
) -> None:
    """Whoever sits there leaves the table for good. Its log says so in neutral words, and its
    players are told."""
    player, removed = seat.user, LogEntry.Act.REMOVED
    assert player is not None
    handover.depart(work, seat)
    seat.former = None
    work.append(LogEntry(kind=LogEntry.Kind.MODERATION, seat=seat.number, act=removed))
    tell.table(work.loaded, removed.value, work.at, seat, why)
    if tell_them:
        tell.removed(work.loaded, seat, player, work.at)
    _pass_on(work, seat, to)


def _pass_on(work: TableWork, seat: Seat, to: str) -> None:
    """The empty seat is on offer, where the table has agreed on that, or a bot's at once."""
    clocks.stop(seat)
    seat.offered_until, seat.held_offer, seat.leaves_notes = None, None, False
    if to == "offer" and work.table.offer_hours:
        seat.offered_until = work.clock_time + timedelta(hours=work.table.offer_hours)
        work.append(LogEntry(kind=LogEntry.Kind.OFFERED, seat=seat.number))
    else:
        dwarfs.take_over(seat, work.seats)
        bot = LogEntry.TakenBy.BOT
        work.append(LogEntry(kind=LogEntry.Kind.HANDOVER, seat=seat.number, taken_by=bot))
    if seat.on_turn:
        work.begin_turn_anew(seat)


# --- the table itself -----------------------------------------------------------------------------


def cancel(order: Order) -> Table:
    """The table is over and counts for nobody; also a lobby."""
    with act_on_open_table(order, Action.TABLE_CANCEL) as act:
        endings.cancel(act.work)
        if act.table.round_number:
            act.log(LogEntry.Act.CANCELLED)
        else:
            act.work.changed("status", "ended_at", "remove_at")
            act.tell("cancelled")
    return act.table


def set_chat(order: Order, closed: bool) -> Table:
    """Nobody can write in the chat of this table, seated or watching; or again everybody can."""
    with act_on_table(order, Action.TABLE_CHAT) as act:
        if act.table.chat_closed == closed:
            raise NotAllowed("chat-so-already")
        act.table.chat_closed = closed
        act.log(LogEntry.Act.CHAT_CLOSED if closed else LogEntry.Act.CHAT_OPENED)
    return act.table


@transaction.atomic
def annotate(actor: User, code: str, text: str, at: datetime) -> TableNote:
    """Something for colleagues to know about a table; players never see it. Twice is once."""
    roles.require(actor, Action.TABLE_NOTE)
    table = lock(code)
    refuse_own(actor, table)
    text = text.strip()
    if not text:
        raise NotAllowed("no-reason")
    if len(text) > LONGEST_NOTE:
        raise NotAllowed("too-long")
    written = TableNote.objects.filter(table=table, by=actor, text=text, at__gt=at - AGAIN).first()
    if written is not None:
        return written
    audit.write(actor, Action.TABLE_NOTE, "a note for colleagues", at, table_code=code)
    return TableNote.objects.create(table=table, by=actor, text=text, at=at)
