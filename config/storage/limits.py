"""Timeouts of PostgreSQL, by kind of process.

Web processes have short timeouts and a limited connection pool, workers longer timeouts, commands
such as `migrate` none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Literal

from django.conf import settings
from django.db import InterfaceError, OperationalError

from config.circuit_breaker import CircuitBreaker

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


def _unreachable(_: object) -> None:
    POSTGRESQL_BREAKER.failed(OperationalError())


# In seconds. A failing connection is given up soon: the next request tries again.
POOL_OPTIONS = {
    "min_size": 0,
    "timeout": 2,
    "reconnect_timeout": 1,
    "reconnect_failed": _unreachable,
}

MAX_WAITING = 3
"""Requests of a process that wait for the same row; a web process has WEB_THREADS (8)."""

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


# --- When it takes too long ---


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
