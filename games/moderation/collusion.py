"""Find pairs of players who may be colluding, and compare two accounts.

None of it is proof: friends sit together, families share a device, and a good team repairs its
tools. It only suggests where a moderator may look first. It is counted on request over the latest
tables, so that it costs the same on a large site; nothing is stored.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations, groupby
from operator import sub
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from accounts.models import User
from games.kinds import KINDS, rules_of
from games.moderation import permissions
from games.moderation.models import DeviceTrace
from games.moderation.permissions import Action, refuse_if
from games.moderation.services import audit
from games.tables.models import LogEntry, Seat, Table, event_of

PERIOD = timedelta(days=90)
TABLES_COUNTED = 1000
"""The number of latest tables that are counted."""
TABLES_READ = 100
"""The number of these for which interactions are counted, too."""
MIN_COUNT = 4
MIN_FACTOR = 3
"""A pair is listed if it meets at least `MIN_COUNT` times and this many times the mean."""
PAIRS_SHOWN = 30

PairKey = tuple[int, int]
"""Two primary keys, the smaller first."""


class Pair(NamedTuple):
    """Two players, and what is unusual about them; zero means nothing."""

    one: User
    other: User
    together: int
    """The number of counted tables at which both have a seat."""
    often: bool
    """Whether that is far above the mean."""
    helped: int
    """The number of times they helped each other, if far above the mean."""
    devices: int


def suspicious_pairs(actor: User, at: datetime, own: Collection[int]) -> dict[str, Any]:
    """List pairs that sit together or help each other far more often than others. Four queries."""
    return _find_pairs(actor, at, own, with_devices=False)


@transaction.atomic
def suspicious_pairs_with_devices(
    actor: User, reason: str, at: datetime, own: Collection[int]
) -> dict[str, Any]:
    """List these pairs, and for a recorded reason which of them may share a device."""
    permissions.require(actor, Action.DEVICES)
    found = _find_pairs(actor, at, own, with_devices=True)
    shared = sum(bool(pair.devices) for pair in found["pairs"])
    audit.write(actor, Action.DEVICES, reason, at, after={"pairs": shared})
    return found


def _find_pairs(
    actor: User, at: datetime, own: Collection[int], *, with_devices: bool
) -> dict[str, Any]:
    """Return the pairs, the number of tables counted, and the mean number of these at which a pair
    that met has met."""
    permissions.require(actor, Action.SEE_PAIRS)
    tables = _tables(at, own)
    seated = seat_holders([table.pk for table in tables])
    met = _met(tables, seated)
    read = tables[:TABLES_READ]
    helped = _helpful(count_interactions(read, seated), _met(read, seated))
    devices = _devices({pk for two in met for pk in two}) if with_devices else Counter()
    mean = met.total() / len(met) if met else 0.0
    often = {two for two, number in met.items() if number >= max(MIN_COUNT, MIN_FACTOR * mean)}
    wanted = {two for two in (*often, *helped, *devices) if two in met and actor.pk not in two}
    people = User.objects.not_deleted().in_bulk({pk for two in wanted for pk in two})
    pairs = [
        Pair(people[a], people[b], met[a, b], (a, b) in often, helped[a, b], devices[a, b])
        for a, b in wanted
        if a in people and b in people
    ]
    pairs.sort(key=lambda pair: (-_signs(pair), -pair.together, str(pair.one)))
    pairs = pairs[:PAIRS_SHOWN]
    return {"pairs": pairs, "tables": len(tables), "read": len(read), "mean": mean}


def _signs(pair: Pair) -> int:
    return pair.often + bool(pair.helped) + bool(pair.devices)


def _tables(at: datetime, own: Collection[int]) -> list[Table]:
    """Return the latest tables with several seats, by an index."""
    rows = Table.objects.filter(started_at__gte=at - PERIOD, size__gt=1).exclude(pk__in=list(own))
    fields = ("pk", "kind", "rules_version")
    return list(rows.only(*fields).order_by("-started_at")[:TABLES_COUNTED])


def _met(tables: Iterable[Table], seated: SeatHolders) -> Counter[PairKey]:
    there = {table.pk for table in tables}
    sits = ((table, holder.user) for (table, _), holder in seated.items() if table in there)
    return _pairs_sharing(sits)


def _devices(people: Collection[int]) -> Counter[PairKey]:
    rows = DeviceTrace.objects.filter(user__in=list(people))
    return _pairs_sharing(rows.values_list("trace", "user_id"))


def _pairs_sharing(rows: Iterable[tuple[object, int]]) -> Counter[PairKey]:
    """Count the things (tables or devices) that each two users share."""
    users: defaultdict[object, set[int]] = defaultdict(set)
    for thing, user in rows:
        users[thing].add(user)
    return Counter(two for same in users.values() for two in combinations(sorted(same), 2))


def _helpful(counted: Counter[Interaction], met: Counter[PairKey]) -> Counter[PairKey]:
    """Count the help within pairs that, per table, help each other far more often than others."""
    helped: Counter[PairKey] = Counter()
    for done, number in counted.items():
        if done.what == HELPS and done.to is not None:
            helped[min(done.by, done.to), max(done.by, done.to)] += number
    mean = helped.total() / met.total() if met else 0.0
    far_above = {
        two: number
        for two, number in helped.items()
        if number >= MIN_COUNT and met[two] and number / met[two] >= MIN_FACTOR * mean
    }
    return Counter(far_above)


# Interactions: who helped, hindered, agreed with or refused whom.
#
# Read from the log as a spectator reads it, so nothing is secret, even in running rounds. Undone
# moves do not count, nor moves made for absent players.

HELPS, HARMS, AGREES, REFUSES, LOOKS, ASKS = (
    "helps", "harms", "agrees", "refuses", "looks", "asks",
)  # fmt: skip
"""Kinds of interaction, as in `EventKind.towards`."""


class Interaction(NamedTuple):
    """An interaction at a table of this game; if a player only looked, it has no target."""

    game: str
    what: str
    by: int
    to: int | None


class SeatHolder(NamedTuple):
    """The holder of a seat, and since when: earlier moves there were made by others."""

    user: int
    since: datetime


SeatHolders = dict[tuple[int, int], SeatHolder]


def seat_holders(tables: Collection[int]) -> SeatHolders:
    rows = Seat.objects.of_people().filter(table__in=list(tables)).order_by()
    fields = rows.values_list("table_id", "number", "user_id", "joined_at")
    return {(table, number): SeatHolder(user, since) for table, number, user, since in fields}


def count_interactions(tables: Collection[Table], seated: SeatHolders) -> Counter[Interaction]:
    """Count the interactions. One query."""
    known = {table.pk: table for table in tables}
    kinds = (LogEntry.Kind.MOVE, LogEntry.Kind.UNDO)
    rows = LogEntry.objects.filter(table__in=list(known), kind__in=kinds)
    rows = rows.only("table_id", "number", "kind", "undone", "events", "at")
    counted: Counter[Interaction] = Counter()
    for pk, log in groupby(rows.order_by("table_id", "number"), lambda entry: entry.table_id):
        counted.update(_interactions_at(known[pk], _moves_not_undone(list(log)), seated))
    return counted


def _moves_not_undone(log: list[LogEntry]) -> list[LogEntry]:
    undone = [(entry.undone, entry.number) for entry in log if entry.undone is not None]
    gone = {number for first, undo in undone for number in range(first, undo)}
    return [e for e in log if e.kind == LogEntry.Kind.MOVE and e.number not in gone]


def _interactions_at(
    table: Table, log: Iterable[LogEntry], seated: SeatHolders
) -> Iterator[Interaction]:
    rules, asker = rules_of(table.kind, table.rules_version), None
    for entry in log:
        for raw in entry.events:
            event = rules.view_event(event_of(raw), None)
            what = rules.events[event.kind].towards
            asker = event.seat if what == ASKS else asker
            whom = asker if what in (AGREES, REFUSES) else event.to
            by = _holder(table.pk, event.seat, entry.at, seated)
            to = _holder(table.pk, whom, entry.at, seated)
            if by is not None and (what == LOOKS or (what and to is not None and to != by)):
                yield Interaction(table.kind, what, by, to)


def _holder(table: int, seat: int | None, at: datetime, seated: SeatHolders) -> int | None:
    found = seated.get((table, seat)) if seat is not None else None
    return found.user if found is not None and found.since <= at else None


# Two accounts next to each other: shared tables, when they move, what they do to each other.
#
# For reports of collusion, and of one person with several accounts. All of it is public, and
# nothing comes from tables where the reader plays. Shared devices are shown separately, for a
# reason that is recorded.

LATEST_TABLES = 40
"""The number of latest tables compared: of each, and of those they share."""
WITHIN = (timedelta(seconds=30), timedelta(minutes=5), timedelta(hours=1))


class SharedTable(NamedTuple):
    table: Table
    game: str | Promise
    one: Seat
    other: Seat


class Direction(NamedTuple):
    """What one of them did to the other, or to everybody else there."""

    by: User
    to: User | None
    counts: tuple[int, ...]


COLUMNS = (HELPS, HARMS, AGREES, REFUSES)


def compare_accounts(actor: User, one: User, other: User, own: Collection[int]) -> dict[str, Any]:
    """Compare two accounts, without the reader's own tables (`own`); neither is the reader's."""
    permissions.require_about(actor, Action.SEE_PAIRS, one)
    permissions.require_not_self(actor, other)
    refuse_if(one.pk == other.pk, "same-player")
    mine, theirs = _seats(one, own), _seats(other, own)
    both = mine.filter(table__in=theirs.values("table")).select_related("table")
    shared = _shared(list(both.order_by("-pk")[:LATEST_TABLES]), other)
    times = _times((one, other), [row.table.pk for row in shared], mine, theirs)
    return {
        "one": one,
        "other": other,
        "tables": (mine.count(), theirs.count()),
        "together": both.count(),
        "shared": shared,
        "moves": (len(times[0]), len(times[1])),
        "near": _moves_within(*times),
        "hours": _hours(*times),
        "games": _games(one, other, [row.table for row in shared]),
    }


def _seats(user: User, own: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user).exclude(table__in=list(own))


def _shared(seats: list[Seat], other: User) -> list[SharedTable]:
    """Return the shared tables, with the other's seat at each: one query."""
    rows = Seat.objects.filter(user=other, table__in=[seat.table_id for seat in seats])
    partner = {row.table_id: row for row in rows}
    return [
        SharedTable(seat.table, KINDS[seat.table.kind].title, seat, partner[seat.table_id])
        for seat in seats
        if seat.table_id in partner
    ]


def _times(
    two: tuple[User, User], shared: list[int], *seats: QuerySet[Seat]
) -> tuple[list[datetime], list[datetime]]:
    """Return the times of each one's moves, at their latest tables and at those they share."""
    tables = set(shared)
    for rows in seats:
        tables |= set(rows.order_by("-pk").values_list("table_id", flat=True)[:LATEST_TABLES])
    seated = seat_holders(tables)
    found: dict[int | None, list[datetime]] = {user.pk: [] for user in two}
    moves = LogEntry.objects.filter(table__in=list(tables), kind=LogEntry.Kind.MOVE).order_by()
    for table, seat, at in moves.values_list("table_id", "seat", "at").iterator():
        user = _holder(table, seat, at, seated)
        if user in found:
            found[user].append(at)
    return sorted(found[two[0].pk]), sorted(found[two[1].pk])


def _moves_within(one: Sequence[datetime], other: Sequence[datetime]) -> list[int]:
    """Count, for each span of `WITHIN`, the moves of the first that close to one of the second."""
    gaps = [_gap(at, other) for at in one] if other else []
    return [sum(gap <= within for gap in gaps) for within in WITHIN]


def _gap(at: datetime, others: Sequence[datetime]) -> timedelta:
    place = bisect_left(others, at)
    return min(abs(at - other) for other in others[max(0, place - 1) : place + 1])


def _hours(one: Sequence[datetime], other: Sequence[datetime]) -> list[tuple[int, int, int]]:
    """Return each hour of the day with the number of moves of both, in the reader's zone."""
    first, second = (Counter(timezone.localtime(at).hour for at in times) for times in (one, other))
    return [(hour, first[hour], second[hour]) for hour in range(24)]


def _games(one: User, other: User, tables: list[Table]) -> list[dict[str, Any]]:
    """Return what they did at shared tables of each game, with the columns of `COLUMNS`."""
    seated = seat_holders([table.pk for table in tables])
    counted = count_interactions(tables, seated)
    total: Counter[tuple[str, str, int]] = Counter()
    for done, number in counted.items():
        total[done.game, done.what, done.by] += number

    def directions(game: str, by: User, partner: User) -> tuple[Direction, Direction]:
        both = [counted[Interaction(game, what, by.pk, partner.pk)] for what in COLUMNS]
        every = [total[game, what, by.pk] for what in COLUMNS]
        others = map(sub, every, both)
        return Direction(by, partner, tuple(both)), Direction(by, None, tuple(others))

    played = {table.kind for table in tables}
    return [
        {
            "title": kind.title,
            "directions": [*directions(name, one, other), *directions(name, other, one)],
            "looks": (total[name, LOOKS, one.pk], total[name, LOOKS, other.pk]),
        }
        for name, kind in KINDS.items()
        if name in played
    ]
