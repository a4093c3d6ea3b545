"""What follows from whatever happened: whose turn it is, until when, whether the game is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.tables import clocks, pace
from games.tables.models import Seat, Table
from games.tables.news import TurnBegan
from games.tables.services import endings
from games.tables.services.work import TableWork

LIFELESS = timedelta(days=30)
LIFELESS_TURNS = 4


def settle(work: TableWork) -> None:
    """Turns first; then, has the game come to its end? If not, has somebody shown that the table
    is alive?"""
    table, loaded = work.table, work.loaded
    if table.status == Table.Status.RUNNING:
        _give_turns(work)
        if (outcome := loaded.rules.outcome(loaded.state)) is not None:
            endings.finish(work, outcome.scores, outcome.winners)
    if table.status != Table.Status.RUNNING:
        _clear(work)
    elif work.person_is_here:
        live_on(table, work.at)


def _give_turns(work: TableWork) -> None:
    """Give turns to those for whom the game waits; take them from all others."""
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
        clocks.start_unseen(seat, work.table, work.clock_time)
    if seat.user is None or seat.on_offer or work.loaded.alone:
        return
    clocks.start(seat, work.table, work.clock_time, clocks.for_turn(seat, work.table))
    if seat.number != work.mover:
        work.tell(TurnBegan(seat.number, seat.user, seat.turn))


def _rouse_bots(work: TableWork) -> None:
    """Bots on turn, or asked for an answer, are due, but stand still where no person is left to
    play with. Where somebody looks, each has a pause of its own, one after the other."""
    awake = work.table.paused_at is None and any(seat.user_id for seat in work.seats)
    watched = any(seat.user_id and seat.is_looking(work.at) for seat in work.seats)
    due = work.at
    for seat in work.seats:
        acts = seat.bot and awake and work.loaded.may_move(seat.number)
        if not acts:
            seat.act_at = None
        elif seat.act_at is None:
            due += pace.pause(seat) if watched else clocks.NOTHING
            seat.act_at = due


def _clear(work: TableWork) -> None:
    """Nobody is on turn any more, and no seat is on offer."""
    work.table.abandon_at, work.table.paused_at, work.table.held_abandon = None, None, None
    for seat in work.seats:
        seat.on_turn, seat.act_at, seat.offered_until, seat.held_offer = False, None, None, None
        clocks.stop(seat)


def live_on(table: Table, at: datetime) -> None:
    """A person did something here: the table is not abandoned for a long time."""
    length = max(LIFELESS, LIFELESS_TURNS * timedelta(hours=table.pace_hours))
    if table.paused_at is None:
        table.abandon_at = at + length
    else:
        table.held_abandon = length
