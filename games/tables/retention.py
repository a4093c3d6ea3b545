"""What of the tables grows old (config/retention.py)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from config.retention import Cleaning
from games.tables.models import Invitation, Table

CAME_TO_NOTHING = (Table.Status.CANCELLED, Table.Status.EXPIRED, Table.Status.ABANDONED)


def tables(at: datetime) -> QuerySet[Table]:
    """Those whose time has come; never one that is played, or was played to its end."""
    due = Table.objects.filter(remove_at__lte=at, status__in=CAME_TO_NOTHING)
    return due.order_by("remove_at")


def invited_addresses(at: datetime) -> QuerySet[Invitation]:
    """Addresses of people who may not even have an account; only a lobby has a use for them."""
    old = Invitation.objects.filter(at__lte=at - settings.KEEP_INVITED_ADDRESSES)
    return old.exclude(email="").exclude(table__status=Table.Status.LOBBY)


CLEANINGS = (
    Cleaning(
        "tables",
        "tables that came to nothing, with all that belongs to them, when their time has come",
        tables,
        batch=1,  # a table has some hundred rows, and its trouble is its own
    ),
    Cleaning(
        "invited-addresses",
        "addresses that were invited to a table that no longer waits for players",
        invited_addresses,
    ),
)
