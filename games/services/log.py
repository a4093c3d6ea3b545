"""The log, and what follows from every entry: whose turn it is, until when, and who is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games import clocks, notify, tasks
from games.engine import Event, digest
from games.models import Game, Move, Seat
from games.store import Table

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
    table: Table,
    kind: Move.Kind,
    events: Sequence[Event],
    at: datetime,
    seat: int | None = None,
    text: str = "",
    token: str = "",
) -> Move:
    """Append an entry under the lock, with a digest of the state after it.

    `text` is a move in notation; of a vacation its first and last day, of a handover who takes
    over (`player` or `bot`), of something moderators did its code, of an undo the number of the
    move that is taken back.
    """
    game = table.game
    game.length += 1
    return Move.objects.create(
        game=game,
        number=game.length,
        round_number=game.round_number,
        kind=kind,
        seat=seat,
        text=text,
        events=[list(event) for event in events],
        digest=digest(table.rules.pieces(table.state)),
        token=token,
        at=at,
    )


def settle(
    table: Table,
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
    game = table.game
    outcome = table.rules.outcome(table.state)
    _give_turns(table, at, fresh, mover, turn_over)
    if outcome is not None and game.status == Game.Status.RUNNING:
        finish(table, outcome.scores, outcome.winners, at)
    if person and game.status == Game.Status.RUNNING:
        live_on(game, at)
    if game.paused_at is not None:
        _hold(table, at)
    if changed := table.changed_seats(SEAT_FIELDS):
        Seat.objects.bulk_update(changed, SEAT_FIELDS)
    save(game, at)
    notify.write(table)
    if any(seat.act_at for seat in table.seats):
        transaction.on_commit(tasks.hint_bots)


def save(game: Game, at: datetime) -> None:
    """The table's own row, once for each service."""
    game.moved_at = at
    game.changes += 1
    game.save()


def live_on(game: Game, at: datetime) -> None:
    """A person did something here: the table is not abandoned for a long time."""
    length = max(LIFELESS, LIFELESS_TURNS * timedelta(hours=game.pace_hours))
    if game.paused_at is None:
        game.abandon_at = at + length
    else:
        game.held_abandon = length


def _hold(table: Table, at: datetime) -> None:
    """While a table is paused nothing on it runs, whatever has just begun there."""
    game = table.game
    if game.abandon_at is not None:
        game.held_abandon, game.abandon_at = max(game.abandon_at - at, timedelta()), None
    for seat in table.seats:
        clocks.hold(seat, game, at)


# --- turns ----------------------------------------------------------------------------------------


def _give_turns(
    table: Table, at: datetime, fresh: int | None, mover: int | None, turn_over: bool
) -> None:
    if table.game.status != Game.Status.RUNNING:
        _close(table)
        return
    waiting = table.rules.waiting_for(table.state)
    for seat in table.seats:
        if seat.number not in waiting:
            seat.on_turn = False
            clocks.end(seat, table.game)
        elif not seat.on_turn or turn_over or seat.number == fresh:
            _begin_turn(table, seat, at, told=seat.number != mover)
    _wake_bots(table, at)


def _begin_turn(table: Table, seat: Seat, at: datetime, told: bool) -> None:
    """A person's clock starts, and he is told; an empty seat and one on offer are waited for.

    Who plays alone keeps nobody waiting: he has no clock, and is not told what he did himself. The
    clock of who left runs unseen: should they come back, this turn has not waited for them.
    """
    seat.on_turn, seat.turn, seat.turn_began_at = True, table.game.length, at
    clocks.end(seat, table.game)
    if seat.former_id:
        clocks.start_unseen(seat, table.game, at)
    if seat.user_id and not seat.on_offer and not table.alone:
        clocks.start(seat, table.game, at, clocks.for_turn(seat, table.game))
        if told:
            notify.turn(table, seat, at)


def _wake_bots(table: Table, at: datetime) -> None:
    """Bots on turn, or asked for an answer, are due, but stand still where no person is left to
    play with."""
    awake = table.game.paused_at is None and any(seat.user_id for seat in table.seats)
    for seat in table.seats:
        acts = seat.bot and awake and table.may_move(seat.number)
        seat.act_at = (seat.act_at or at) if acts else None


def _close(table: Table) -> None:
    """Nobody is on turn any more, and no seat is on offer."""
    table.game.abandon_at, table.game.paused_at, table.game.held_abandon = None, None, None
    for seat in table.seats:
        seat.on_turn, seat.act_at, seat.offered_until, seat.held_offer = False, None, None, None
        clocks.stop(seat)


def finish(table: Table, scores: Sequence[int], winners: Sequence[int], at: datetime) -> None:
    """The game is over: scores and winners on the seats, nobody on turn."""
    table.game.status, table.game.ended_at = Game.Status.FINISHED, at
    if table.round.ended_at is None:
        table.round.ended_at = at
        table.round.save(update_fields=["ended_at"])
    for seat in table.seats:
        seat.score, seat.won = scores[seat.number], seat.number in winners
    _close(table)
    notify.over(table, "finished", at)
