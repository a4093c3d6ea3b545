"""The moves of this game."""

from __future__ import annotations

from games.mine.moves import Break, Bribe, Clear, Discard, Orient, Place, PlayAt, Repair

Move = Break | Bribe | Clear | Discard | Orient | Place | PlayAt | Repair

__all__ = [
    "Break",
    "Bribe",
    "Clear",
    "Discard",
    "Move",
    "Orient",
    "Place",
    "PlayAt",
    "Repair",
]
