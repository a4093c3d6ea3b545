"""What everybody may know of somebody's presence."""

from __future__ import annotations

from datetime import date, datetime

from accounts.models import User


def away_until(user: User, at: datetime) -> date | None:
    """The last day of their vacation, if they are on one now, by their own calendar."""
    if user.away_from is None or user.away_to is None:
        return None
    today = at.astimezone(user.zone).date()
    return user.away_to if user.away_from <= today <= user.away_to else None
