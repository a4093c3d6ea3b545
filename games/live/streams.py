"""An open stream: its reader, what was sent to them, and what is waiting to be sent.

However slow a reader is, at most one event per topic is waiting for them: the last.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from hashlib import sha256

from prometheus_client import Gauge

from config.observability.metrics import Counter
from games.live.topic_keys import Topic

HEARTBEAT = 25
"""Seconds between heartbeats: proxies close connections that are silent for a minute."""
HELLO = b"retry: 4000\n\n"
KEEP_ALIVE = b": \n\n"

OPEN_STREAMS = Gauge("undermine_streams", "Streams that are open now.", multiprocess_mode="livesum")
SENT_EVENTS = Counter("undermine_stream_events", "Events sent by streams.", ["event"])


def format_event(name: str, **facts: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(facts, separators=(',', ':'))}\n\n".encode()


@dataclass(frozen=True, slots=True)
class Reader:
    """The user and session that opened a stream."""

    user: int | None
    """The user's key; None for a visitor."""
    session: str
    network: str
    """The reader's network; empty if unknown."""

    @property
    def session_hash(self) -> str:
        """The hash by which PostgreSQL reports an ended session, without revealing its key."""
        return sha256(self.session.encode()).hexdigest()[:16] if self.session else ""


@dataclass(eq=False, slots=True)
class Stream:
    reader: Reader
    topics: dict[Topic, str]
    """The stream's topics, each with its name in events."""
    told: dict[Topic, str] = field(default_factory=dict)
    """The last key that was sent or is waiting."""
    is_over: bool = False
    """Whether nothing follows the waiting events."""
    _waiting: dict[object, tuple[str, bytes]] = field(default_factory=dict)
    _something: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, topic: Topic, key: str | None) -> None:
        """Queue what the reader may know of a topic now; None if they lost access."""
        before = self.told.pop(topic, None)
        if key is not None:
            self.told[topic] = key
            if key != before:
                self._send(topic, "news", on=self.topics[topic], key=key)
            return
        name = self.topics.pop(topic)
        if before is not None:
            self._send(topic, "end", on=name)

    def end(self, name: str, **facts: object) -> None:
        """Send a last event and nothing after it."""
        if not self.is_over:
            self._waiting.clear()
            self._send(None, name, **facts)
            self.is_over = True

    def leave(self) -> None:
        """Stop, as the reader is gone."""
        self.is_over = True
        self._waiting.clear()
        self._something.set()

    def _send(self, about: object, name: str, **facts: object) -> None:
        if not self.is_over:
            self._waiting[about] = name, format_event(name, **facts)
            self._something.set()

    @property
    def waits(self) -> bool:
        """Whether something is waiting to be sent."""
        return bool(self._waiting)

    async def next(self) -> bytes:
        """Wait for something to send, or for the next heartbeat."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._something.wait()
        except TimeoutError:
            return KEEP_ALIVE
        self._something.clear()
        waiting, self._waiting = list(self._waiting.values()), {}
        for name, _ in waiting:
            SENT_EVENTS.labels(name).inc()
        return b"".join(said for _, said in waiting)
