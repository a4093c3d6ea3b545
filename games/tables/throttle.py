"""Not so fast: how often somebody may do what costs others time. Counts in the shared cache.

New tables are counted in their own rows. What reaches other people: games/notices/limits.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from accounts.models import User
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so often in each stretch of time."""

    name: str
    times: int
    each: timedelta


NEW_TABLES = Limit("new-tables", 20, timedelta(hours=1))
INVITATIONS = Limit("invitations", 60, timedelta(hours=1))
TESTS = Limit("tests", 5, timedelta(hours=1))
VOTES = Limit("votes", 12, timedelta(hours=1))
"""To cancel a table; a vote can always be withdrawn."""
VACATIONS = Limit("vacations", 8, timedelta(days=1))
"""Announced; they can always be ended."""


def may_open(user: User, at: datetime) -> bool:
    """One more table now? A rematch is a new table too."""
    lately = Table.objects.filter(owner=user, created_at__gt=at - NEW_TABLES.each)
    return lately.count() < NEW_TABLES.times


def may(user: User, limit: Limit, at: datetime) -> bool:
    """Count this time; is it one that is still allowed?"""
    seconds = int(limit.each.total_seconds())
    key = f"limit:{limit.name}:{user.pk}:{int(at.timestamp()) // seconds}"
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) <= limit.times
    except ValueError:  # it expired this very moment: a new stretch has begun
        return True
