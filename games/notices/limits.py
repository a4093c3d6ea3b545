"""How much of what one person does may reach others by mail, push or webhook: one limit for all.

Notices that follow from the game itself (a turn, a reminder, a lost seat, the end) have nobody in
`by` and know no limit. All others name who caused them. They are counted in their own rows, in the
transaction that writes the next one, so that no cache can forget them. What is too much is not
written: whoever caused it is told nothing, and what they did stands. Requests at the very same
moment may count past each other, by one notice each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from accounts import blocking
from accounts.models import User
from config.prepared import Blank
from games.notices.models import Notice
from games.tables.models import Message, Seat, Table

STRETCH: Final = timedelta(days=1)
FROM_ONE: Final = 100
"""So many notices a day may one person cause in all,"""
TO_ONE: Final = 40
"""so many may reach one person, whoever causes them,"""
BETWEEN: Final = 12
"""so many from one person to another,"""
AT_TABLE: Final = 6
"""and so many of these about one table."""

CAUSE: Final = ("cause", "cause_number", "cause_count")

Place = tuple[str, int, int, int]


def listeners(by: User, users: Iterable[User], table: Table, at: datetime) -> list[User]:
    """Who of these is told what `by` has done: nobody who muted or blocked them, none too often."""
    others = [user for user in users if user.pk != by.pk]
    if not others:
        return []
    deaf, counted = blocking.deaf_to(by, others), _counted(by, others, at)
    found = []
    for user in others:
        places = _places(by.pk, user.pk, table.pk)
        if user.pk not in deaf and all(counted[place] < most for place, most in places.items()):
            found.append(user)
            counted.update(places.keys())
    return found


def _places(by: int, to: int, table: int | None) -> dict[Place, int]:
    """Where such a notice counts, and how many there may be."""
    return {
        ("from", by, 0, 0): FROM_ONE,
        ("to", 0, to, 0): TO_ONE,
        ("between", by, to, 0): BETWEEN,
        ("table", by, to, table or 0): AT_TABLE,
    }


def _counted(by: User, users: Iterable[User], at: datetime) -> Counter[Place]:
    """What was written lately; by several ways is once. The limits themselves keep this short."""
    caused = Q(by=by) | Q(by__isnull=False, recipient__in=[user.pk for user in users])
    rows = Notice.objects.filter(caused, created_at__gt=at - STRETCH)
    once = rows.order_by().values_list("by", "recipient", "table", "kind", *CAUSE).distinct()
    return Counter(place for by_, to, table, *_ in once for place in _places(by_, to, table))


def without_unread_talk(users: Iterable[User], table: Table) -> list[User]:
    """Those who have looked at the table since they were last told that somebody named them there.

    One mail about a table's talk until it was read. What is hidden by now was no such news.
    """
    users = list(users)
    seen = Seat.objects.filter(
        table=table, user=OuterRef("recipient"), seen_at__gt=OuterRef("created_at")
    )
    told = Notice.objects.filter(kind="chat", table=table, recipient__in=[u.pk for u in users])
    hidden = Message.objects.filter(pk=OuterRef("cause_number"), hidden_at__isnull=False)
    unread = set(told.exclude(Exists(seen) | Exists(hidden)).values_list("recipient", flat=True))
    return [user for user in users if user.pk not in unread]


def unread_naming(user: Blank) -> Exists:
    """For a query of seats: was this user told of being named there, and has not looked since?"""
    since = Coalesce(OuterRef("seen_at"), OuterRef("table__created_at"))
    told = Notice.objects.filter(recipient=user, kind="chat", table=OuterRef("table"))
    return Exists(told.filter(created_at__gte=since))
