"""Limits on actions that cost others time, counted in the shared cache.

New tables and invited addresses are counted in their own rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.core.cache import cache
from django.db.models import QuerySet

from accounts.mail.addresses import mailbox
from accounts.models import User
from games.tables.models import Invitation, Table


@dataclass(frozen=True, slots=True)
class Limit:
    name: str
    times: int
    each: timedelta


NEW_TABLES = Limit("new-tables", 20, timedelta(hours=1))
INVITATIONS = Limit("invitations", 60, timedelta(hours=1))
NOTICE_TESTS = Limit("tests", 5, timedelta(hours=1))
VOTES = Limit("votes", 12, timedelta(hours=1))
"""Votes to cancel a table; a vote can always be withdrawn."""
VACATIONS = Limit("vacations", 8, timedelta(days=1))
"""Announcements of vacations; these can always be ended."""
LINES = Limit("lines", 20, timedelta(days=1))
"""Changes of a player's bio."""
RECORDS = Limit("records", 100, timedelta(minutes=10))
"""Records opened from one network: each is replayed, which costs time."""
ADVICE = Limit("advice", 300, timedelta(minutes=10))
"""Questions to the foreman about one move."""
HINDSIGHT = Limit("hindsight", 40, timedelta(minutes=10))
"""Questions to the foreman about all moves of a round."""
ADDRESSES_FROM_ONE = 20
"""Addresses a day that one person may invite."""
MAILED_TO_ONE = 3
"""Invitations a day that reach an address without an account."""


def may_open(user: User, at: datetime) -> bool:
    """Check whether they may open one more table now; a rematch is one too."""
    lately = Table.objects.filter(owner=user, created_at__gt=at - NEW_TABLES.each)
    return lately.count() < NEW_TABLES.times


def may(user: User, limit: Limit, at: datetime) -> bool:
    """Count this attempt, and check whether it is still allowed."""
    return _once_more(limit, str(user.pk), at)


def may_open_record(network: str, at: datetime) -> bool:
    """Do the same for visitors, counted by their network."""
    return _once_more(RECORDS, sha256(network.encode()).hexdigest()[:16], at)


def _once_more(limit: Limit, whose: str, at: datetime) -> bool:
    seconds = int(limit.each.total_seconds())
    key = f"limit:{limit.name}:{whose}:{int(at.timestamp()) // seconds}"
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) <= limit.times
    except ValueError:  # it just expired: a new period has begun
        return True


def may_invite_address(owner: User, at: datetime) -> bool:
    """Check whether they may invite one more address today."""
    return _addresses(at).filter(table__owner=owner).count() < ADDRESSES_FROM_ONE


def may_mail_stranger(email: str, at: datetime) -> bool:
    """Check how often this mailbox (with any +tag) was invited today, this time included."""
    domain = email.rpartition("@")[2]
    asked = _addresses(at).filter(email__endswith=f"@{domain}").values_list("email", flat=True)
    return sum(mailbox(found) == mailbox(email) for found in asked) <= MAILED_TO_ONE


def _addresses(at: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(at__gt=at - timedelta(days=1)).exclude(email="")
