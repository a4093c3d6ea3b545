"""/live/ under an ASGI server: Django authorises the request, then the response outlives it.

Middleware and a view (views.py) check the request like any other. The view puts what it allows on
a ticket. Then thread, request and database connection are released, and the stream lasts as long as
the browser reads it.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from games.live import sources
from games.live.hub import Hub
from games.live.streams import HELLO, Reader, Stream
from games.live.topic_keys import Topic

ADDRESS = "/live/"
TICKET = "undermine.live"
"""The key of the ticket in a request's scope."""
SOURCE_TIMEOUT = 5
"""Seconds until a stream must have started."""
SEND_TIMEOUT = 60
"""Seconds after which a reader who accepts no data is dropped."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


@dataclass(slots=True)
class StreamTicket:
    """The view's permission for a stream: a reader and their topics."""

    hub: Hub
    reader: Reader | None = None
    topics: dict[Topic, str] = field(default_factory=dict)


class StreamMiddleware:
    """An application that serves streams; the site answers the rest, and authorises streams."""

    def __init__(self, site: Application) -> None:
        self.site = site
        self.hub: Hub | None = None
        self.source: sources.Source | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != ADDRESS:
            await self.site(scope, receive, send)
            return
        hub, source = self._begin()
        ticket, answer = StreamTicket(hub), _StoredResponse()
        await self.site({**scope, TICKET: ticket}, receive, answer.keep)
        if ticket.reader is None or not answer.messages:
            await answer.send_on(send)
        elif not await _wait_until_ready(source):
            await answer.refuse(send)
        else:
            await _stream(hub, Stream(ticket.reader, ticket.topics), answer, receive, send)

    def stop(self) -> None:
        """End all streams, since the server stops: browsers reconnect elsewhere."""
        if self.hub is not None:
            self.hub.close()

    def _begin(self) -> tuple[Hub, sources.Source]:
        """Start the hub with the first stream: it belongs to the event loop that serves it."""
        if self.hub is None or self.source is None:
            self.hub = Hub()
            self.source = sources.make_source(self.hub)
            self._tasks = [
                asyncio.create_task(self.hub.work()),
                asyncio.create_task(self.source.work()),
            ]
            _on_stop(self.stop)
        return self.hub, self.source


async def _wait_until_ready(source: sources.Source) -> bool:
    try:
        async with asyncio.timeout(SOURCE_TIMEOUT):
            return await source.is_up.wait()
    except TimeoutError:
        return False


async def _stream(
    hub: Hub, stream: Stream, answer: _StoredResponse, receive: Receive, send: Send
) -> None:
    left = asyncio.create_task(_wait_for_disconnect(stream, receive))
    hub.join(stream)
    try:
        await answer.begin(send)
        await _send_events(stream, send)
        await send({"type": "http.response.body", "body": b""})
    except TimeoutError:
        pass  # they accept no data: the server drops the connection
    finally:
        left.cancel()
        hub.leave(stream)


async def _send_events(stream: Stream, send: Send) -> None:
    said = HELLO
    while said:
        async with asyncio.timeout(SEND_TIMEOUT):
            await send({"type": "http.response.body", "body": said, "more_body": True})
        said = b"" if stream.is_over and not stream.waits else await stream.next()


async def _wait_for_disconnect(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.leave()


class _StoredResponse:
    """The site's response, held back until it is known whether a stream follows."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    async def keep(self, message: Message) -> None:
        self.messages.append(message)

    async def send_on(self, send: Send) -> None:
        for message in self.messages:
            await send(message)

    async def begin(self, send: Send) -> None:
        """Send the response's head, without a length."""
        await send(self._head(200, b"content-length"))

    async def refuse(self, send: Send) -> None:
        """Refuse a stream, as changes can't be reported now."""
        await send(self._head(503, b"content-type"))
        await send({"type": "http.response.body", "body": b""})

    def _head(self, status: int, without: bytes) -> Message:
        headers = [(name, value) for name, value in self.messages[0]["headers"]
                   if name.lower() != without]  # fmt: skip
        return {**self.messages[0], "status": status, "headers": headers}


def _on_stop(stop: Callable[[], None]) -> None:
    """Handle the signal first: the server waits for open responses before it tells the site."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def hear(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(stop)
            if callable(before):
                before(number, frame)

        signal.signal(number, hear)
