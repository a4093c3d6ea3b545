"""The moves of this game."""

from __future__ import annotations

from games.mine.moves import Break, Discard, Pick, Place, PlayAt, Repair

Move = Break | Discard | Pick | Place | PlayAt | Repair

__all__ = [
    "Break",
    "Discard",
    "Move",
    "Pick",
    "Place",
    "PlayAt",
    "Repair",
]
