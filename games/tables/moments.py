"""A table's past: what it looked like after each entry of its log.

Nothing is stored twice: the engine plays the log again from the deal. A process keeps the last few
tables that were looked at. States hold secrets: show them by a view, as everywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from games.tables.models import LogEntry
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
Mark = tuple[int, str]
"""How long the log was, and the hash of the state after its last entry."""

_kept: OrderedDict[int, tuple[Mark, Moments]] = OrderedDict()
_lock = Lock()


def moments(loaded: LoadedTable) -> Moments:
    """Every moment from the deal to the table as it was loaded: one query.

    Should the log not play to its end (`manage.py replay` says why), it is told as far as it does.
    """
    entries = list(loaded.table.log.filter(number__lte=loaded.table.length).order_by("number"))
    mark = len(entries), entries[-1].state_hash if entries else ""
    with _lock:
        kept = _kept.get(loaded.table.pk)
    if kept is None or kept[0] != mark:
        kept = mark, _played(loaded, entries)
    _keep(loaded.table.pk, kept)
    return kept[1]


def _keep(table: int, kept: tuple[Mark, Moments]) -> None:
    with _lock:
        _kept[table] = kept
        _kept.move_to_end(table)
        while len(_kept) > TABLES_KEPT:
            _kept.popitem(last=False)


def _played(loaded: LoadedTable, entries: list[LogEntry]) -> Moments:
    deal = loaded.rules.setup(loaded.table.options, len(loaded.seats), loaded.seeds)
    course = Course(loaded.rules, [deal])
    found = [Moment(0, None, deal)]
    for entry in entries:
        if course.step(entry):
            break
        ended = course.ended.get(entry.number)
        found.append(Moment(entry.number, entry, course.states[-1], ended))
    return tuple(found)
