"""What of the tables grows old (config/cleaning.py)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from config.cleaning import Cleaning
from games.models import Game, Invitation, Notice

CAME_TO_NOTHING = (Game.Status.CANCELLED, Game.Status.EXPIRED, Game.Status.ABANDONED)


def tables(at: datetime) -> QuerySet[Game]:
    """Those whose time has come; never one that is played, or was played to its end."""
    due = Game.objects.filter(remove_at__lte=at, status__in=CAME_TO_NOTHING)
    return due.order_by("remove_at")


def notices(at: datetime) -> QuerySet[Notice]:
    ended = Notice.objects.exclude(state=Notice.State.WAITING)
    return ended.filter(ended_at__lte=at - settings.KEEP_NOTICES).order_by("ended_at")


def invited_addresses(at: datetime) -> QuerySet[Invitation]:
    """Addresses of people who may not even have an account; only a lobby has a use for them."""
    old = Invitation.objects.filter(at__lte=at - settings.KEEP_INVITED_ADDRESSES)
    return old.exclude(email="").exclude(game__status=Game.Status.LOBBY)


CLEANINGS = (
    Cleaning(
        "tables",
        "tables that came to nothing, with all that belongs to them, when their time has come",
        tables,
        batch=1,  # a table has some hundred rows, and its trouble is its own
    ),
    Cleaning("notices", "notices that were sent, dropped or given up long ago", notices),
    Cleaning(
        "invited-addresses",
        "addresses that were invited to a table that no longer waits for players",
        invited_addresses,
    ),
)
