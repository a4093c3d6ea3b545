"""Whose turn it is, and until when; which bots are to move."""

from __future__ import annotations

from games.tables import clocks
from games.tables.models import Seat, Table
from games.tables.news import TurnBegan
from games.tables.services.work import TableWork


def settle(work: TableWork) -> None:
    """Give turns to those for whom the game waits; take them from all others."""
    if work.table.status != Table.Status.RUNNING:
        return
    waiting = work.loaded.rules.waiting_for(work.loaded.state)
    for seat in work.seats:
        if seat.number not in waiting:
            seat.on_turn = False
            clocks.end(seat, work.table)
        elif not seat.on_turn or work.turn_is_over or seat.number == work.begins_anew:
            _begin(work, seat)
    _rouse_bots(work)


def _begin(work: TableWork, seat: Seat) -> None:
    """A person's clock starts, and they are told; an empty seat and one on offer are waited for.

    Who plays alone keeps nobody waiting: they have no clock, and are not told what they did
    themselves. The clock of who left runs unseen: should they come back, this turn has not waited
    for them.
    """
    seat.on_turn, seat.turn, seat.turn_began_at = True, work.table.length, work.at
    clocks.end(seat, work.table)
    if seat.former_id:
        clocks.start_unseen(seat, work.table, work.at)
    if seat.user is None or seat.on_offer or work.loaded.alone:
        return
    clocks.start(seat, work.table, work.at, clocks.for_turn(seat, work.table))
    if seat.number != work.mover:
        work.tell(TurnBegan(seat.number, seat.user, seat.turn))


def _rouse_bots(work: TableWork) -> None:
    """Bots on turn, or asked for an answer, are due, but stand still where no person is left to
    play with."""
    awake = work.table.paused_at is None and any(seat.user_id for seat in work.seats)
    for seat in work.seats:
        acts = seat.bot and awake and work.loaded.may_move(seat.number)
        seat.act_at = (seat.act_at or work.at) if acts else None
