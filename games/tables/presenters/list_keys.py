"""Short keys of lists of tables: a key changes when its list would look different.

Passing time changes none. The number of queries doesn't depend on the number of readers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from accounts.models import User
from games.tables.models import Invitation, Seat, Table
from games.tables.presenters.lists import A_PAGE


class HomeKey(NamedTuple):
    key: str
    tables: frozenset[int]
    """Open tables at which they sit."""


def lobby_key() -> str:
    """Return the key of the tables to join and the seats on offer."""
    open_tables = Table.objects.in_lobby().public()
    offers = Seat.objects.at_running_tables().filter(
        offered_until__isnull=False, table__public=True
    )
    joined = open_tables.aggregate(n=Count("pk"), which=Sum("pk"), changes=Sum("changes"))
    return _short(joined, offers.aggregate(n=Count("pk"), which=Sum("pk")))


def running_key() -> str:
    """Return the key of the first page of tables to watch, the most recently moved first."""
    newest = Table.objects.running().public()
    return _short(list(newest.order_by("-moved_at", "-pk").values_list("pk", "changes")[:A_PAGE]))


def home_keys(users: Collection[int]) -> dict[int, HomeKey]:
    """Return the keys of these players' lists: their tables and invitations."""
    seats, asked = _open_seats(users), _invitation_ids(users)
    return {
        user: HomeKey(
            _short(seats[user], asked[user]), frozenset(table for table, *_ in seats[user])
        )
        for user in users
    }


def _open_seats(users: Collection[int]) -> dict[int, list[tuple[int, int, datetime | None]]]:
    seats = Seat.objects.at_open_tables().filter(user__in=users, ended_at=None)
    found = defaultdict(list)
    rows = seats.order_by("table").values_list("user", "table", "table__changes", "due_at")
    for user, table, changes, due_at in rows:
        found[user].append((table, changes, due_at))
    return found


def _invitation_ids(users: Collection[int]) -> dict[int, list[int]]:
    """Return invitations by name and by current email address."""
    named = User.objects.filter(pk__in=users).exclude(email="").values_list("email", "pk")
    by_address = dict(named)
    guest = Q(user__in=users) | Q(email__in=list(by_address))
    rows = Invitation.objects.filter(guest, table__status=Table.Status.LOBBY).order_by("pk")
    found = defaultdict(list)
    for number, user, email in rows.values_list("pk", "user", "email"):
        found[user or by_address[email]].append(number)
    return found


def _short(*facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:12]
