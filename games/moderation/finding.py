"""One search for staff: players by name, tables by title and code, messages by their words.

Names and codes are found by an index. Titles and messages are read through, the latest ones only,
so that a search costs the same on a large site. Nobody finds themselves, nor their own tables.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts import earlier_names, names
from accounts.models import User
from games.moderation import own_tables
from games.tables.models import Message, Table

SHOWN = 20
"""So many of each are shown."""
READ_THROUGH = 50_000
"""So many of the latest titles, and of the latest messages, are read through."""
SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of each; an empty list where the reader may not look."""

    players: list[User]
    tables: list[Table]
    messages: list[Message]

    def __bool__(self) -> bool:
        return bool(self.players or self.tables or self.messages)


def search(actor: User, words: str, *, players: bool, tables: bool) -> Found:
    """What this member of staff finds. With `tables` also what was said there."""
    own = list(own_tables.of(actor)) if tables else []
    return Found(
        _players(actor, words) if players else [],
        _tables(words, own) if tables else [],
        _messages(actor, words, own) if tables else [],
    )


# --- players --------------------------------------------------------------------------------------


def by_name(words: str) -> tuple[QuerySet[User], ...]:
    """Players by what they are called, and by what they were called, the best first."""
    key = names.key(words)
    earlier = earlier_names.begins_with(words).values("user")
    now_so = User.objects.filter(name_key__startswith=key)
    return (now_so, User.objects.filter(pk__in=earlier)) if key else ()


def _players(actor: User, words: str) -> list[User]:
    found: dict[int, User] = {}
    for people in by_name(words):
        rows = people.exclude(pk=actor.pk).order_by("name_key", "pk")[:SHOWN]
        found = {row.pk: row for row in rows} | found
    return sorted(found.values(), key=str)[:SHOWN]


# --- tables and what was said there ---------------------------------------------------------------


def _tables(words: str, own: Collection[int]) -> list[Table]:
    wanted = Q(code=words.lower())
    if len(words) >= SHORTEST:
        wanted |= Q(title__icontains=words, pk__gt=_oldest(Table.objects.all()))
    rows = Table.objects.filter(wanted).exclude(pk__in=own).defer("seed", "salt")
    return list(rows.order_by("-pk")[:SHOWN])


def _messages(actor: User, words: str, own: Collection[int]) -> list[Message]:
    if len(words) < SHORTEST:
        return []
    latest = Message.objects.filter(pk__gt=_oldest(Message.objects.all()))
    rows = latest.filter(text__icontains=words).exclude(user=actor).exclude(table__in=own)
    return list(rows.select_related("user", "table").order_by("-pk")[:SHOWN])


def _oldest(rows: QuerySet[Table] | QuerySet[Message]) -> int:
    """Older rows than this one are not read through: one look at the primary key."""
    newest = rows.order_by("-pk").values_list("pk", flat=True).first()
    return int(newest or 0) - READ_THROUGH
