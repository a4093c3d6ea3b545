"""Taking back the last move, where nobody has learned anything by it.

Whether it can be taken back is asked of the game, in two ways that must agree: every event of what
is taken back is of a quiet kind, and no seat and no spectator sees now what was hidden before. The
log is never rewritten: an entry says which move was taken back, and a replay follows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import record, store
from games.engine import uncovers
from games.models import Game, Move
from games.moderation import tables, tell
from games.moderation.roles import NotAllowed
from games.moderation.tables import Order
from games.record import Course
from games.services import log
from games.store import Table


@dataclass(frozen=True, slots=True)
class Candidate:
    """The move that would be taken back, with what followed from it, and the state before it."""

    move: Move
    state: Any
    entries: tuple[Move, ...]


def candidate(table: Table) -> Candidate:
    """The last move that stands, if it can be taken back; NotAllowed says why not."""
    if not table.game.round_number:
        raise NotAllowed("not-dealt")
    found, verdict = record.course(table)
    if not verdict.sound:
        raise NotAllowed("unsound")
    last = found.last_move()
    if last is None:
        raise NotAllowed("no-move")
    entries = tuple(entry for entry in found.standing if entry.number >= last.number)
    before = found.states[last.number - 1]
    if _has_shown(table, found, entries, before):
        raise NotAllowed("secret-shown")
    return Candidate(last, before, entries)


def _has_shown(table: Table, found: Course, entries: tuple[Move, ...], before: Any) -> bool:
    """Has somebody learned by these entries what he did not know?"""
    rules = table.rules
    kinds = {event[0] for entry in entries for event in entry.events}
    if not all(rules.EVENTS[kind].quiet for kind in kinds):
        return True
    lookers = (None, *range(len(table.seats)))
    after = found.states[-1]
    return any(uncovers(rules.view(before, who), rules.view(after, who)) for who in lookers)


@transaction.atomic
def take_back(order: Order, number: int | None = None) -> Game:
    """Take back the last move that stands. Its player is on turn again, with a new clock.

    Who names a move by its number takes back that one or nothing; an undo is no move.
    """
    table = tables.begin(order, "table-undo")
    before = tables.facts(table)
    found = candidate(table)
    if number is not None and found.move.number != number:
        raise NotAllowed("not-the-last")
    number = found.move.number
    seat = table.seats[found.move.seat or 0]
    store.save(table, found.state, order.at)
    log.write(table, Move.Kind.UNDO, (), order.at, seat=seat.number, text=str(number))
    tell.table(table, "undone", order.at, seat)
    log.settle(table, order.at, fresh=seat.number)
    tables.trace(order, "table-undo", table, before, seat.user, move=number, seat=seat.number)
    return table.game
