"""What a player reads who is banned or suspended and signs in: why, and how to appeal."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import User
from accounts.suspension import Grounds
from games.moderation import reports, returning, tell, words


def grounds(user: User, at: datetime) -> Grounds:
    """Of the decision that holds longest; as in its mail."""
    sanction = returning.holding(user, at)
    if sanction is None:
        return Grounds()
    said = (str(words.reason(sanction.reason)), sanction.words, tell.seats(sanction))
    lines = tuple(line for line in said if line)
    sanction.user = user
    if not reports.may_appeal(sanction, at):
        return Grounds(lines)
    return Grounds(lines, reverse("appeal", args=[sanction.appeal_token]))
