"""What every service begins with: the lock, and the reasons to do nothing."""

from __future__ import annotations

from django.db import models

from accounts.models import User
from games.tables import store
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable

REASONS = (
    "not-seated already-seated table-full table-closed not-owner started-already not-running "
    "too-few-seats no-such-player already-invited yourself not-over moved-on empty too-long "
    "cannot-resign alone seat-not-offered seat-taken left-here unreliable not-yours not-given-back "
    "vacation-order vacation-past vacation-too-far vacation-too-long vacation-twice no-vacation "
    "not-together muted no-appeal paused chat-closed changed-often too-many-tables too-often"
).split()


class Refused(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """A service did nothing; the code says why."""

    def __init__(self, code: str) -> None:
        if code not in REASONS:
            raise ValueError(f"not a reason: {code}")
        super().__init__(code)
        self.code = code


class TableMovedOn(Refused):
    """The form is older than the table: a second tab, or somebody was quicker."""

    def __init__(self) -> None:
        super().__init__("moved-on")


def lock(code: str) -> Table:
    """Lock the table before anything about it is read. Call it first in a transaction."""
    return Table.objects.select_for_update(of=("self",)).get(code=code)


def locked_table(code: str) -> LoadedTable:
    return store.load(lock(code))


def require(condition: object, code: str) -> None:
    """A referee's sentence: unless this holds, refuse."""
    if not condition:
        raise Refused(code)


def seat_of(table: Table, user: User) -> Seat:
    seat = table.seats.filter(user=user).first()
    if seat is None:
        raise Refused("not-seated")
    return seat


def touch(table: Table, *fields: str) -> None:
    """Save these fields and tell every open page that the table has changed."""
    table.changes += 1
    table.save(update_fields=["changes", *fields])


def humans(seats: models.Manager[Seat] | models.QuerySet[Seat]) -> models.QuerySet[Seat]:
    return seats.filter(user__isnull=False)
