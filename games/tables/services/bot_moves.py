"""Moves of bots: a mind chooses from what its seat sees and remembers, before any lock; then it
moves as people do."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from config.clock import now
from games.engine import Move, Rng
from games.engine.bots import EASY
from games.replays.moments import SeatMemory
from games.tables import store
from games.tables.bot_players import dwarf_of
from games.tables.models import LogEntry, Seat, Table
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable, randomness

THINKING: Final = timedelta(seconds=30)
"""So long a bot's move belongs to who thinks about it: should they die, another does then."""
MAX_RETRIES: Final = 3
"""So often one thinks anew where somebody else was quicker."""


class ChosenMove(NamedTuple):
    """What a bot has made up its mind to do, and for which version of the table."""

    move: Move
    version: int


def bots_due(at: datetime) -> QuerySet[Seat]:
    """Seats of bots whose time to move has come."""
    return Seat.objects.filter(act_at__lte=at).order_by("act_at")


def let_bot_move(seat_id: int, at: datetime) -> bool:
    """If nobody else thinks about it: choose, and play what was chosen.

    What fails on the way leaves the claim as it is, and is tried again when that has run out.
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


def _chosen(seat: Seat) -> ChosenMove | None:
    """None, where there is nothing to choose, or the table moved on while it was read."""
    if seat.table.status != Table.Status.RUNNING:
        return None
    try:
        loaded = store.load(seat.table)
    except store.TornRead:
        return None
    if not loaded.may_move(seat.number):
        return None
    return ChosenMove(choose(loaded, seat), loaded.table.version)


def choose(loaded: LoadedTable, seat: Seat) -> Any:
    """What this seat's mind would do. It is given a view and a memory, and never a state."""
    minds = loaded.kind.minds
    mind = minds.get(seat.bot) or minds[EASY]  # a newer release may know other strengths
    view = loaded.rules.view(loaded.state, seat.number)
    lots = Rng(randomness.random_bytes(32), "bot")
    return mind.choose(view, SeatMemory(loaded, seat.number), dwarf_of(seat).temperament, lots)


def bot_plays(seat: Seat, move: Move, version: int, at: datetime) -> bool:
    """Play what a bot has chosen for this version, if nothing was played since and it may still."""
    try:
        with table_for_update(seat.table.code, at) as work:
            own = work.seats[seat.number]
            if own.act_at is None or work.table.version != version:
                return False  # nobody's turn to act, or somebody was quicker
            own.act_at = None
            work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat.number), move)
    except Table.DoesNotExist:  # a guest has left, and took it along
        return False
    return True
