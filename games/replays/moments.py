"""A table's past: what it looked like after each entry of its log.

Nothing is stored twice: the engine plays the log again from the deal. A process keeps the last few
tables that were looked at, and plays only what is new there. States hold secrets: show them by a
view, as everywhere.
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


class LogVersion(NamedTuple):
    """What a table's row says, different after each entry of its log; after a backup was restored
    and others were made, too."""

    length: int
    version: int
    moved_at: datetime | None


moments_cache: RecentCache[str, tuple[LogVersion, Moments]] = RecentCache(TABLES_KEPT)
"""By the code of the table, which is never used again."""


def moments(loaded: LoadedTable) -> Moments:
    """Every moment from the deal to the table as it was loaded: one query, or none where this
    process has them.

    A log that cannot be played to its end (`manage.py replay` says why) is cut off there.
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
    """The same, with what was played since; nothing, if these are no moments of this log.

    A log only grows, and a backup only cuts it off. So is the last entry known here still the same,
    by its time and its state, then all before it are.
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


def log_version(table: Table) -> LogVersion:
    return LogVersion(table.length, table.version, table.moved_at)


def moments_of(course: LogReplay, entries: Iterable[LogEntry]) -> tuple[Moments, str]:
    """The moments of this course from its deal on, and what is wrong with the entry after the last
    of them, if anything."""
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


# What a seat remembers of its game: all that was played and stands, as that seat saw it.
#
# It is made from views and nothing else. A process keeps what the seats of the last few tables
# remember, and adds what is new: a moment that is still the same is remembered as it was.

SEATS_KEPT: Final = 256


class StandingMove(NamedTuple):
    """A move that stands: the state before it, and what happened, secrets included."""

    before: Any
    events: tuple[Event, ...]
    entry: LogEntry


KnownSteps = dict[int, tuple[Moment, SeenMove[Any]]]
"""By the number of the entry."""

memory_cache: RecentCache[tuple[str, int], KnownSteps] = RecentCache(SEATS_KEPT)
"""By the code of the table and by seat."""


def seat_memory(loaded: LoadedTable, seat: int) -> Sequence[SeenMove[Any]]:
    """What one seat remembers, the oldest first. Nothing is read before somebody looks into it."""
    steps = SimpleLazyObject(partial(remembered_steps, loaded, seat))
    return cast("Sequence[SeenMove[Any]]", steps)


def standing_moves(loaded: LoadedTable) -> list[StandingMove]:
    """What was played and not taken back, the oldest first: one query at most."""
    past = moments(loaded)
    standing = standing_entries(moment.entry for moment in past)
    return [_standing_move(past, entry) for entry in standing]


def remembered_steps(loaded: LoadedTable, seat: int) -> tuple[SeenMove[Any], ...]:
    """The same moves, as this seat saw them."""
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
