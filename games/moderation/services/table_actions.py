"""Moderators' actions at tables, through the same unit of work as all changes.

Each takes an `ActionRequest`: who, at which table, as of which change, why. The change is the last
one of the page that showed the preview: if the table has changed since, nothing is done. Then
follow the action, a neutral line in the table's log, the full entry in the audit trail, and a
notice to players.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from games.engine import shows_more
from games.moderation import conflicts, permissions, texts
from games.moderation.models import Sanction, TableNote
from games.moderation.permissions import Action, NotAllowed, refuse_if
from games.moderation.services import audit, emails, sanction_records
from games.moderation.services.sanction_records import Grounds
from games.replays import log_check
from games.replays.log_check import LogReplay
from games.tables import bot_players, clocks
from games.tables.models import LogEntry, Seat, Table
from games.tables.services import handover, play
from games.tables.services.unit_of_work import TableWork, lock, table_in_transaction
from games.tables.store import LoadedTable

LONGEST_EXTENSION = 14 * 24


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A request of staff: what to do at which table, as they saw it, and why."""

    actor: User
    code: str
    changes: int
    reason: str
    at: datetime
    why: str = ""
    """The reason for the players, a code of `texts.TableReason`."""


@dataclass(slots=True)
class TableActionWork:
    """An action in progress at a table, and its entry for the audit trail."""

    order: ActionRequest
    work: TableWork
    target: User | None = None
    """The player concerned, if any."""
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.work.table

    def log(self, act: LogEntry.Act, seat: Seat | None = None) -> None:
        """Add the neutral line to the table's log, and notify every player."""
        number = None if seat is None else seat.number
        self.work.append(LogEntry(kind=LogEntry.Kind.MODERATION, seat=number, act=act))
        self.tell(act.value, seat)

    def tell(self, what: str, seat: Seat | None = None) -> None:
        emails.notify_table(self.work.loaded, what, self.work.at, seat, self.order.why)

    def seat(self, number: int) -> Seat:
        refuse_if(not 0 <= number < len(self.work.seats), "no-seat")
        return self.work.seats[number]


@contextmanager
def table_action(
    order: ActionRequest, action: Action, during: tuple[Table.Status, ...] = (Table.Status.RUNNING,)
) -> Iterator[TableActionWork]:
    """Open a unit of work at a table; at its end, write its changes to the audit trail."""
    permissions.require(order.actor, action)
    refuse_if(order.why not in ("", *texts.TableReason.values), "unknown")
    with transaction.atomic():
        with table_in_transaction(order.code, order.at) as work:
            refuse_own_table(order.actor, work.table)
            refuse_if(work.table.status not in during, "not-running")
            refuse_if(work.table.changes != order.changes, "moved-on")
            act, before = TableActionWork(order, work), table_facts(work.loaded)
            yield act
        after = table_facts(work.loaded) | act.details | ({"told": order.why} if order.why else {})
        audit.write(
            order.actor, action, order.reason, order.at, target=act.target,
            table_code=order.code, before=before, after=after,
        )  # fmt: skip


def refuse_own_table(actor: User, table: Table) -> None:
    """Refuse a table where the actor plays, or played, until it is over."""
    refuse_if(table.pk in conflicts.own_tables_of(actor), "own-table")


def table_facts(loaded: LoadedTable) -> dict[str, Any]:
    """Return public facts that moderators can change: for the trail, before and after."""
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
        "dwarf": bot_players.dwarf_of(seat).key if seat.bot else "",
        "on_turn": seat.on_turn,
        "due": audit.iso(seat.due_at),
        "left": int(seat.held_due.total_seconds()) if seat.held_due is not None else None,
        "offered": seat.on_offer,
    }


def pause_table(order: ActionRequest) -> None:
    """Stop every clock and block all moves; each seat keeps its remaining time."""
    with table_action(order, Action.TABLE_PAUSE) as act:
        refuse_if(act.table.paused_at is not None, "paused-already")
        act.work.pause()
        act.log(LogEntry.Act.PAUSED)


def resume_table(order: ActionRequest) -> None:
    with table_action(order, Action.TABLE_RESUME) as act:
        refuse_if(act.table.paused_at is None, "not-paused")
        act.work.resume()
        act.log(LogEntry.Act.RESUMED)


def extend_deadline(order: ActionRequest, number: int, hours: int) -> None:
    """Add hours of the player's counted time to their present turn."""
    with table_action(order, Action.TABLE_EXTEND) as act:
        seat = act.seat(number)
        refuse_if(not 1 <= hours <= LONGEST_EXTENSION, "far")
        refuse_if(seat.due_at is None and seat.held_due is None, "no-clock")
        clocks.extend(seat, act.table, timedelta(hours=hours))
        act.log(LogEntry.Act.EXTENDED, seat)
        act.target, act.details = seat.user, {"seat": number, "hours": hours}


def skip_turn(order: ActionRequest, number: int) -> None:
    """Make the move for absent players at this seat: it depends on no role and no judgement."""
    with table_action(order, Action.TABLE_SKIP) as act:
        seat = act.seat(number)
        refuse_if(not seat.on_turn, "not-on-turn")
        act.log(LogEntry.Act.SKIPPED, seat)
        play.play_for(act.work, seat, LogEntry.Act.SKIPPED)
        act.target, act.details = seat.user, {"seat": number}


def remove_player(
    order: ActionRequest, number: int, to: str, grounds: Grounds | None = None
) -> None:
    """Remove a player for good; the seat is offered (`offer`), or a bot plays on (`bot`).

    With grounds they read why, in mail and on the page of the table, and may appeal.
    """
    with table_action(order, Action.TABLE_REMOVE) as act:
        seat = act.seat(number)
        player = seat.user
        if player is None:
            raise NotAllowed("nobody-there")
        refuse_if(to not in ("offer", "bot"), "unknown")
        act.target, act.details = player, {"seat": number, "to": to}
        if grounds is not None:
            written = sanction_records.record_sanction(
                order.actor, player, Sanction.Kind.REMOVAL, grounds, order.at,
                before={"seat": seat.number}, table=act.table,
            )  # fmt: skip
            act.details |= {"sanction": written.pk, "reason": written.reason}
        vacate_seat(act.work, seat, to, order.why)


def vacate_seat(
    work: TableWork, seat: Seat, to: str, why: str = "", *, tell_them: bool = True
) -> None:
    """Make the player of this seat leave the table for good. The log says so in neutral words,
    and the players are notified."""
    player, removed = seat.user, LogEntry.Act.REMOVED
    assert player is not None
    handover.depart(work, seat)
    seat.former = None
    work.append(LogEntry(kind=LogEntry.Kind.MODERATION, seat=seat.number, act=removed))
    emails.notify_table(work.loaded, removed.value, work.at, seat, why)
    if tell_them:
        emails.notify_table(work.loaded, "lost", work.at, seat, removed=player)
    _reassign_seat(work, seat, to)


def _reassign_seat(work: TableWork, seat: Seat, to: str) -> None:
    """Offer the empty seat, if the table has agreed on that, or give it to a bot at once."""
    clocks.stop(seat)
    seat.offered_until, seat.held_offer, seat.leaves_notes = None, None, False
    if to == "offer" and work.table.offer_hours:
        seat.offered_until = work.clock_time + timedelta(hours=work.table.offer_hours)
        work.append(LogEntry(kind=LogEntry.Kind.OFFERED, seat=seat.number))
    else:
        bot_players.hand_to_bot(seat, work.seats)
        bot = LogEntry.TakenBy.BOT
        work.append(LogEntry(kind=LogEntry.Kind.HANDOVER, seat=seat.number, taken_by=bot))
    if seat.on_turn:
        work.restart_turn(seat)


def cancel_table(order: ActionRequest) -> None:
    """End the table, also a lobby, without counting it for anybody."""
    with table_action(order, Action.TABLE_CANCEL, during=Table.OPEN) as act:
        act.work.cancel()
        if act.table.round_number:
            act.log(LogEntry.Act.CANCELLED)
        else:
            act.work.changed("status", "ended_at", "remove_at")
            act.tell("cancelled")


def set_chat(order: ActionRequest, closed: bool) -> None:
    """Close the chat of this table for players and spectators, or open it again."""
    with table_action(order, Action.TABLE_CHAT) as act:
        refuse_if(act.table.chat_closed == closed, "chat-so-already")
        act.table.chat_closed = closed
        act.log(LogEntry.Act.CHAT_CLOSED if closed else LogEntry.Act.CHAT_OPENED)


@transaction.atomic
def add_table_note(actor: User, code: str, text: str, at: datetime) -> TableNote:
    """Add a note about a table for colleagues; players never see it."""
    permissions.require(actor, Action.TABLE_NOTE)
    table = lock(code)
    refuse_own_table(actor, table)
    notes = table.staff_notes
    return audit.write_note(actor, Action.TABLE_NOTE, notes, text, at, table_code=code)


# Undoing the last move, if nobody learned anything from it.
#
# The game decides in two ways that must agree: every event to be undone is of a quiet kind, and no
# seat or spectator now sees what was hidden before. The log is never rewritten: an entry says which
# move was undone, and a replay follows it.


class UndoableMove(NamedTuple):
    """The move to be undone, with its consequences, and the state before it."""

    move: LogEntry
    state: Any
    entries: tuple[LogEntry, ...]


def undoable_move(loaded: LoadedTable) -> UndoableMove:
    """Return the last move that stands, if it can be undone; NotAllowed says why not."""
    refuse_if(not loaded.table.round_number, "not-dealt")
    found, verdict = log_check.replay_log(loaded)
    refuse_if(not verdict.sound, "unsound")
    last = found.last_move()
    if last is None:
        raise NotAllowed("no-move")
    entries = tuple(entry for entry in found.standing if entry.number >= last.number)
    before = found.states[last.number - 1]
    refuse_if(_revealed_a_secret(loaded, found, entries, before), "secret-shown")
    return UndoableMove(last, before, entries)


def _revealed_a_secret(
    loaded: LoadedTable, found: LogReplay, entries: tuple[LogEntry, ...], before: Any
) -> bool:
    """Return whether somebody learned something new by these entries."""
    rules, after = loaded.rules, found.states[-1]
    kinds = {event[0] for entry in entries for event in entry.events}
    if not all(rules.events[kind].quiet for kind in kinds):
        return True
    lookers = (None, *range(len(loaded.seats)))
    return any(
        shows_more(rules.view(before, looker), rules.view(after, looker)) for looker in lookers
    )


def undo_last_move(order: ActionRequest, number: int | None = None) -> None:
    """Undo the last move that stands. Its player is on turn again, with a new clock.

    With a number it undoes that move or none; an undo does not count as a move.
    """
    with table_action(order, Action.TABLE_UNDO) as act:
        found = undoable_move(act.work.loaded)
        refuse_if(number is not None and found.move.number != number, "not-the-last")
        number = found.move.number
        seat = act.work.seats[found.move.seat or 0]
        act.work.put(found.state)
        act.work.append(LogEntry(kind=LogEntry.Kind.UNDO, seat=seat.number, undone=number))
        act.tell("undone", seat)
        act.work.restart_turn(seat)
        act.target, act.details = seat.user, {"move": number, "seat": seat.number}
