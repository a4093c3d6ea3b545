"""What a seat remembers of its game: all that was played and stands, as that seat saw it.

It is made from views and nothing else. A process keeps what the seats of the last few tables
remember, and adds what is new: a moment that is still the same is remembered as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, overload

from games.mine import Event
from games.mine.minds import Step, recall
from games.tables.models import LogEntry, event_of
from games.tables.moments import Moment, Moments, moments, standing
from games.tables.recently import Recently
from games.tables.store import LoadedTable

SEATS_KEPT: Final = 256


class Played(NamedTuple):
    """A move that stands: the state before it, and what happened, secrets included."""

    before: Any
    events: tuple[Event, ...]
    entry: LogEntry


Known = dict[int, tuple[Moment, Step[Any]]]
"""By the number of the entry."""

_kept: Recently[tuple[str, int], Known] = Recently(SEATS_KEPT)
"""By the code of the table and by seat."""


class SeatMemory(Sequence[Step[Any]]):
    """What one seat remembers, the oldest first. Nothing is read before somebody looks into it."""

    def __init__(self, loaded: LoadedTable, seat: int) -> None:
        self._loaded, self._seat = loaded, seat

    @cached_property
    def steps(self) -> tuple[Step[Any], ...]:
        return remembered(self._loaded, self._seat)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step[Any]]:
        return iter(self.steps)

    @overload
    def __getitem__(self, index: int) -> Step[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step[Any], ...]: ...
    def __getitem__(self, index: int | slice) -> Step[Any] | tuple[Step[Any], ...]:
        return self.steps[index]


def played(loaded: LoadedTable) -> list[Played]:
    """What was played and not taken back, the oldest first: one query at most."""
    past = moments(loaded)
    return [_move(past, entry) for entry in standing(moment.entry for moment in past)]


def remembered(loaded: LoadedTable, seat: int) -> tuple[Step[Any], ...]:
    """The same moves, as this seat saw them."""
    past = moments(loaded)
    known, found = _kept.get((loaded.table.code, seat)) or {}, {}
    for entry in standing(moment.entry for moment in past):
        moment = past[entry.number]
        then = known.get(entry.number)
        if then is None or then[0] is not moment:
            move = _move(past, entry)
            (step,) = recall(loaded.rules, seat, [(move.before, move.events)])
            then = moment, step
        found[entry.number] = then
    _kept.keep((loaded.table.code, seat), found)
    return tuple(step for _, step in found.values())


def forget_all() -> None:
    _kept.forget_all()


def _move(past: Moments, entry: LogEntry) -> Played:
    return Played(past[entry.number - 1].state, tuple(map(event_of, entry.events)), entry)
