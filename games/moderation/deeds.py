"""What players did to each other at tables: who helped, hindered, agreed with or refused whom.

Read from the log as a spectator reads it, so nothing of it is secret, running rounds included. What
was taken back does not count, nor what was played for somebody absent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from games.kinds import rules_of
from games.mine import Event
from games.tables.events import event_of
from games.tables.models import LogEntry, Seat, Table

HELPS, HARMS, AGREES, REFUSES, LOOKS, ASKS = (
    "helps", "harms", "agrees", "refuses", "looks", "asks",
)  # fmt: skip
"""As `EventKind.towards` has them."""


class Deed(NamedTuple):
    """Somebody did this to somebody, at a table of this game; to nobody, if they only looked."""

    game: str
    what: str
    by: int
    to: int | None


class Holder(NamedTuple):
    """Who has a seat, and since when: what was done there before was somebody else's."""

    user: int
    since: datetime


Holders = dict[tuple[int, int], Holder]


def holders(tables: Collection[int]) -> Holders:
    """Who has which seat, by table and number."""
    rows = Seat.objects.filter(table__in=list(tables), user__isnull=False).order_by()
    fields = rows.values_list("table_id", "number", "user_id", "joined_at")
    return {(table, number): Holder(user, since) for table, number, user, since in fields}


def moves(tables: Collection[int]) -> Iterator[tuple[int, int, datetime]]:
    """Table, seat and time of each move that a player made there."""
    rows = LogEntry.objects.filter(table__in=list(tables), kind=LogEntry.Kind.MOVE)
    return rows.order_by().values_list("table_id", "seat", "at").iterator()  # type: ignore[return-value]


def deeds(tables: Collection[Table], seated: Holders) -> Counter[Deed]:
    """How often each was done. One query."""
    known = {table.pk: table for table in tables}
    kinds = (LogEntry.Kind.MOVE, LogEntry.Kind.UNDO)
    rows = LogEntry.objects.filter(table__in=list(known), kind__in=kinds)
    rows = rows.only("table_id", "number", "kind", "undone", "events", "at")
    found: dict[int, list[LogEntry]] = {}
    for entry in rows.order_by("table_id", "number"):
        found.setdefault(entry.table_id, []).append(entry)
    counted: Counter[Deed] = Counter()
    for pk, log in found.items():
        counted.update(_at_table(known[pk], _standing(log), seated))
    return counted


def _standing(log: list[LogEntry]) -> list[LogEntry]:
    """The moves that were not taken back."""
    undone = [(entry.undone, entry.number) for entry in log if entry.undone is not None]
    gone = {number for first, undo in undone for number in range(first, undo)}
    return [e for e in log if e.kind == LogEntry.Kind.MOVE and e.number not in gone]


def _at_table(table: Table, log: Iterable[LogEntry], seated: Holders) -> Iterator[Deed]:
    rules, asker = rules_of(table.kind, table.rules_version), None
    for entry in log:
        for raw in entry.events:
            event = rules.view_event(event_of(raw), None)
            what = rules.EVENTS[event.kind].towards
            asker = event.seat if what == ASKS else asker
            by = _holder(table, event.seat, entry.at, seated)
            to = _holder(table, _whom(event, what, asker), entry.at, seated)
            if by is not None and (what == LOOKS or (what and to is not None and to != by)):
                yield Deed(table.kind, what, by, to)


def _whom(event: Event, what: str, asker: int | None) -> int | None:
    return asker if what in (AGREES, REFUSES) else event.to


def _holder(table: Table, seat: int | None, at: datetime, seated: Holders) -> int | None:
    found = seated.get((table.pk, seat)) if seat is not None else None
    return found.user if found is not None and found.since <= at else None
