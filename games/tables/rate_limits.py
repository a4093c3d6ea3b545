"""Not so fast: how often somebody may do what costs others time. Counts in the shared cache.

New tables and invited addresses are counted in their own rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.core.cache import cache
from django.db.models import QuerySet

from accounts.mail.email_addresses import mailbox
from accounts.models import User
from games.tables.models import Invitation, Table


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so often in each stretch of time."""

    name: str
    times: int
    each: timedelta


NEW_TABLES = Limit("new-tables", 20, timedelta(hours=1))
INVITATIONS = Limit("invitations", 60, timedelta(hours=1))
NOTICE_TESTS = Limit("tests", 5, timedelta(hours=1))
VOTES = Limit("votes", 12, timedelta(hours=1))
"""To cancel a table; a vote can always be withdrawn."""
VACATIONS = Limit("vacations", 8, timedelta(days=1))
"""Announced; they can always be ended."""
LINES = Limit("lines", 20, timedelta(days=1))
"""Written about oneself."""
RECORDS = Limit("records", 100, timedelta(minutes=10))
"""Opened from one network: each is played by our rules, and that costs time."""
ADVICE = Limit("advice", 300, timedelta(minutes=10))
"""Asked of the foreman, about one move."""
HINDSIGHT = Limit("hindsight", 40, timedelta(minutes=10))
"""Asked of the foreman, about all moves of a round."""
ADDRESSES_FROM_ONE = 20
"""So many addresses a day may one person invite,"""
MAILED_TO_ONE = 3
"""and so many invitations a day reach one address that has no account."""


def may_open(user: User, at: datetime) -> bool:
    """One more table now? A rematch is a new table too."""
    lately = Table.objects.filter(owner=user, created_at__gt=at - NEW_TABLES.each)
    return lately.count() < NEW_TABLES.times


def may(user: User, limit: Limit, at: datetime) -> bool:
    """Count this time; is it one that is still allowed?"""
    return _once_more(limit, str(user.pk), at)


def may_open_record(network: str, at: datetime) -> bool:
    """Also for who has no account: they are counted by where they come from."""
    return _once_more(RECORDS, sha256(network.encode()).hexdigest()[:16], at)


def _once_more(limit: Limit, whose: str, at: datetime) -> bool:
    seconds = int(limit.each.total_seconds())
    key = f"limit:{limit.name}:{whose}:{int(at.timestamp()) // seconds}"
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) <= limit.times
    except ValueError:  # it expired this very moment: a new stretch has begun
        return True


# --- invitations to addresses -------------------------------------------------------------------


def may_invite_address(owner: User, at: datetime) -> bool:
    """May they invite one more address today?"""
    return _addresses(at).filter(table__owner=owner).count() < ADDRESSES_FROM_ONE


def may_mail_stranger(email: str, at: datetime) -> bool:
    """Was this mailbox, under whatever +tag, invited seldom enough? Counts the row just written."""
    domain = email.rpartition("@")[2]
    asked = _addresses(at).filter(email__endswith=f"@{domain}").values_list("email", flat=True)
    return sum(mailbox(found) == mailbox(email) for found in asked) <= MAILED_TO_ONE


def _addresses(at: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(at__gt=at - timedelta(days=1)).exclude(email="")
