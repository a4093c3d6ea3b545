"""What a mind at a table is given: what its seat sees and remembers, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from games.mine import Event
from games.mine.minds import Step, recall
from games.tables.models import LogEntry, event_of
from games.tables.moments import Moments, moments
from games.tables.store import LoadedTable


class Played(NamedTuple):
    """A move that stands: the state before it, and what happened, secrets included."""

    before: Any
    events: tuple[Event, ...]
    entry: LogEntry


def memory_of(loaded: LoadedTable, seat: int) -> tuple[Step[Any], ...]:
    """What this seat remembers of all that was played at this table: one query at most."""
    return remembered(loaded, seat, standing(moments(loaded)))


def remembered(loaded: LoadedTable, seat: int, played: Iterable[Played]) -> tuple[Step[Any], ...]:
    """These moves, as this seat saw them."""
    return recall(loaded.rules, seat, ((move.before, move.events) for move in played))


def standing(found: Moments) -> list[Played]:
    """What was played and not taken back, the oldest first."""
    played: list[Played] = []
    for before, after in pairwise(found):
        entry = after.entry
        if entry is None:
            continue
        if entry.undone is not None:
            played = [move for move in played if move.entry.number < entry.undone]
        elif entry.is_played:
            played.append(Played(before.state, tuple(map(event_of, entry.events)), entry))
    return played
