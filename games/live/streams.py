"""One open stream: who reads it, what they were told, and what waits to be sent.

However slow a reader is, no more waits for them than the last event of each of their topics.
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
"""Seconds: proxies close what is silent for a minute."""
HELLO = b"retry: 4000\n\n"
KEEP_ALIVE = b": \n\n"


def format_event(name: str, **facts: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(facts, separators=(',', ':'))}\n\n".encode()


@dataclass(frozen=True, slots=True)
class Reader:
    """Who opened a stream."""

    user: int | None
    """Their number; a visitor has none."""
    session: str
    network: str
    """Empty if it is none that could be counted."""

    @property
    def session_hash(self) -> str:
        """As PostgreSQL tells of a session that was ended: nobody can come in by it."""
        return sha256(self.session.encode()).hexdigest()[:16] if self.session else ""


@dataclass(eq=False, slots=True)
class Stream:
    reader: Reader
    topics: dict[Topic, str]
    """What it is about, each with its name in events."""
    told: dict[Topic, str] = field(default_factory=dict)
    """The last key that was sent, or waits to be."""
    is_over: bool = False
    """What waits is the last to be sent."""
    _waiting: dict[object, tuple[str, bytes]] = field(default_factory=dict)
    _something: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, topic: Topic, key: str | None) -> None:
        """This is what its reader may know of the topic now; None: nothing any more."""
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
        """A last word, and nothing after it."""
        if not self.is_over:
            self._waiting.clear()
            self._send(None, name, **facts)
            self.is_over = True

    def leave(self) -> None:
        """Nobody reads any more."""
        self.is_over = True
        self._waiting.clear()
        self._something.set()

    def _send(self, about: object, name: str, **facts: object) -> None:
        if not self.is_over:
            self._waiting[about] = name, format_event(name, **facts)
            self._something.set()

    @property
    def waits(self) -> bool:
        """Is there something to be sent?"""
        return bool(self._waiting)

    async def next(self) -> bytes:
        """What there is to send, as soon as there is something, or a sign of life."""
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


# What streams do, for operators.

OPEN_STREAMS = Gauge("undermine_streams", "Streams that are open now.", multiprocess_mode="livesum")
SENT_EVENTS = Counter("undermine_stream_events", "Events sent by streams.", ["event"])
