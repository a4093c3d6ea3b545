"""How long bots wait before they move: so long that who looks can follow, else not at all."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.mine.minds import HARD
from games.tables.dwarfs import dwarf_of
from games.tables.models import Seat

LOOKING: Final = timedelta(minutes=2)
"""An open page that is touched says so once a minute."""
PAUSE: Final = timedelta(seconds=1.4)
"""Between two moves, for a dwarf of the usual tempo."""
HARD_PAUSE: Final = timedelta(seconds=0.3)
"""A hard bot thinks for the rest of it."""


def is_watched(seats: Iterable[Seat], at: datetime) -> bool:
    """Does a player of this table have it before them?"""
    return any(seat.user_id and looks(seat, at) for seat in seats)


def looks(seat: Seat, at: datetime) -> bool:
    return seat.seen_at is not None and at - seat.seen_at < LOOKING


def pause(seat: Seat) -> timedelta:
    """What this bot takes over a move, before it begins to think."""
    return (HARD_PAUSE if seat.bot == HARD else PAUSE) * dwarf_of(seat).tempo
