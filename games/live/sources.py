"""The sources from which a process learns of changes.

PostgreSQL notifies one listening connection of the process (migrations/0001_tell_of_changes.py).
Any other database is polled three times a second while a stream is open; SQLite can say whether
anything was written at all.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import psycopg
from django.db import connection

from config.storage.limits import CircuitBreaker
from games.live.hub import Hub, run_in_thread

CHANNEL = "live"
APPLICATION_NAME = "undermine live"
"""The name of the connection in pg_stat_activity."""
POLL_SECONDS = 0.3
"""Seconds between polls, so that a change shows within a second."""
PING_AFTER = 20
"""Seconds of silence before PostgreSQL is asked whether it is still there."""
PING_TIMEOUT = 5
FIRST_WAIT, LONGEST_WAIT = 0.2, 10.0

# The connection settings that psycopg itself understands.
CONNECTION_PARAMETERS = (
    "host", "port", "dbname", "user", "password", "service", "passfile", "options",
    "application_name", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout",
    "tcp_user_timeout",
)  # fmt: skip


class PostgresListener:
    """A source that listens on one connection. After losing it, it looks everything up."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.is_up = asyncio.Event()
        """Whether all changes are being reported."""
        self._circuit = CircuitBreaker("channel of changes", rest=0)
        self._wait = FIRST_WAIT
        self._means: dict[str, Callable[[str], None]] = {
            "t": lambda rest: hub.table_changed(int(rest)),
            "u": lambda rest: hub.lists_changed(int(rest)),
            "l": lambda rest: hub.lobby_changed(),
            "p": lambda rest: hub.player_changed(int(rest)),
            "s": hub.session_ended,
        }

    async def work(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # whatever the error: listen again
                self._circuit.failed(error)
            self.is_up.clear()
            await asyncio.sleep(self._wait * random.uniform(0.5, 1))
            self._wait = min(2 * self._wait, LONGEST_WAIT)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(
            **_connection_parameters(), autocommit=True
        ) as line:
            await line.execute(f"LISTEN {CHANNEL}")
            self._circuit.worked()
            self._wait = FIRST_WAIT
            self.is_up.set()
            self.hub.anything_changed()
            while True:
                async with aclosing(line.notifies(timeout=PING_AFTER)) as heard:
                    async for told in heard:
                        self.hear(told.payload)
                async with asyncio.timeout(PING_TIMEOUT):
                    await line.execute("SELECT 1")

    def hear(self, payload: str) -> None:
        """Pass a notification on; ignore those that only a newer release knows."""
        if re.fullmatch(r"[tup]\d+|l|s[0-9a-f]{16}", payload):
            self._means[payload[0]](payload[1:])


def _connection_parameters() -> dict[str, Any]:
    given = connection.get_connection_params() | {"application_name": APPLICATION_NAME}
    return {name: given[name] for name in CONNECTION_PARAMETERS if given.get(name)}


class DatabasePoller:
    """A source that polls whether anything was written, while there are streams."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.is_up = asyncio.Event()
        self.is_up.set()
        self._circuit = CircuitBreaker("count of changes", rest=0)
        self._line: sqlite3.Connection | None = None
        self._seen: int | None = None

    async def work(self) -> None:
        while True:
            await self.hub.somebody()
            if await self._has_changed():
                self.hub.anything_changed()
            await asyncio.sleep(POLL_SECONDS)

    async def _has_changed(self) -> bool:
        """Ask SQLite whether another connection has written; other databases may always have."""
        if connection.vendor != "sqlite":
            return True
        before = self._seen
        try:
            self._seen = await run_in_thread(self._data_version)
        except sqlite3.Error as error:
            self._circuit.failed(error)
            return True
        self._circuit.worked()
        return before != self._seen

    def _data_version(self) -> int:
        if self._line is None:  # the count belongs to this connection
            self._line = sqlite3.connect(
                str(connection.settings_dict["NAME"]), timeout=20, check_same_thread=False
            )
        found: tuple[int] = self._line.execute("PRAGMA data_version").fetchone()
        return found[0]


Source = PostgresListener | DatabasePoller


def make_source(hub: Hub) -> Source:
    return PostgresListener(hub) if connection.vendor == "postgresql" else DatabasePoller(hub)
