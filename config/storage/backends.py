"""Settings for database, cache and broker."""

from __future__ import annotations

from pathlib import Path

import environ

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # otherwise concurrent read-then-write fails at once
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
POSTGRESQL_OPTIONS = {"connect_timeout": 2, "tcp_user_timeout": 10_000}  # seconds, milliseconds
REDIS_SCHEMES = ("redis://", "rediss://")
# A stopped Redis accepts connections but doesn't answer.
REDIS_OPTIONS = {"socket_timeout": 1, "socket_connect_timeout": 1, "health_check_interval": 30}
# A waiting worker gets an answer every second, so a timeout of one would cut it off.
REDIS_BROKER_OPTIONS = {
    "socket_timeout": 2,
    "socket_connect_timeout": 2,
    "health_check_interval": 10,
    "max_retries": 0,
}
DATABASE_CACHE: dict[str, object] = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "shared_cache",
    # With Django's 300, a busy hour would evict rate limits and what /sweepz needs.
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}
# Pictures of boards, up to 40 kB each, cached per process so that they evict nothing else.
PICTURE_CACHE: dict[str, object] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pictures",
    "TIMEOUT": 24 * 3600,
    "OPTIONS": {"MAX_ENTRIES": 100},
}


def database(env: environ.Env, folder: Path, password: str) -> dict[str, object]:
    """Return the database settings; config/storage/limits.py adds limits per kind of process."""
    found: dict[str, object] = env.db_url(
        "DATABASE_URL", default=f"sqlite:///{folder / 'db.sqlite3'}"
    )
    if "sqlite" in str(found["ENGINE"]):
        # Tests use threads and processes, which an in-memory database can't serve.
        return found | {"OPTIONS": SQLITE_OPTIONS, "TEST": {"NAME": str(folder / "test.sqlite3")}}
    found["PASSWORD"] = found["PASSWORD"] or password
    found |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    if "postgresql" in str(found["ENGINE"]):
        options = {**POSTGRESQL_OPTIONS, **env.db_url("DATABASE_URL").get("OPTIONS", {})}
        found |= {"ENGINE": "config.storage.postgresql", "OPTIONS": options}
    return found


def caches(env: environ.Env, broker: str) -> dict[str, dict[str, object]]:
    """Return the shared cache, its fallback while Redis is down, and the one for pictures."""
    shared = _shared_cache(env, broker)
    found = {"default": shared, "in_database": DATABASE_CACHE, "pictures": PICTURE_CACHE}
    return {name: {"KEY_PREFIX": "undermine", **cache} for name, cache in found.items()}


def _shared_cache(env: environ.Env, broker: str) -> dict[str, object]:
    """Return a cache that all processes share, as rate limits need it."""
    named = env.str("CACHE_URL", default="")
    url = named or broker
    if url.startswith(REDIS_SCHEMES):
        backend = "config.storage.shared_cache.RedisOrDatabaseCache"
        return {"BACKEND": backend, "LOCATION": url, "OPTIONS": REDIS_OPTIONS}
    found: dict[str, object] = env.cache_url("CACHE_URL") if named else DATABASE_CACHE
    return found


def broker_options(broker: str, folder: Path) -> dict[str, object]:
    if broker == "folder://":  # config/jobs/local_broker.py
        return {"folder": str(folder / "broker"), "polling_interval": 0.1}
    return dict(REDIS_BROKER_OPTIONS) if broker.startswith(REDIS_SCHEMES) else {}
