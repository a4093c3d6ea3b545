"""Monitoring of workers and sweeps: the heartbeat, late sweeps, and the queues of the broker."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from celery import shared_task
from django.core.cache import cache

from config.celery import CLOCKS, app, schedule
from config.clock import now
from config.jobs import sweeps
from config.jobs.sweeps import SWEEPS, Schedule

HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_SECONDS = 20
HEARTBEAT_LATE_AFTER = timedelta(seconds=90)
WAKE_AT_MOST_EVERY = 30  # seconds


def heartbeat() -> None:
    """Show /sweepz that beat, broker and worker run; wake sweeps that are overdue.

    Beat counts from its own start and stores nothing: where processes restart often, a sweep with a
    long period would hardly ever run.
    """
    record_heartbeat()
    for name in overdue_sweeps():
        sweeps.wake_worker(name)


shared_task(name="config.heartbeat")(heartbeat)
schedule("config.heartbeat", HEARTBEAT_SECONDS, CLOCKS)


def record_heartbeat() -> None:
    cache.set(HEARTBEAT_KEY, now(), timeout=None)


def last_heartbeat() -> datetime | None:
    found: datetime | None = cache.get(HEARTBEAT_KEY)
    return found


def worker_is_alive() -> bool:
    seen = last_heartbeat()
    return seen is not None and now() - seen < HEARTBEAT_LATE_AFTER


def late_sweeps() -> set[str]:
    """Return the urgent sweeps that never ran, or not for too long."""
    late = _not_seen_for(lambda sweep: sweep.late_after)
    return {name for name in late if SWEEPS[name].is_urgent}


def overdue_sweeps() -> list[str]:
    """Return the sweeps that should have run again by now, each at most once in a while."""
    names = _not_seen_for(lambda sweep: 1.5 * sweep.every)
    return [name for name in names if cache.add(f"woken:{name}", True, timeout=WAKE_AT_MOST_EVERY)]


def _not_seen_for(allowed: Callable[[Schedule], timedelta]) -> list[str]:
    seen, at = sweeps.last_runs(SWEEPS), now()
    return [
        name
        for name, sweep in SWEEPS.items()
        if name not in seen or at - seen[name] > allowed(sweep)
    ]


BROKER_TIMEOUT = 3
BROKER_TIMEOUTS = {"socket_timeout": BROKER_TIMEOUT, "socket_connect_timeout": BROKER_TIMEOUT}


def queue_depths() -> dict[str, int]:
    """Return how many messages wait in each queue; raises an error of the broker's library."""
    with app.connection_for_read(
        connect_timeout=BROKER_TIMEOUT, transport_options=BROKER_TIMEOUTS
    ) as line:
        line.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_TIMEOUT)
        channel = line.default_channel
        return {name: channel._size(name) for name in sorted(app.amqp.queues)}
