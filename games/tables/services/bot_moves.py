"""Moves of bots: a bot chooses from what its seat sees and remembers, before any lock, then moves
as people do."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from config.clock import now
from games.engine import Move, Rng
from games.engine.bots import EASY
from games.replays.moments import seat_memory
from games.tables import store
from games.tables.bot_players import dwarf_of
from games.tables.models import LogEntry, Seat, Table
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable, saving

THINKING: Final = timedelta(seconds=30)
"""How long a worker may take over a bot's move before another one may try."""
MAX_RETRIES: Final = 3
"""Attempts if somebody else moved meanwhile."""


def let_bot_move(seat_id: int, at: datetime) -> bool:
    """Claim the bot's move, choose one and play it.

    If that fails, the claim stays, and the move is tried again when it runs out.
    """
    until = at + THINKING
    claimed = Seat.objects.filter(pk=seat_id, act_at__lte=at).update(act_at=until)
    if not claimed:
        return False
    for _ in range(MAX_RETRIES):
        seat = Seat.objects.select_related("table").filter(pk=seat_id, act_at=until).first()
        chosen = None if seat is None else _chosen(seat)
        if seat is None or chosen is None:
            break
        if bot_plays(seat, *chosen, max(at, now())):
            return True
    Seat.objects.filter(pk=seat_id, act_at=until).update(act_at=at)
    return False


def _chosen(seat: Seat) -> tuple[Move, int] | None:
    """Choose a move, and say for which version of the table.

    Return None if it can't move, or if the table moved on while it was read.
    """
    if seat.table.status != Table.Status.RUNNING:
        return None
    try:
        loaded = store.load(seat.table)
    except store.TornRead:
        return None
    if not loaded.may_move(seat.number):
        return None
    return choose(loaded, seat), loaded.table.version


def choose(loaded: LoadedTable, seat: Seat) -> Any:
    """Let this seat's bot choose a move. It is given a view and a memory, never a state."""
    bots = loaded.kind.bots
    bot = bots.get(seat.bot) or bots[EASY]  # a newer release may know other strengths
    view = loaded.rules.view(loaded.state, seat.number)
    rng = Rng(saving.random_bytes(32), "bot")
    return bot.choose(view, seat_memory(loaded, seat.number), dwarf_of(seat).temperament, rng)


def bot_plays(seat: Seat, move: Move, version: int, at: datetime) -> bool:
    """Play what a bot has chosen for this version, unless something was played since."""
    try:
        with table_for_update(seat.table.code, at) as work:
            own = work.seats[seat.number]
            if own.act_at is None or work.table.version != version:
                return False  # somebody was quicker
            own.act_at = None
            work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat.number), move)
    except Table.DoesNotExist:  # a guest left and took the table along
        return False
    return True
