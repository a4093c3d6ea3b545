"""The log, and what follows from every entry: whose turn it is, until when, and who is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.mine import Event, digest
from games.notices import triggers
from games.tables import clocks, tasks
from games.tables.models import LogEntry, Seat, Table
from games.tables.store import LoadedTable

SEAT_FIELDS = (
    "user", "bot", "joined_at", "on_turn", "turn", "turn_began_at", "due_at", "remind_at", "rest",
    "bank", "excused_left", "absences", "offered_until", "former", "leaves_notes", "in_time",
    "missed", "act_at", "read_to", "score", "won", "wants_cancel", "held_due", "held_remind",
    "held_offer", "kept_due", "kept_remind", "kept_from",
)  # fmt: skip
LIFELESS = timedelta(days=30)
LIFELESS_TURNS = 4
CANCELLED_LASTS = settings.KEEP_CLOSED_TABLES
"""What came to nothing is kept so long."""


def write(
    loaded: LoadedTable,
    kind: LogEntry.Kind,
    events: Sequence[Event],
    at: datetime,
    seat: int | None = None,
    text: str = "",
    token: str = "",
) -> LogEntry:
    """Append an entry under the lock, with a digest of the state after it.

    `text` is a move in notation; of a vacation its first and last day, of a handover who takes
    over (`player` or `bot`), of something moderators did its code, of an undo the number of the
    move that is taken back.
    """
    table = loaded.table
    table.length += 1
    return LogEntry.objects.create(
        table=table,
        number=table.length,
        round_number=table.round_number,
        kind=kind,
        seat=seat,
        text=text,
        events=[list(event) for event in events],
        digest=digest(loaded.rules.pieces(loaded.state)),
        token=token,
        at=at,
    )


def settle(
    loaded: LoadedTable,
    at: datetime,
    fresh: int | None = None,
    person: bool = False,
    mover: int | None = None,
    turn_over: bool = False,
) -> None:
    """After any entry: turns, deadlines, the end, notices; then one save of seats and table.

    `fresh` is a seat whose turn begins anew even if it was on turn; `turn_over`: whoever is on turn
    begins a new one; else a clock that runs runs on. `person`: somebody did this. The `mover` is
    here: who is on turn again by his own move need not be told.
    """
    table = loaded.table
    outcome = loaded.rules.outcome(loaded.state)
    _give_turns(loaded, at, fresh, mover, turn_over)
    if outcome is not None and table.status == Table.Status.RUNNING:
        finish(loaded, outcome.scores, outcome.winners, at)
    if person and table.status == Table.Status.RUNNING:
        live_on(table, at)
    if table.paused_at is not None:
        _hold(loaded, at)
    if changed := loaded.changed_seats(SEAT_FIELDS):
        Seat.objects.bulk_update(changed, SEAT_FIELDS)
    save(table, at)
    triggers.write(loaded)
    if any(seat.act_at for seat in loaded.seats):
        transaction.on_commit(tasks.hint_bots)


def save(table: Table, at: datetime) -> None:
    """The table's own row, once for each service."""
    table.moved_at = at
    table.changes += 1
    table.save()


def live_on(table: Table, at: datetime) -> None:
    """A person did something here: the table is not abandoned for a long time."""
    length = max(LIFELESS, LIFELESS_TURNS * timedelta(hours=table.pace_hours))
    if table.paused_at is None:
        table.abandon_at = at + length
    else:
        table.held_abandon = length


def _hold(loaded: LoadedTable, at: datetime) -> None:
    """While a table is paused nothing on it runs, whatever has just begun there."""
    table = loaded.table
    if table.abandon_at is not None:
        table.held_abandon, table.abandon_at = max(table.abandon_at - at, timedelta()), None
    for seat in loaded.seats:
        clocks.hold(seat, table, at)


# --- turns ----------------------------------------------------------------------------------------


def _give_turns(
    loaded: LoadedTable, at: datetime, fresh: int | None, mover: int | None, turn_over: bool
) -> None:
    if loaded.table.status != Table.Status.RUNNING:
        _close(loaded)
        return
    waiting = loaded.rules.waiting_for(loaded.state)
    for seat in loaded.seats:
        if seat.number not in waiting:
            seat.on_turn = False
            clocks.end(seat, loaded.table)
        elif not seat.on_turn or turn_over or seat.number == fresh:
            _begin_turn(loaded, seat, at, told=seat.number != mover)
    _wake_bots(loaded, at)


def _begin_turn(loaded: LoadedTable, seat: Seat, at: datetime, told: bool) -> None:
    """A person's clock starts, and he is told; an empty seat and one on offer are waited for.

    Who plays alone keeps nobody waiting: he has no clock, and is not told what he did himself. The
    clock of who left runs unseen: should they come back, this turn has not waited for them.
    """
    seat.on_turn, seat.turn, seat.turn_began_at = True, loaded.table.length, at
    clocks.end(seat, loaded.table)
    if seat.former_id:
        clocks.start_unseen(seat, loaded.table, at)
    if seat.user_id and not seat.on_offer and not loaded.alone:
        clocks.start(seat, loaded.table, at, clocks.for_turn(seat, loaded.table))
        if told:
            triggers.turn(loaded, seat, at)


def _wake_bots(loaded: LoadedTable, at: datetime) -> None:
    """Bots on turn, or asked for an answer, are due, but stand still where no person is left to
    play with."""
    awake = loaded.table.paused_at is None and any(seat.user_id for seat in loaded.seats)
    for seat in loaded.seats:
        acts = seat.bot and awake and loaded.may_move(seat.number)
        seat.act_at = (seat.act_at or at) if acts else None


def _close(loaded: LoadedTable) -> None:
    """Nobody is on turn any more, and no seat is on offer."""
    loaded.table.abandon_at, loaded.table.paused_at, loaded.table.held_abandon = None, None, None
    for seat in loaded.seats:
        seat.on_turn, seat.act_at, seat.offered_until, seat.held_offer = False, None, None, None
        clocks.stop(seat)


def finish(
    loaded: LoadedTable, scores: Sequence[int], winners: Sequence[int], at: datetime
) -> None:
    """The game is over: scores and winners on the seats, nobody on turn."""
    loaded.table.status, loaded.table.ended_at = Table.Status.FINISHED, at
    if loaded.round.ended_at is None:
        loaded.round.ended_at = at
        loaded.round.save(update_fields=["ended_at"])
    for seat in loaded.seats:
        seat.score, seat.won = scores[seat.number], seat.number in winners
    _close(loaded)
    triggers.over(loaded, "finished", at)
