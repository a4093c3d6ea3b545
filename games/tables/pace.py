"""How long bots wait before they move: so long that who looks can follow, else not at all."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games.mine.minds import HARD
from games.tables.dwarfs import dwarf_of
from games.tables.models import Seat

PAUSE: Final = timedelta(seconds=1.4)
"""Between two moves, for a dwarf of the usual tempo."""
HARD_PAUSE: Final = timedelta(seconds=0.3)
"""A hard bot thinks for the rest of it."""


def pause(seat: Seat) -> timedelta:
    """What this bot takes over a move, before it begins to think."""
    return (HARD_PAUSE if seat.bot == HARD else PAUSE) * dwarf_of(seat).tempo
