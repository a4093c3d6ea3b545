"""Actions at a running table: moves of people and for absent players, resigning, cancelling."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from config.observability.metrics import Histogram
from games.engine import MAX_STEPS_PER_TURN, Move, Refusal
from games.kinds import read_move
from games.tables import clocks
from games.tables.models import LogEntry, Seat, Table
from games.tables.refusals import Refused, require
from games.tables.services import handover
from games.tables.services.news import TableOver
from games.tables.services.unit_of_work import TableWork, table_for_update
from games.tables.store import LoadedTable

MOVE_SECONDS = Histogram(
    "undermine_move_seconds", "How long a person's move took, from its lock to its commit."
)


@MOVE_SECONDS.time()
def play_move(
    user: User, code: str, text: str, version: int, token: str, at: datetime
) -> LoadedTable:
    """Play a move, in notation. Raises the engine's Refusal, NotationError, or Refused.

    The same form sent again (a double click, a retry after a lost answer) answers as the first
    time; another form made for an older version is out of date, unless all that was played since
    were answers out of turn and the move stands nevertheless.
    """
    with table_for_update(code, at) as work:
        table, seat = work.table, work.seat_of(user)
        if table.version != version:  # only then can this form have been played already
            if table.log.filter(token=token).exists():
                return work.loaded
            if not table.version - table.answers <= version < table.version:
                raise Refused("moved-on")
        work.require_running()
        move = read_move(work.loaded.rules, text)
        try:
            _person_moves(work, seat, move, token)
        except Refusal:
            if table.version != version:
                raise Refused("moved-on") from None  # it was possible before the answers came
            raise
    return work.loaded


def _person_moves(work: TableWork, seat: Seat, move: Move, token: str) -> None:
    """Play a step of a turn, its end, or an out-of-turn answer, which doesn't affect clocks."""
    in_turn = seat.number in work.loaded.rules.waiting_for(work.loaded.state)
    was_away = seat.offered_until is not None
    if was_away:
        handover.returned(work, seat)
    entry = LogEntry(kind=LogEntry.Kind.MOVE, seat=seat.number, token=token)
    over = work.play(entry, move)
    if in_turn and over:
        _took_turn(work, seat)
    elif in_turn and was_away:
        handover.restart_clock(work, seat)
    seat.read_to = work.table.length
    work.mover = seat.number
    work.person_acted()


def _took_turn(work: TableWork, seat: Seat) -> None:
    """Count the turn that a player has ended as in time or late, and refill their bank."""
    if seat.due_at is not None:
        in_time = work.clock_time <= seat.due_at
        seat.in_time, seat.missed = seat.in_time + in_time, seat.missed + (not in_time)
    seat.absences = 0
    seat.bank = clocks.refilled(work.table, clocks.time_left(seat, work.table, work.clock_time))


def play_for(work: TableWork, seat: Seat, act: str = "") -> None:
    """Play the rest of a turn for an absent player, by what their seat sees and not by their role.

    `act` is set if moderators wanted it, while nobody was absent.
    """
    rules = work.loaded.rules
    seat.bank = clocks.refilled(work.table, clocks.NOTHING)
    for _ in range(MAX_STEPS_PER_TURN):
        move = rules.absent_move(rules.view(work.loaded.state, seat.number))
        entry = LogEntry(kind=LogEntry.Kind.ABSENT, seat=seat.number, act=act)
        if work.play(entry, move):
            break
    work.end_turn()


def resign(user: User, code: str, at: datetime) -> LoadedTable:
    """Give up a game for one or two; the other one wins."""
    with table_for_update(code, at) as work:
        seat = work.seat_of(user)
        work.require_running()
        require(max(work.loaded.rules.players) <= 2, "cannot-resign")
        others = [other.number for other in work.seats if other is not seat]
        work.append(LogEntry(kind=LogEntry.Kind.RESIGNED, seat=seat.number))
        work.finish([0] * len(work.seats), others)
        work.person_acted()
    return work.loaded


def agree_to_cancel(user: User, code: str, agrees: bool, at: datetime) -> LoadedTable:
    """Record a player's vote, and cancel the table once every player agrees; bots don't vote.

    The same vote again changes nothing.
    """
    with table_for_update(code, at) as work:
        seat = work.seat_of(user)
        require(work.table.status == Table.Status.RUNNING, "not-running")
        if seat.wants_cancel != agrees:
            seat.wants_cancel = agrees
            work.person_acted()
        if all(other.wants_cancel for other in work.seats if other.user_id):
            work.cancel()
            work.append(LogEntry(kind=LogEntry.Kind.CANCELLED))
            work.tell(TableOver("cancelled", work.players))
    return work.loaded


def mark_seen(user: User, code: str, *, scene: int, hoods: int, role: int) -> None:
    """Record the rounds of which a player has seen how they ended, who had which role while gold is
    picked, and their own role card.

    It only ever raises a number, and no further than the current round. It belongs to the seat and
    changes nothing of the game: the table isn't locked, and no page is stale.
    """
    for column, number in {"scene_seen": scene, "hoods_seen": hoods, "role_seen": role}.items():
        if number >= 1:
            own = Seat.objects.filter(table__code=code, user=user, table__round_number__gte=number)
            own.filter(**{f"{column}__lt": number}).update(**{column: number})
