"""How long anybody waits for the database, by what their process does.

A web process has short limits and a pool of connections with a bound; a worker has longer limits. A
command (`migrate`, `cleanup`) has none: nothing may cut it off halfway. On SQLite all have its own.
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

# What PostgreSQL cuts off, in milliseconds.
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


# Seconds. What cannot be connected to is given up soon: the next request tries anew.
POOL_OPTIONS = {
    "min_size": 0,
    "timeout": 2,
    "reconnect_timeout": 1,
    "reconnect_failed": _unreachable,
}

MAX_WAITING = 3
"""So many requests of a process wait for the same row; a web server has eight threads."""

LOCK_NOT_AVAILABLE, DEADLOCK = "55P03", "40P01"


def configure_web_process() -> None:
    """Called by what a web server loads, before anything asks the database."""
    database: dict[str, Any] = settings.DATABASES["default"]
    if _apply_limits(database, WEB_LIMITS):
        database["OPTIONS"]["pool"] = {**POOL_OPTIONS, "max_size": settings.DATABASE_POOL}
        database["CONN_MAX_AGE"] = 0


def configure_worker(**_: object) -> None:
    """Called when a worker starts. It has no pool: its processes are forks, with a thread each."""
    _apply_limits(settings.DATABASES["default"], WORKER_LIMITS)


def _apply_limits(database: dict[str, Any], limits: Limits) -> bool:
    """What DATABASE_URL itself says goes before. False where the database knows no such limits."""
    if database["ENGINE"] != "config.storage.postgresql":
        return False
    ours = " ".join(f"-c {name}={value}" for name, value in limits.items())
    database["OPTIONS"]["options"] = f"{ours} {database['OPTIONS'].get('options', '')}".strip()
    return True


# --- when it takes too long -------------------------------------------------------------------


class Busy(OperationalError):  # noqa: N818  (nothing went wrong: it is not their turn)
    """Too many wait for this already."""


_waiting: Counter[str] = Counter()
_counting = Lock()


@contextmanager
def limited_wait(thing: str) -> Iterator[None]:
    """Wait for a row in here: only a few may, so that one row cannot take all threads."""
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
    """Is this no fault of ours, but a row that somebody holds, or a database out of reach?"""
    if isinstance(error, Busy):
        return "busy"
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    if (name := getattr(cause, "sqlite_errorname", None)) is not None:
        return "busy" if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) else None
    held = getattr(cause, "sqlstate", None) in (LOCK_NOT_AVAILABLE, DEADLOCK)
    return "busy" if held else "away"
