"""Signs of life: is there a worker, and do the sweeps run on time?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from celery import shared_task
from django.core.cache import cache

from config import sweeps
from config.celery import NOT_URGENT, TIMETABLE, patience
from config.clock import now

LAST_BEAT = "worker-heartbeat"
LATE = timedelta(seconds=90)
ONE_CALL_IN = 30  # seconds: a sweep that is slow to come is not called over and over


def heartbeat() -> None:
    """Tell /sweepz that beat, broker and worker do their part; wake sweeps that beat forgot.

    Beat counts from its own start, and keeps nothing on disk: a sweep with a long period would
    hardly ever run where machines come and go.
    """
    beat()
    for name in overdue_sweeps():
        sweeps.wake(name)


shared_task(name="config.heartbeat")(heartbeat)


def beat() -> None:
    """Called by a worker every twenty seconds."""
    cache.set(LAST_BEAT, now(), timeout=None)


def last_beat() -> datetime | None:
    found: datetime | None = cache.get(LAST_BEAT)
    return found


def worker_is_alive() -> bool:
    seen = last_beat()
    return seen is not None and now() - seen < LATE


def late_sweeps() -> set[str]:
    """The sweeps that are missed: never seen, or not for longer than the patience they are due."""
    return {name for name in _not_seen_for(patience) if name not in NOT_URGENT}


def overdue_sweeps() -> list[str]:
    """Those that should have run again by now, each named once in a while, for a worker to wake."""
    names = _not_seen_for(lambda name: timedelta(seconds=1.5 * TIMETABLE[name]))
    return [name for name in names if cache.add(f"woken:{name}", True, timeout=ONE_CALL_IN)]


def _not_seen_for(allowed: Callable[[str], timedelta]) -> list[str]:
    seen, at = sweeps.last_runs(TIMETABLE), now()
    return [name for name in TIMETABLE if name not in seen or at - seen[name] > allowed(name)]
