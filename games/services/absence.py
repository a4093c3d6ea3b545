"""The ladder of an absent player: what follows when his time is up. Called by the sweeps."""

from __future__ import annotations

from datetime import datetime


def miss_turn(seat_id: int, at: datetime) -> bool:
    """One rung of the ladder for a seat whose time is up; False if it is not, or no longer."""
    raise NotImplementedError


def remind(seat_id: int, at: datetime) -> bool:
    """Four fifths of his time are gone: tell him, once."""
    raise NotImplementedError


def end_offer(seat_id: int, at: datetime) -> bool:
    """Nobody took the seat in time: a bot does."""
    raise NotImplementedError


def abandon(code: str, at: datetime) -> bool:
    """Close a running table at which nobody has done anything for long."""
    raise NotImplementedError
