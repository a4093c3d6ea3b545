"""A seat changes hands: to a person, to a bot, and back."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.models import Game


def take_seat(user: User, code: str, number: int, at: datetime) -> Game:
    """Take over a seat on offer, with exactly what it knew.

    Refuses: not-running, already-seated, left-here, seat-not-offered, seat-taken, unreliable.
    """
    raise NotImplementedError


def come_back(user: User, code: str, at: datetime) -> Game:
    """'I am here': who still sits on a seat on offer keeps it. Twice is once.

    Refuses: not-seated, not-running.
    """
    raise NotImplementedError


def take_back(user: User, code: str, at: datetime) -> Game:
    """Who sat there before gets his seat back: from a bot, or while it is still empty.

    Refuses: not-running, not-yours, seat-taken, not-given-back.
    """
    raise NotImplementedError
