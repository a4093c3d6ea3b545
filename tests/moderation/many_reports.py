"""Many reports, for tests of the queue: written as rows, because services would take minutes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.tables.models import Table
from tests.factories import UserFactory


def waiting(
    count: int,
    about: User,
    table: Table | None = None,
    reporters: list[User] | None = None,
    **fields: Any,
) -> list[Report]:
    """File this many open reports about one player, each later than the one before."""
    reporters = reporters or [UserFactory.create()]
    at: datetime = fields.pop("at", now() - timedelta(hours=1))
    values = {"kind": "abuse", "words": "rude"} | fields
    if table is not None:
        values |= {"table": table, "context": {"table": table.code, "title": table.title}}
    rows = [
        Report(
            about=about,
            reporter=reporters[n % len(reporters)],
            at=at + timedelta(milliseconds=n),
            due_at=at + timedelta(days=2, milliseconds=n),
            **values,
        )
        for n in range(count)
    ]
    return Report.objects.bulk_create(rows)


def full_queue(people: int = 100, each: int = 5) -> None:
    """File reports about this many players, a few of each kind about each of them."""
    kinds = ["abuse", "message", "name", "stalling", "other"]
    reporters = [UserFactory.create() for _ in range(each)]
    for n in range(people):
        waiting(each, UserFactory.create(), None, reporters, kind=kinds[n % len(kinds)])
