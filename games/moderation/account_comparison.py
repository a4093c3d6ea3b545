"""Two accounts side by side: shared tables, when they move, what they do to each other.

For reports of collusion, and of one person with several accounts. It proves nothing by itself.
All of it is public, and nothing comes from tables at which the reader plays. Shared devices are
shown separately, for a reason that is recorded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from accounts.models import User
from games.kinds import KINDS
from games.moderation import collusion, permissions
from games.moderation.collusion import Interaction
from games.moderation.permissions import Action, NotAllowed
from games.tables.models import Seat, Table

LATEST_TABLES = 40
"""How many of the latest tables of each, and of those they share, are compared."""
WITHIN = (timedelta(seconds=30), timedelta(minutes=5), timedelta(hours=1))


class SharedTable(NamedTuple):
    """A table at which both sit or sat."""

    table: Table
    game: str | Promise
    one: Seat
    other: Seat


class MovesWithin(NamedTuple):
    """How many moves of the first were made within this time of a move of the second."""

    within: timedelta
    number: int


class MovesInHour(NamedTuple):
    hour: int
    one: int
    other: int


class Direction(NamedTuple):
    """What one of them did to the other, or to everybody else there."""

    by: User
    to: User | None
    counts: tuple[int, ...]


class GameInteractions(NamedTuple):
    """What they did at shared tables of one game. Columns as in `COLUMNS`."""

    title: str | Promise
    directions: list[Direction]
    looks: tuple[int, int]


COLUMNS = (collusion.HELPS, collusion.HARMS, collusion.AGREES, collusion.REFUSES)


@dataclass(frozen=True, slots=True)
class Comparison:
    one: User
    other: User
    tables: tuple[int, int]
    """At how many tables each has a seat."""
    together: int
    shared: list[SharedTable]
    moves: tuple[int, int]
    near: list[MovesWithin]
    hours: list[MovesInHour]
    games: list[GameInteractions]


def compare_accounts(actor: User, one: User, other: User, own: Collection[int]) -> Comparison:
    """Nothing of the reader's own tables (`own`), and never about the reader."""
    permissions.require_about(actor, Action.SEE_PAIRS, one)
    permissions.require_not_self(actor, other)
    if one.pk == other.pk:
        raise NotAllowed("same-player")
    mine, theirs = _seats(one, own), _seats(other, own)
    both = mine.filter(table__in=theirs.values("table")).select_related("table")
    shared = _shared(list(both.order_by("-pk")[:LATEST_TABLES]), other)
    times = _times((one, other), [row.table.pk for row in shared], mine, theirs)
    return Comparison(
        one, other, (mine.count(), theirs.count()), both.count(), shared,
        (len(times[0]), len(times[1])), _moves_within(*times), _hours(*times),
        _games(one, other, [row.table for row in shared]),
    )  # fmt: skip


def _seats(user: User, own: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user).exclude(table__in=list(own))


def _shared(seats: list[Seat], other: User) -> list[SharedTable]:
    """With the other's seat at each: one query."""
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
    """When each moved, at the latest tables of each and at those they share."""
    tables = set(shared)
    for rows in seats:
        tables |= set(rows.order_by("-pk").values_list("table_id", flat=True)[:LATEST_TABLES])
    seated = collusion.seat_holders(tables)
    found: dict[int, list[datetime]] = {user.pk: [] for user in two}
    for table, seat, at in collusion.move_times(tables):
        holder = seated.get((table, seat))
        if holder is not None and holder.user in found and holder.since <= at:
            found[holder.user].append(at)
    return sorted(found[two[0].pk]), sorted(found[two[1].pk])


def _moves_within(one: Sequence[datetime], other: Sequence[datetime]) -> list[MovesWithin]:
    gaps = [_gap(at, other) for at in one] if other else []
    return [MovesWithin(within, sum(gap <= within for gap in gaps)) for within in WITHIN]


def _gap(at: datetime, others: Sequence[datetime]) -> timedelta:
    """Return the time to the nearest of these."""
    place = bisect_left(others, at)
    return min(abs(at - other) for other in others[max(0, place - 1) : place + 1])


def _hours(one: Sequence[datetime], other: Sequence[datetime]) -> list[MovesInHour]:
    """How often each moved in each hour of the day, in the reader's zone."""
    first, second = (Counter(timezone.localtime(at).hour for at in times) for times in (one, other))
    return [MovesInHour(hour, first[hour], second[hour]) for hour in range(24)]


def _games(one: User, other: User, tables: list[Table]) -> list[GameInteractions]:
    seated = collusion.seat_holders([table.pk for table in tables])
    counted = collusion.count_interactions(tables, seated)
    played = {table.kind for table in tables}
    return [
        GameInteractions(
            kind.title,
            [
                Direction(by, to, _counts(counted, name, by, to, partner))
                for by, partner in ((one, other), (other, one))
                for to in (partner, None)
            ],
            (_looks(counted, name, one), _looks(counted, name, other)),
        )
        for name, kind in KINDS.items()
        if name in played
    ]


def _counts(
    counted: Counter[Interaction], game: str, by: User, to: User | None, partner: User
) -> tuple[int, ...]:
    """Count what they did to that player; without one, to everybody except `partner`."""
    return tuple(
        sum(
            number
            for done, number in counted.items()
            if (done.game, done.what, done.by) == (game, what, by.pk)
            and (done.to == to.pk if to is not None else done.to != partner.pk)
        )
        for what in COLUMNS
    )


def _looks(counted: Counter[Interaction], game: str, by: User) -> int:
    looked = (
        n for d, n in counted.items() if (d.game, d.what, d.by) == (game, collusion.LOOKS, by.pk)
    )
    return sum(looked)
