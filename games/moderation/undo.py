"""Taking back the last move, where nobody has learned anything by it.

Whether it can be taken back is asked of the game, in two ways that must agree: every event of what
is taken back is of a quiet kind, and no seat and no spectator sees now what was hidden before. The
log is never rewritten: an entry says which move was taken back, and a replay follows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.mine import uncovers
from games.moderation import table_acts
from games.moderation.actions import Action
from games.moderation.roles import NotAllowed
from games.moderation.table_acts import Order
from games.tables import replay
from games.tables.models import LogEntry, Table
from games.tables.replay import Course
from games.tables.store import LoadedTable


@dataclass(frozen=True, slots=True)
class Candidate:
    """The move that would be taken back, with what followed from it, and the state before it."""

    move: LogEntry
    state: Any
    entries: tuple[LogEntry, ...]


def candidate(loaded: LoadedTable) -> Candidate:
    """The last move that stands, if it can be taken back; NotAllowed says why not."""
    if not loaded.table.round_number:
        raise NotAllowed("not-dealt")
    found, verdict = replay.course(loaded)
    if not verdict.sound:
        raise NotAllowed("unsound")
    last = found.last_move()
    if last is None:
        raise NotAllowed("no-move")
    entries = tuple(entry for entry in found.standing if entry.number >= last.number)
    before = found.states[last.number - 1]
    if _has_shown(loaded, found, entries, before):
        raise NotAllowed("secret-shown")
    return Candidate(last, before, entries)


def _has_shown(
    loaded: LoadedTable, found: Course, entries: tuple[LogEntry, ...], before: Any
) -> bool:
    """Has somebody learned by these entries what they did not know?"""
    rules = loaded.rules
    kinds = {event[0] for entry in entries for event in entry.events}
    if not all(rules.EVENTS[kind].quiet for kind in kinds):
        return True
    lookers = (None, *range(len(loaded.seats)))
    after = found.states[-1]
    return any(uncovers(rules.view(before, who), rules.view(after, who)) for who in lookers)


def take_back(order: Order, number: int | None = None) -> Table:
    """Take back the last move that stands. Its player is on turn again, with a new clock.

    Who names a move by its number takes back that one or nothing; an undo is no move.
    """
    with table_acts.act_on_table(order, Action.TABLE_UNDO) as act:
        found = candidate(act.work.loaded)
        if number is not None and found.move.number != number:
            raise NotAllowed("not-the-last")
        number = found.move.number
        seat = act.work.seats[found.move.seat or 0]
        act.work.put(found.state)
        act.work.append(LogEntry(kind=LogEntry.Kind.UNDO, seat=seat.number, undone=number))
        act.tell("undone", seat)
        act.work.begin_turn_anew(seat)
        act.target, act.details = seat.user, {"move": number, "seat": seat.number}
    return act.table
