"""Pairs of players at whom it may be worth to look: a list that proves nothing.

Friends sit together, families share a device, and a good team repairs its tools. So the list only
says where a moderator may look first. It is counted when somebody asks, over the latest tables, so
that it costs the same on a large site; nothing is kept.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations

from django.db import transaction

from accounts.models import User
from games.moderation import audit, deeds, roles
from games.moderation.actions import Action
from games.moderation.models import DeviceTrace
from games.tables.models import Table

SINCE = timedelta(days=90)
TABLES = 1000
"""So many of the latest tables are counted; and so many of these for what was done there."""
READ = 100
LEAST = 4
FACTOR = 3
"""A pair is listed from so many times on, if that is so many times the mean of all pairs."""
SHOWN = 30

Two = tuple[int, int]
"""The smaller primary key first."""


@dataclass(slots=True)
class Pair:
    """Two players, and what is unusual about them. Zero: nothing."""

    one: User
    other: User
    together: int
    """At how many of the counted tables both have a seat."""
    often: bool = False
    """Is that far above the mean?"""
    helped: int = 0
    """How often they helped each other, if far above the mean."""
    devices: int = 0
    signs: int = field(init=False)

    def __post_init__(self) -> None:
        self.signs = self.often + bool(self.helped) + bool(self.devices)


@dataclass(frozen=True, slots=True)
class Suspicion:
    pairs: list[Pair]
    tables: int
    read: int
    mean: float
    """At how many tables a pair that met has met."""


def suspicious(actor: User, at: datetime, own: Collection[int]) -> Suspicion:
    """Who sits together, or helps each other, far more often than others do. Four queries."""
    roles.require(actor, Action.SEE_PAIRS)
    return _suspicious(actor, at, own, with_devices=False)


@transaction.atomic
def with_devices(actor: User, reason: str, at: datetime, own: Collection[int]) -> Suspicion:
    """The same, and who of them may share a device: for a reason that is written down."""
    roles.require(actor, Action.DEVICES)
    found = _suspicious(actor, at, own, with_devices=True)
    shared = sum(bool(pair.devices) for pair in found.pairs)
    audit.write(actor, Action.DEVICES, reason, at, after={"pairs": shared})
    return found


def _suspicious(
    actor: User, at: datetime, own: Collection[int], *, with_devices: bool
) -> Suspicion:
    roles.require(actor, Action.SEE_PAIRS)
    tables = _tables(at, own)
    seated = deeds.holders([table.pk for table in tables])
    met = _met(tables, seated)
    read = tables[:READ]
    helped = _helpful(deeds.deeds(read, seated), _met(read, seated))
    devices = _devices({pk for two in met for pk in two}) if with_devices else Counter()
    mean = met.total() / len(met) if met else 0.0
    often = {two for two, number in met.items() if number >= max(LEAST, FACTOR * mean)}
    wanted = {two for two in (*often, *helped, *devices) if two in met and actor.pk not in two}
    pairs = _pairs(wanted, met, often, helped, devices)
    return Suspicion(pairs[:SHOWN], len(tables), len(read), mean)


def _tables(at: datetime, own: Collection[int]) -> list[Table]:
    """The latest with several seats, by an index."""
    rows = Table.objects.filter(started_at__gte=at - SINCE, size__gt=1).exclude(pk__in=list(own))
    fields = ("pk", "kind", "rules_version")
    return list(rows.only(*fields).order_by("-started_at")[:TABLES])


def _met(tables: Iterable[Table], seated: deeds.Holders) -> Counter[Two]:
    """At how many of these tables each pair has seats."""
    there = {table.pk for table in tables}
    people: defaultdict[int, set[int]] = defaultdict(set)
    for (table, _), holder in seated.items():
        if table in there:
            people[table].add(holder.user)
    return Counter(two for sat in people.values() for two in combinations(sorted(sat), 2))


def _helpful(counted: Counter[deeds.Deed], met: Counter[Two]) -> dict[Two, int]:
    """How often those helped each other who do it far more often, for each table, than others."""
    helped: Counter[Two] = Counter()
    for deed, number in counted.items():
        if deed.what == deeds.HELPS and deed.to is not None:
            helped[min(deed.by, deed.to), max(deed.by, deed.to)] += number
    mean = helped.total() / met.total() if met else 0.0
    return {
        two: number
        for two, number in helped.items()
        if number >= LEAST and met[two] and number / met[two] >= FACTOR * mean
    }


def _devices(people: Collection[int]) -> Counter[Two]:
    """How many devices two of these may share."""
    users: defaultdict[str, set[int]] = defaultdict(set)
    rows = DeviceTrace.objects.filter(user__in=list(people)).values_list("trace", "user_id")
    for trace, user in rows:
        users[trace].add(user)
    return Counter(two for same in users.values() for two in combinations(sorted(same), 2))


def _pairs(
    wanted: Collection[Two],
    met: Counter[Two],
    often: Collection[Two],
    helped: dict[Two, int],
    devices: Counter[Two],
) -> list[Pair]:
    """The most striking first."""
    people = User.objects.filter(deleted_at=None).in_bulk({pk for two in wanted for pk in two})
    pairs = [
        Pair(people[a], people[b], met[a, b], (a, b) in often, helped.get((a, b), 0), devices[a, b])
        for a, b in wanted
        if a in people and b in people
    ]
    return sorted(pairs, key=lambda pair: (-pair.signs, -pair.together, str(pair.one)))
