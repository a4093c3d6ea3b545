"""A table's past in another world: everything in it that a reader may not know is changed.

A past is replayed from seeds, so another one cannot be written into rows. It is put into this
process's cache (games/replays/moments.py), and pages are rendered from that.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

from games.engine import Rng
from games.replays.moments import Moment, log_version, moments, moments_cache
from games.replays.replay import replay_of_table
from games.tables.models import LogEntry, Table
from games.tables.presenters import log
from games.tables.store import LoadedTable

Row = list[Any]
"""An event as its row stores it."""


def replays(loaded: LoadedTable) -> list[str]:
    """Return replay pages from the reader's own view, and for the current round from others'."""
    replay = replay_of_table(loaded, None)
    begun = replay.begins(loaded.state.round)
    last = len(replay.steps) - 1
    steps = {0, begun, (begun + last) // 2, last}
    asked = [f"?at={replay.steps[index].key}" for index in sorted(steps)]
    if loaded.table.status == Table.Status.RUNNING:
        now_played = [f"?at={replay.steps[index].key}" for index in (begun, last)]
        asked += [f"{query}&as={eyes}" for query in now_played for eyes in ("all", "1", "2")]
    return [f"/t/{loaded.table.code}/replay/{query}" for query in ("", *asked)]


def another_past(
    loaded: LoadedTable, reader: int | None, rng: Rng, change: Callable[[Row], Row]
) -> None:
    """Replace every state by one that looks the same to the reader."""
    rules = loaded.rules

    def world(state: Any) -> Any:
        return next(rules.worlds(rules.view(state, reader), rng))

    put_past(loaded, world, change)


def put_past(
    loaded: LoadedTable, other: Callable[[Any], Any], change: Callable[[Row], Row]
) -> None:
    """Replace every state and every event by what these functions return."""
    found = tuple(_changed(moment, other, change) for moment in moments(loaded))
    moments_cache.keep(loaded.table.code, (log_version(loaded.table), found))
    log.entry.cache_clear()  # entries are only ever changed here


def _changed(moment: Moment, other: Callable[[Any], Any], change: Callable[[Row], Row]) -> Moment:
    ended = None if moment.ended is None else other(moment.ended)
    entry = None if moment.entry is None else _told(moment.entry, change)
    return replace(moment, state=other(moment.state), ended=ended, entry=entry)


def _told(entry: LogEntry, change: Callable[[Row], Row]) -> LogEntry:
    found = copy(entry)
    found.events = [change(event) for event in entry.events]
    return found
