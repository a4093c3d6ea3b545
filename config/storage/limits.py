"""Limits that keep a slow service from stopping the site: circuit breakers, timeouts, queues.

With PostgreSQL, web processes have short timeouts and a limited connection pool, workers longer
timeouts, commands such as `migrate` none.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any, Literal

from django.conf import settings
from django.db import InterfaceError, OperationalError

logger = logging.getLogger("undermine.circuit")


class CircuitBreaker:
    """A breaker that lets one caller per `rest` seconds try a service after it failed.

    Each process has its own. The first failure is logged, and the first success after it.
    """

    def __init__(self, name: str, rest: float) -> None:
        self.name, self.rest = name, rest
        self._lock = Lock()
        self._broken = False
        self._again_at = 0.0

    def may_try(self) -> bool:
        with self._lock:
            if not self._broken:
                return True
            if monotonic() < self._again_at:
                return False
            self._again_at = monotonic() + self.rest
            return True

    def failed(self, error: Exception) -> None:
        with self._lock:
            was_broken, self._broken = self._broken, True
            self._again_at = monotonic() + self.rest
        if not was_broken:
            logger.warning("the %s does not answer: %s", self.name, type(error).__name__)

    def worked(self) -> None:
        if not self._broken:
            return
        with self._lock:
            was_broken, self._broken = self._broken, False
        if was_broken:
            logger.warning("the %s answers again", self.name)


Limits = Mapping[str, int]

# In milliseconds.
WEB_LIMITS: Limits = {
    "lock_timeout": 2_000,
    "statement_timeout": 10_000,
    "idle_in_transaction_session_timeout": 20_000,
}
WORKER_LIMITS: Limits = {
    "lock_timeout": 10_000,
    "statement_timeout": 120_000,
    "idle_in_transaction_session_timeout": 60_000,
}

POSTGRESQL_BREAKER = CircuitBreaker("database", rest=1)

# In seconds. A failing connection is given up soon: the next request tries again.
POOL_OPTIONS = {
    "min_size": 0,
    "timeout": 2,
    "reconnect_timeout": 1,
    "reconnect_failed": lambda _: POSTGRESQL_BREAKER.failed(OperationalError()),
}

MAX_WAITING = 3
"""The maximum of requests per process (of WEB_THREADS, 8) that wait for the same row."""

LOCK_NOT_AVAILABLE, DEADLOCK = "55P03", "40P01"


def configure_web_process() -> None:
    """Set the limits of a web process, before anything uses the database."""
    database: dict[str, Any] = settings.DATABASES["default"]
    if _apply_limits(database, WEB_LIMITS):
        database["OPTIONS"]["pool"] = {**POOL_OPTIONS, "max_size": settings.DATABASE_POOL}
        database["CONN_MAX_AGE"] = 0


def configure_worker(**_: object) -> None:
    """Set the limits of a worker. It needs no pool: each of its processes has one thread."""
    _apply_limits(settings.DATABASES["default"], WORKER_LIMITS)


def _apply_limits(database: dict[str, Any], limits: Limits) -> bool:
    """Apply limits, unless DATABASE_URL sets them. Return False if it isn't PostgreSQL."""
    if database["ENGINE"] != "config.storage.postgresql":
        return False
    ours = " ".join(f"-c {name}={value}" for name, value in limits.items())
    database["OPTIONS"]["options"] = f"{ours} {database['OPTIONS'].get('options', '')}".strip()
    return True


class Busy(OperationalError):  # noqa: N818  (not an error)
    """Too many requests already wait for this row."""


_waiting: Counter[str] = Counter()
_counting = Lock()


@contextmanager
def limited_wait(thing: str) -> Iterator[None]:
    """Limit how many requests wait for a row, so that one row can't take all threads."""
    with _counting:
        if _waiting[thing] >= MAX_WAITING:
            raise Busy(f"{MAX_WAITING} requests wait for this already")
        _waiting[thing] += 1
    try:
        yield
    finally:
        with _counting:
            _waiting[thing] -= 1
            if not _waiting[thing]:
                del _waiting[thing]


def outage_kind(error: BaseException | None) -> Literal["busy", "away"] | None:
    """Return whether an error means a locked row, an unreachable database, or neither."""
    if isinstance(error, Busy):
        return "busy"
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    if (name := getattr(cause, "sqlite_errorname", None)) is not None:
        return "busy" if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) else None
    held = getattr(cause, "sqlstate", None) in (LOCK_NOT_AVAILABLE, DEADLOCK)
    return "busy" if held else "away"
