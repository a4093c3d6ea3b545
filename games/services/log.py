"""The log, and what follows from every entry: whose turn it is, until when, and who is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games import notify, tasks
from games.engine import Event, digest
from games.models import Game, Move, Seat
from games.store import Table

SEAT_FIELDS = (
    "user", "bot", "on_turn", "turn", "turn_began_at", "due_at", "act_at", "read_to", "score",
    "won", "wants_cancel",
)  # fmt: skip


def write(
    table: Table,
    kind: Move.Kind,
    events: Sequence[Event],
    at: datetime,
    seat: int | None = None,
    text: str = "",
    token: str = "",
) -> Move:
    """Append an entry under the lock, with a digest of the state after it."""
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


def settle(table: Table, at: datetime, mover: int | None = None, anew: bool = False) -> None:
    """After any entry: turns, deadlines, the end, notices; then one save of seats and table."""
    game = table.game
    outcome = table.rules.outcome(table.state)
    waiting = table.rules.waiting_for(table.state) if game.status == Game.Status.RUNNING else ()
    if mover is not None:
        table.seats[mover].read_to = game.length
    for seat in table.seats:
        _give_turn(table, seat, seat.number in waiting, at, anew or seat.number == mover)
    if outcome is not None and game.status == Game.Status.RUNNING:
        finish(table, outcome.scores, outcome.winners, at)
    Seat.objects.bulk_update(table.seats, SEAT_FIELDS)
    save(game, at)
    notify.write(table)
    if any(seat.act_at for seat in table.seats):
        transaction.on_commit(tasks.hint_bots)


def save(game: Game, at: datetime) -> None:
    """The table's own row, once for each service."""
    game.moved_at = at
    game.version += 1
    game.save()


def _give_turn(table: Table, seat: Seat, on_turn: bool, at: datetime, anew: bool) -> None:
    """A turn that goes on keeps its deadline, unless it begins anew."""
    if not on_turn:
        seat.on_turn, seat.due_at, seat.act_at = False, None, None
        return
    if seat.on_turn and not anew:
        return
    seat.on_turn, seat.turn, seat.turn_began_at = True, table.game.length, at
    seat.act_at = at if seat.bot else None
    seat.due_at = None if seat.bot else at + timedelta(hours=table.game.pace_hours)
    if seat.user_id:
        notify.turn(table, seat, at)


def finish(table: Table, scores: Sequence[int], winners: Sequence[int], at: datetime) -> None:
    """The game is over: scores and winners on the seats, nobody on turn."""
    table.game.status, table.game.ended_at = Game.Status.FINISHED, at
    if table.round.ended_at is None:
        table.round.ended_at = at
        table.round.save(update_fields=["ended_at"])
    for seat in table.seats:
        seat.score, seat.won = scores[seat.number], seat.number in winners
        seat.on_turn, seat.due_at, seat.act_at = False, None, None
    notify.over(table, "finished", at)
