"""The moves of this game."""

from __future__ import annotations

from games.mine.moves import Consent, Discard, Orient, Place, PlayAt, PlayJoint, Scout, Stay, Walk

Move = Consent | Discard | Orient | Place | PlayAt | PlayJoint | Scout | Stay | Walk

__all__ = [
    "Consent",
    "Discard",
    "Move",
    "Orient",
    "Place",
    "PlayAt",
    "PlayJoint",
    "Scout",
    "Stay",
    "Walk",
]
