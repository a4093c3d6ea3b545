"""What follows from whatever happened: whose turn it is, until when, whether the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from config.jobs.sweeps import wake_worker
from games.tables import bot_players, clocks
from games.tables.models import LogEntry, Seat, Table
from games.tables.services.news import TableOver, TurnBegan
from games.tables.services.work import RowWork, TableWork

ABANDONED_AFTER = timedelta(days=30)
ABANDONED_AFTER_TURNS = 4


def settle(work: TableWork) -> None:
    """Turns first; then, has the game come to its end? If not, has somebody shown that the table
    is alive?"""
    table, loaded = work.table, work.loaded
    if table.status == Table.Status.RUNNING:
        _give_turns(work)
        if (outcome := loaded.rules.outcome(loaded.state)) is not None:
            finish(work, outcome.scores, outcome.winners)
    if table.status != Table.Status.RUNNING:
        _clear_turns(work)
    elif work.person_is_here:
        postpone_abandonment(table, work.at)


def _give_turns(work: TableWork) -> None:
    """Give turns to those for whom the game waits; take them from all others."""
    waiting = work.loaded.rules.waiting_for(work.loaded.state)
    for seat in work.seats:
        if seat.number not in waiting:
            seat.on_turn = False
            clocks.end(seat, work.table)
        elif not seat.on_turn or work.turn_is_over or seat.number == work.begins_anew:
            _begin_turn(work, seat)
    _schedule_bots(work)


def _begin_turn(work: TableWork, seat: Seat) -> None:
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


def _schedule_bots(work: TableWork) -> None:
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
            due += bot_players.bot_delay(seat) if watched else clocks.NOTHING
            seat.act_at = due


def _clear_turns(work: TableWork) -> None:
    """Nobody is on turn any more, and no seat is on offer."""
    work.table.abandon_at, work.table.paused_at, work.table.held_abandon = None, None, None
    for seat in work.seats:
        seat.on_turn, seat.act_at, seat.offered_until, seat.held_offer = False, None, None, None
        clocks.stop(seat)


def postpone_abandonment(table: Table, at: datetime) -> None:
    """A person did something here: the table is not abandoned for a long time."""
    length = max(ABANDONED_AFTER, ABANDONED_AFTER_TURNS * timedelta(hours=table.pace_hours))
    if table.paused_at is None:
        table.abandon_at = at + length
    else:
        table.held_abandon = length


# A table that moderators have paused: nothing on it runs until they let it go on.
#
# Who may do that stands in `games/moderation/permissions.py`.


def hold_paused_clocks(work: TableWork) -> None:
    """While a table is paused nothing on it runs, whatever has just begun there."""
    table = work.table
    if table.abandon_at is not None:
        table.held_abandon, table.abandon_at = max(table.abandon_at - work.at, timedelta()), None
    for seat in work.seats:
        clocks.hold(seat, table, work.clock_time)


def pause_table(work: TableWork) -> None:
    """Every clock stops, and nobody can move; each seat keeps what was left of its time."""
    work.happened = True
    work.table.paused_at = work.at


def resume_table(work: TableWork) -> None:
    """Every clock runs on with what was left of it."""
    work.happened, table = True, work.table
    for seat in work.seats:
        clocks.release(seat, table, work.clock_time)
    table.abandon_at = work.at + (table.held_abandon or ABANDONED_AFTER)
    table.paused_at, table.held_abandon = None, None


# How a table ends: played to its end, given up, cancelled, abandoned.

CANCELLED_KEPT_FOR = settings.KEEP_CLOSED_TABLES
"""What came to nothing is kept so long."""
ABANDONED_KEPT_FOR = settings.KEEP_ABANDONED_TABLES
COUNT_RESULTS = "tables.count_results"


def finish(work: TableWork, scores: Sequence[int], winners: Sequence[int]) -> None:
    """The game is over: scores and winners on the seats."""
    _end(work, Table.Status.FINISHED)
    if work.loaded.round.ended_at is None:
        work.loaded.change_round(ended_at=work.at)
    for seat in work.seats:
        seat.score, seat.won = scores[seat.number], seat.number in winners
    if work.table.for_one and winners:
        work.table.seats.update(score_alone=scores[0])
    work.tell(TableOver("finished", work.players))
    transaction.on_commit(partial(wake_worker, COUNT_RESULTS))


def cancel(work: RowWork) -> None:
    """It counts for nobody, and is kept for a while only; also a lobby."""
    _end(work, Table.Status.CANCELLED)
    work.table.remove_at = work.at + CANCELLED_KEPT_FOR


def expire(work: RowWork) -> None:
    """A lobby that never filled."""
    _end(work, Table.Status.EXPIRED)
    work.table.remove_at = work.at + CANCELLED_KEPT_FOR


def abandon(work: TableWork) -> None:
    """Nobody is left. Who lost their seat and might have come back is told as well."""
    _end(work, Table.Status.ABANDONED)
    work.table.remove_at = work.at + ABANDONED_KEPT_FOR
    work.append(LogEntry(kind=LogEntry.Kind.ABANDONED))
    former = tuple(seat.former for seat in work.seats if seat.former is not None)
    work.tell(TableOver("abandoned", work.players, former))


def _end(work: RowWork, status: Table.Status) -> None:
    """Seats know it too: the newest tables of a player's past are found by their seats."""
    work.table.status, work.table.ended_at = status, work.at
    work.table.seats.update(ended_at=work.at)
