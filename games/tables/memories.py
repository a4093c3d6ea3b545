"""What a seat remembers of its game: all that was played and stands, as that seat saw it.

It is made from views and nothing else. A process keeps what the seats of the last few tables
remember, and adds what is new: a moment that is still the same is remembered as it was.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import Lock
from typing import Any, overload

from games.mine.minds import Step, recall
from games.tables.events import event_of
from games.tables.moments import TABLES_KEPT, Moment, Moments, moments, standing
from games.tables.store import LoadedTable

Known = dict[int, tuple[Moment, Step[Any]]]
"""By the number of the entry."""

_kept: OrderedDict[str, dict[int, Known]] = OrderedDict()
"""By the code of the table, then by seat; the last one used is the last."""
_lock = Lock()


class SeatMemory(Sequence[Step[Any]]):
    """What one seat remembers, the oldest first. Nothing is read before somebody looks into it."""

    def __init__(self, loaded: LoadedTable, seat: int) -> None:
        self._loaded, self._seat = loaded, seat

    @cached_property
    def steps(self) -> tuple[Step[Any], ...]:
        return _remembered(self._loaded, self._seat)

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


def forget_all() -> None:
    with _lock:
        _kept.clear()


def _remembered(loaded: LoadedTable, seat: int) -> tuple[Step[Any], ...]:
    code, past = loaded.table.code, moments(loaded)
    with _lock:
        known = _kept.get(code, {}).get(seat, {})
    numbers = [entry.number for entry in standing(moment.entry for moment in past)]
    found = {n: _known(known, past[n]) or (past[n], _step(loaded, seat, past, n)) for n in numbers}
    _keep(code, seat, found)
    return tuple(step for _, step in found.values())


def _known(known: Known, moment: Moment) -> tuple[Moment, Step[Any]] | None:
    found = known.get(moment.number)
    return found if found is not None and found[0] is moment else None


def _step(loaded: LoadedTable, seat: int, past: Moments, number: int) -> Step[Any]:
    entry = past[number].entry
    events = [] if entry is None else [event_of(raw) for raw in entry.events]
    (step,) = recall(loaded.rules, seat, [(past[number - 1].state, events)])
    return step


def _keep(code: str, seat: int, found: Known) -> None:
    with _lock:
        _kept[code] = _kept.get(code, {}) | {seat: found}
        _kept.move_to_end(code)
        while len(_kept) > TABLES_KEPT:
            _kept.popitem(last=False)
