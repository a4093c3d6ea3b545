"""Signs of life: is there a worker, and do the sweeps run on time?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from celery import shared_task
from django.core.cache import cache

from config.celery import NOT_URGENT, SWEEP_SCHEDULE, app, late_after
from config.clock import now
from config.jobs import sweeps

HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_LATE_AFTER = timedelta(seconds=90)
WAKE_AT_MOST_EVERY = 30  # seconds: a sweep that is slow to come is not called over and over


def heartbeat() -> None:
    """Tell /sweepz that beat, broker and worker do their part; wake sweeps that beat forgot.

    Beat counts from its own start, and keeps nothing on disk: a sweep with a long period would
    hardly ever run where machines come and go.
    """
    record_heartbeat()
    for name in overdue_sweeps():
        sweeps.wake_worker(name)


shared_task(name="config.heartbeat")(heartbeat)


def record_heartbeat() -> None:
    """Called by a worker every twenty seconds."""
    cache.set(HEARTBEAT_KEY, now(), timeout=None)


def last_heartbeat() -> datetime | None:
    found: datetime | None = cache.get(HEARTBEAT_KEY)
    return found


def worker_is_alive() -> bool:
    seen = last_heartbeat()
    return seen is not None and now() - seen < HEARTBEAT_LATE_AFTER


def late_sweeps() -> set[str]:
    """The sweeps that are missed: never seen, or not for longer than the patience they are due."""
    return {name for name in _not_seen_for(late_after) if name not in NOT_URGENT}


def overdue_sweeps() -> list[str]:
    """Those that should have run again by now, each named once in a while, for a worker to wake."""
    names = _not_seen_for(lambda name: timedelta(seconds=1.5 * SWEEP_SCHEDULE[name]))
    return [name for name in names if cache.add(f"woken:{name}", True, timeout=WAKE_AT_MOST_EVERY)]


def _not_seen_for(allowed: Callable[[str], timedelta]) -> list[str]:
    seen, at = sweeps.last_runs(SWEEP_SCHEDULE), now()
    return [name for name in SWEEP_SCHEDULE if name not in seen or at - seen[name] > allowed(name)]


# The broker's queues: how many messages wait in each.

BROKER_TIMEOUT = 3
BROKER_TIMEOUTS = {"socket_timeout": BROKER_TIMEOUT, "socket_connect_timeout": BROKER_TIMEOUT}
"""Whoever asks wants to know that a broker is silent, and not to wait for it."""


def queue_depths() -> dict[str, int]:
    """By the name of the queue; raises what the broker's library raises when it is away."""
    with app.connection_for_read(
        connect_timeout=BROKER_TIMEOUT, transport_options=BROKER_TIMEOUTS
    ) as line:
        line.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_TIMEOUT)
        channel = line.default_channel
        return {name: channel._size(name) for name in sorted(app.amqp.queues)}
