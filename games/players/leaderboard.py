"""The leaderboard of a game: everybody with enough rated tables, by rating."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from accounts.models import User
from games.tables.access import Reader
from games.tables.models import Rating
from games.tables.models.results import ENOUGH_TABLES

PAGE_SIZE: Final = 50


@dataclass(frozen=True, slots=True)
class OwnRank:
    """Where the reader stands: their place, or how many tables they have so far."""

    place: int | None
    tables: int

    @property
    def missing(self) -> int:
        return max(0, ENOUGH_TABLES - self.tables)

    @property
    def page(self) -> int:
        return ((self.place or 1) - 1) // PAGE_SIZE + 1


def listed_ratings(kind: str, at: datetime) -> QuerySet[Rating]:
    """Everybody but guests, deleted accounts and suspended players.

    The same for every reader: a gap in the ranks would give a block away.
    """
    enough = Rating.objects.filter(kind=kind, tables__gte=ENOUGH_TABLES)
    here = enough.filter(user__is_active=True, user__deleted_at=None, user__guest_until=None)
    kept_out = Q(user__suspended_until__gt=at)
    return here.exclude(kept_out).order_by("-number", "pk")


def page_of(kind: str, number: str | None, at: datetime) -> Page[Rating]:
    found = listed_ratings(kind, at).select_related("user")
    return Paginator(found, PAGE_SIZE).get_page(number)


def own_rank(kind: str, reader: Reader, at: datetime) -> OwnRank | None:
    """Two queries; nothing for visitors and guests."""
    if not isinstance(reader, User) or reader.is_guest:
        return None
    mine = Rating.objects.filter(user=reader, kind=kind).first()
    if mine is None or mine.tables < ENOUGH_TABLES:
        return OwnRank(None, mine.tables if mine else 0)
    better = Q(number__gt=mine.number) | Q(number=mine.number, pk__lt=mine.pk)
    return OwnRank(listed_ratings(kind, at).filter(better).count() + 1, mine.tables)
