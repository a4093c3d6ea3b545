"""A table's past: its state after each entry of its log.

Nothing is stored twice: the engine replays the log from the deal. A process caches the tables
viewed last, and plays only new entries there. States hold secrets: show them through a view, as
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple, cast

from django.utils.functional import SimpleLazyObject

from games.engine import Event
from games.engine.bots import SeenMove, memory_of
from games.replays.log_check import LogReplay
from games.tables.models import LogEntry, Table, event_of
from games.tables.store import LoadedTable, RecentCache

TABLES_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after one entry of its log."""

    number: int
    """The number of that entry; 0 is the deal."""
    entry: LogEntry | None
    state: Any
    ended: Any | None = None
    """If the entry ended a round: that round as it ended, before the next deal."""

    @property
    def shown(self) -> Any:
        """The state to show after this entry: the end of a round rather than the next deal."""
        return self.state if self.ended is None else self.ended


Moments = tuple[Moment, ...]


class LogVersion(NamedTuple):
    """Values of a table's row that differ after each entry of its log, even if a backup was
    restored and other entries were added."""

    length: int
    version: int
    moved_at: datetime | None


moments_cache: RecentCache[str, tuple[LogVersion, Moments]] = RecentCache(TABLES_KEPT)
"""By the code of the table; codes are never reused."""


def moments(loaded: LoadedTable) -> Moments:
    """Return every moment from the deal to the table as loaded: one query, or none if cached.

    A log that can't be replayed to its end (`manage.py replay` says why) is cut off there.
    """
    mark = log_version(loaded.table)
    kept = moments_cache.get(loaded.table.code)
    if kept is not None and kept[0] == mark:
        found = kept[1]
    else:
        found = (_continued(loaded, *kept) if kept else ()) or _from_the_deal(loaded)
    return moments_cache.keep(loaded.table.code, (mark, found))[1]


def _from_the_deal(loaded: LoadedTable) -> Moments:
    deal = loaded.rules.setup(loaded.table.options, len(loaded.seats), loaded.seeds)
    return moments_of(LogReplay(loaded.rules, [deal]), _entries(loaded, 1))[0]


def _continued(loaded: LoadedTable, mark: LogVersion, known: Moments) -> Moments:
    """Return the known moments and what followed; empty if they don't belong to this log.

    A log only grows, and a restored backup only cuts it off. So if the last known entry still has
    the same time and state, all entries before it are unchanged.
    """
    last = known[-1].entry
    if last is None or last.number != mark.length or mark.length > loaded.table.length:
        return ()
    entries = _entries(loaded, last.number)
    if not entries or _entry_identity(entries[0]) != _entry_identity(last):
        return ()
    states = [moment.state for moment in known]
    course = LogReplay(loaded.rules, states, standing_entries(moment.entry for moment in known))
    return known + _followed(course, entries[1:])[0]


def _entries(loaded: LoadedTable, first: int) -> list[LogEntry]:
    numbers = {"number__gte": first, "number__lte": loaded.table.length}
    return list(loaded.table.log.filter(**numbers).order_by("number"))


def _entry_identity(entry: LogEntry) -> tuple[object, ...]:
    return entry.number, entry.kind, entry.seat, entry.move, entry.state_hash, entry.at


def standing_entries(entries: Iterable[LogEntry | None]) -> list[LogEntry]:
    """Return the moves that were not undone."""
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
    """Return the moment in which this round ended, for the last time if moves were undone."""
    ends = ((moment, moment.ended) for moment in reversed(found) if moment.ended is not None)
    return next((moment for moment, ended in ends if ended.round == number), None)


def log_version(table: Table) -> LogVersion:
    return LogVersion(table.length, table.version, table.moved_at)


def moments_of(course: LogReplay, entries: Iterable[LogEntry]) -> tuple[Moments, str]:
    """Return the moments of this replay from its deal on, and what is wrong with the entry after
    the last moment, if anything."""
    deal = Moment(0, None, course.states[0])
    found, what = _followed(course, entries)
    return (deal, *found), what


def _followed(course: LogReplay, entries: Iterable[LogEntry]) -> tuple[Moments, str]:
    found: list[Moment] = []
    for entry in entries:
        if what := course.step(entry):
            return tuple(found), what
        ended = course.ended.get(entry.number)
        found.append(Moment(entry.number, entry, course.states[-1], ended))
    return tuple(found), ""


# A seat's memory of its game: all moves that stand, as that seat saw them.
#
# It is made from views only. A process caches the memories of the latest tables' seats and adds new
# moves; unchanged moments keep their memory.

SEATS_KEPT: Final = 256


class StandingMove(NamedTuple):
    """A move that stands: the state before it and its events, secrets included."""

    before: Any
    events: tuple[Event, ...]
    entry: LogEntry


KnownSteps = dict[int, tuple[Moment, SeenMove[Any]]]
"""By the number of the entry."""

memory_cache: RecentCache[tuple[str, int], KnownSteps] = RecentCache(SEATS_KEPT)
"""By the code of the table and the seat."""


def seat_memory(loaded: LoadedTable, seat: int) -> Sequence[SeenMove[Any]]:
    """Return what one seat remembers, oldest first. It is read lazily."""
    steps = SimpleLazyObject(partial(remembered_steps, loaded, seat))
    return cast("Sequence[SeenMove[Any]]", steps)


def standing_moves(loaded: LoadedTable) -> list[StandingMove]:
    """Return the moves that were not undone, oldest first: one query at most."""
    past = moments(loaded)
    standing = standing_entries(moment.entry for moment in past)
    return [_standing_move(past, entry) for entry in standing]


def remembered_steps(loaded: LoadedTable, seat: int) -> tuple[SeenMove[Any], ...]:
    """Return the same moves as this seat saw them."""
    past = moments(loaded)
    known, found = memory_cache.get((loaded.table.code, seat)) or {}, {}
    for entry in standing_entries(moment.entry for moment in past):
        moment = past[entry.number]
        then = known.get(entry.number)
        if then is None or then[0] is not moment:
            move = _standing_move(past, entry)
            (step,) = memory_of(loaded.rules, seat, [(move.before, move.events)])
            then = moment, step
        found[entry.number] = then
    memory_cache.keep((loaded.table.code, seat), found)
    return tuple(step for _, step in found.values())


def _standing_move(past: Moments, entry: LogEntry) -> StandingMove:
    return StandingMove(past[entry.number - 1].state, tuple(map(event_of, entry.events)), entry)
