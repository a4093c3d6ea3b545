"""What waits to be done: how much of it, and for how long. One query for each, by its index."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Min, QuerySet

from accounts import outbox
from games.notices import claims
from games.tables import services
from games.tables.models import Table

AT_MOST = 1_000
"""Rows are counted up to here: what a look costs does not grow with what is wrong."""
TABLES_AT_MOST = 10_000


class Waiting(NamedTuple):
    rows: int
    seconds: float
    """Since when the oldest is due; 0 if nothing is."""


DUE: Mapping[str, tuple[Callable[[datetime], QuerySet[Any]], str]] = {
    "mail": (outbox.waiting, "due_at"),
    "notices": (claims.waiting, "due_at"),
    "turns": (services.overdue, "due_at"),
    "bot moves": (services.bots_due, "act_at"),
}


def look(what: str, at: datetime) -> Waiting:
    find, column = DUE[what]
    first = find(at).order_by(column)[:AT_MOST]
    found = first.aggregate(rows=Count("pk"), oldest=Min(column))
    oldest = found["oldest"] or at
    return Waiting(found["rows"], max(0.0, (at - oldest).total_seconds()))


def running_tables() -> int:
    return Table.objects.filter(status=Table.Status.RUNNING)[:TABLES_AT_MOST].count()
