"""A site full of tables on any database, to measure requests: rows that are only stored.

`bench/seed.py` builds one inside PostgreSQL, with all that sweeps need.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from typing import Any, TypeVar

from accounts.models import User
from games.tables.models import Seat, Table
from tests.factories import UserFactory
from tests.real_tables import running

R = TypeVar("R", Table, Seat)
BATCH = 500
PEOPLE = 60
numbers = count(1)


def crowd(user: User, being_played: int, finished: int, at: datetime) -> None:
    """Create this many running tables of others and finished tables of this player."""
    people = UserFactory.create_batch(PEOPLE)
    pattern = running(*people[:3])
    played = Table.objects.bulk_create(
        [_like(pattern, Table.Status.RUNNING, at) for _ in range(being_played)], batch_size=BATCH
    )
    over = Table.objects.bulk_create(
        [_like(pattern, Table.Status.FINISHED, at) for _ in range(finished)], batch_size=BATCH
    )
    seats = list(pattern.seats.order_by("number"))
    made = [seat for table in played for seat in _seats(table, seats, people)]
    made += [seat for table in over for seat in _seats(table, seats, [user, *people])]
    Seat.objects.bulk_create(made, batch_size=BATCH)


def _like(pattern: Table, status: Table.Status, at: datetime) -> Table:
    number = next(numbers)
    over = status == Table.Status.FINISHED
    moved_at = at - timedelta(seconds=number)
    return _copy(
        pattern,
        code=f"c{number:011}",
        invite_code=f"v{number:011}",
        token=f"t{number}",
        status=status,
        moved_at=moved_at,
        ended_at=moved_at if over else None,
    )


def _seats(table: Table, pattern: list[Seat], people: list[User]) -> Iterator[Seat]:
    """Seat the first of these people at each table and the others in turns; one is on turn."""
    over = table.status == Table.Status.FINISHED
    for seat in pattern:
        place = (table.pk * len(pattern) + seat.number) % (len(people) - 1) + 1
        user = people[0 if over and seat.number == 0 else place]
        on_turn = seat.on_turn and not over
        due_at = seat.due_at if on_turn else None
        times = {"due_at": due_at, "ended_at": table.ended_at}
        yield _copy(seat, table=table, user=user, on_turn=on_turn, **times)


def _copy(row: R, **columns: Any) -> R:
    kept = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in columns
    }
    return type(row)(**kept, **columns)
