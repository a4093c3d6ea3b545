"""A table's past: what it looked like after each entry of its log.

Nothing is stored twice: the engine plays the log again from the deal. A process keeps the last few
tables that were looked at, and plays only what is new there. States hold secrets: show them by a
view, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from games.tables.models import LogEntry, Table
from games.tables.recently import Recently
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


_kept: Recently[str, tuple[Mark, Moments]] = Recently(TABLES_KEPT)
"""By the code of the table, which is never used again."""


def moments(loaded: LoadedTable) -> Moments:
    """Every moment from the deal to the table as it was loaded: one query, or none where this
    process has them.

    Should the log not play to its end (`manage.py replay` says why), it is told as far as it does.
    """
    mark = mark_of(loaded.table)
    kept = _kept.get(loaded.table.code)
    if kept is not None and kept[0] == mark:
        found = kept[1]
    else:
        found = (_continued(loaded, *kept) if kept else ()) or _from_the_deal(loaded)
    keep(loaded.table.code, mark, found)
    return found


def _from_the_deal(loaded: LoadedTable) -> Moments:
    deal = loaded.rules.setup(loaded.table.options, len(loaded.seats), loaded.seeds)
    return played(Course(loaded.rules, [deal]), _entries(loaded, 1))[0]


def _continued(loaded: LoadedTable, mark: Mark, known: Moments) -> Moments:
    """The same, with what was played since; nothing, if these are no moments of this log.

    A log only grows, and a backup only cuts it off. So is the last entry known here still the same,
    by its time and its state, then all before it are.
    """
    last = known[-1].entry
    if last is None or last.number != mark.length or mark.length > loaded.table.length:
        return ()
    entries = _entries(loaded, last.number)
    if not entries or _mark_of_entry(entries[0]) != _mark_of_entry(last):
        return ()
    states = [moment.state for moment in known]
    course = Course(loaded.rules, states, standing(moment.entry for moment in known))
    return known + _followed(course, entries[1:])[0]


def _entries(loaded: LoadedTable, first: int) -> list[LogEntry]:
    numbers = {"number__gte": first, "number__lte": loaded.table.length}
    return list(loaded.table.log.filter(**numbers).order_by("number"))


def _mark_of_entry(entry: LogEntry) -> tuple[object, ...]:
    return entry.number, entry.kind, entry.seat, entry.move, entry.state_hash, entry.at


def standing(entries: Iterable[LogEntry | None]) -> list[LogEntry]:
    """What was played and not taken back."""
    found: list[LogEntry] = []
    for entry in entries:
        if entry is None:
            continue
        if entry.undone is not None:
            found = [played for played in found if played.number < (entry.undone or 0)]
        elif entry.is_played and entry.seat is not None:
            found.append(entry)
    return found


def end_of_round(found: Moments, number: int) -> Moment | None:
    """The moment in which this round ended, for the last time if moves were taken back."""
    ends = ((moment, moment.ended) for moment in reversed(found) if moment.ended is not None)
    return next((moment for moment, ended in ends if ended.round == number), None)


def mark_of(table: Table) -> Mark:
    return Mark(table.length, table.version, table.moved_at)


def keep(code: str, mark: Mark, found: Moments) -> None:
    """These are the moments of this table as of this mark; the tables looked at last are kept."""
    _kept.keep(code, (mark, found))


def forget_all() -> None:
    _kept.forget_all()


def played(course: Course, entries: Iterable[LogEntry]) -> tuple[Moments, str]:
    """The moments of this course from its deal on, and what is wrong with the entry after the last
    of them, if anything."""
    deal = Moment(0, None, course.states[0])
    found, what = _followed(course, entries)
    return (deal, *found), what


def _followed(course: Course, entries: Iterable[LogEntry]) -> tuple[Moments, str]:
    found: list[Moment] = []
    for entry in entries:
        if what := course.step(entry):
            return tuple(found), what
        ended = course.ended.get(entry.number)
        found.append(Moment(entry.number, entry, course.states[-1], ended))
    return tuple(found), ""
