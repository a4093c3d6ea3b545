"""The site as ASGI servers load it; each response has the number of queries so far."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.db.backends.signals import connection_created

from config.asgi import application as site

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

HEADER = b"x-bench-queries"
asked = 0


def count(execute: Any, *arguments: Any) -> Any:
    global asked
    asked += 1
    return execute(*arguments)


def watch(connection: Any, **_: Any) -> None:
    """Count a connection's queries, once however often it is opened."""
    if count not in connection.execute_wrappers:
        connection.execute_wrappers.append(count)


connection_created.connect(watch)


async def application(scope: Any, receive: Any, send: Send) -> None:
    async def telling(message: Message) -> None:
        if message["type"] == "http.response.start":
            told = (HEADER, str(asked).encode())
            message = {**message, "headers": [*message.get("headers", ()), told]}
        await send(message)

    await site(scope, receive, telling if scope["type"] == "http" else send)
