"""A table's past: what it looked like after each entry of its log.

Nothing is stored twice: the engine plays the log again from the deal. A process keeps the last few
tables that were looked at. States hold secrets: show them by a view, as everywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

from games.tables.models import LogEntry, Table
from games.tables.replay import Course
from games.tables.store import LoadedTable

TABLES_KEPT = 64


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after one entry of its log."""

    number: int
    """Of that entry; 0 is the deal."""
    entry: LogEntry | None
    state: Any
    ended: Any | None = None
    """Where the entry ended a round: that round as it ended, before the next one was dealt."""

    @property
    def shown(self) -> Any:
        """What lay on the table when this had happened: the end of a round, not the next deal."""
        return self.state if self.ended is None else self.ended


Moments = tuple[Moment, ...]


class Mark(NamedTuple):
    """What a table's row says, different after each entry of its log; after a backup was restored
    and others were made, too."""

    length: int
    version: int
    moved_at: datetime | None


_kept: OrderedDict[str, tuple[Mark, Moments]] = OrderedDict()
"""By the code of the table, which is never used again; the last one used is the last."""
_lock = Lock()


def moments(loaded: LoadedTable) -> Moments:
    """Every moment from the deal to the table as it was loaded: one query, or none where this
    process has them.

    Should the log not play to its end (`manage.py replay` says why), it is told as far as it does.
    """
    table = loaded.table
    mark = mark_of(table)
    with _lock:
        kept = _kept.get(table.code)
    if kept is None or kept[0] != mark:
        entries = table.log.filter(number__lte=table.length).order_by("number")
        deal = loaded.rules.setup(table.options, len(loaded.seats), loaded.seeds)
        kept = mark, played(Course(loaded.rules, [deal]), entries)[0]
    keep(table.code, *kept)
    return kept[1]


def end_of_round(found: Moments, number: int) -> Moment | None:
    """The moment in which this round ended, for the last time if moves were taken back."""
    back = reversed(found)
    return next((m for m in back if m.ended is not None and m.ended.round == number), None)


def mark_of(table: Table) -> Mark:
    return Mark(table.length, table.version, table.moved_at)


def keep(code: str, mark: Mark, found: Moments) -> None:
    """These are the moments of this table as of this mark; the tables looked at last are kept."""
    with _lock:
        _kept[code] = mark, found
        _kept.move_to_end(code)
        while len(_kept) > TABLES_KEPT:
            _kept.popitem(last=False)


def forget_all() -> None:
    with _lock:
        _kept.clear()


def played(course: Course, entries: Iterable[LogEntry]) -> tuple[Moments, str]:
    """The moments of this course, which stands at its deal, and what is wrong with the entry after
    the last of them, if anything."""
    found = [Moment(0, None, course.states[0])]
    for entry in entries:
        if what := course.step(entry):
            return tuple(found), what
        ended = course.ended.get(entry.number)
        found.append(Moment(entry.number, entry, course.states[-1], ended))
    return tuple(found), ""
