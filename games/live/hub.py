"""All streams of a process: each change is looked up once for all readers.

A source (sources.py) says which topics may have changed. One task looks up what readers may know
now, for all topics and readers together, at most ten times a second, and sends what is new.
It checks sessions the same way: a session that the source reports, and all of them once a minute.
That check covers all topics too, so a change that was never reported is late but not lost.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TypeVar

from django.conf import settings
from django.db import connections

from accounts.sign_in import sessions
from config.clock import now
from config.storage.limits import CircuitBreaker
from games.live import topic_keys
from games.live.streams import OPEN_STREAMS, Reader, Stream
from games.live.topic_keys import LOBBY, RUNNING, Topic

MAX_STREAMS_PER_USER = 6
"""The maximum of streams per player; one more closes the oldest."""
MAX_SHARE_PER_NETWORK = 0.25
"""The share of a process's streams that one network may use."""
PAUSE_SECONDS = 0.1
PAUSE_AFTER_FAILURE = 2
FULL_CHECK_EVERY = 60
RESTART_WITHIN = 5
"""Seconds over which browsers spread their reconnections after a restart."""


class Hub:
    """The streams of a process. Everything except `has_room` runs in the event loop."""

    def __init__(self) -> None:
        self.streams: dict[Stream, None] = {}  # the oldest first
        self.closing = False
        self._readers: defaultdict[Topic, set[Stream]] = defaultdict(set)
        self._networks: Counter[str] = Counter()
        self._lists_with: defaultdict[int, set[Topic]] = defaultdict(set)
        self._seats: dict[int, frozenset[int]] = {}
        self.waiting: set[Topic] = set()
        """Topics that may have changed, to be looked up."""
        self._suspects: set[Stream] = set()
        self._circuit = CircuitBreaker("database, asked for streams,", rest=0)
        self._something = asyncio.Event()
        self._somebody = asyncio.Event()

    def has_room(self, reader: Reader) -> bool:
        """Check whether one more stream fits; any thread may call this."""
        most: int = settings.LIVE_STREAMS
        from_there = self._networks[reader.network] if reader.network else 0
        crowded = from_there >= most * MAX_SHARE_PER_NETWORK
        return len(self.streams) < most and not crowded and not self.closing

    def join(self, stream: Stream) -> None:
        """Add a stream: send it the current state of its topics, and every change from now on."""
        self._make_room(stream.reader.user)
        self.streams[stream] = None
        self._networks[stream.reader.network] += 1
        for topic in stream.topics:
            self._readers[topic].add(stream)
        OPEN_STREAMS.inc()
        self._somebody.set()
        self._suspects.add(stream)  # its reader may have signed out since
        self._ask(stream.topics)
        if self.closing:
            self._send_back(stream)

    def _make_room(self, user: int | None) -> None:
        own = [stream for stream in self.streams if user and stream.reader.user == user]
        for stream in own[: max(0, len(own) - MAX_STREAMS_PER_USER + 1)]:
            stream.end("bye")
            self.leave(stream)

    def leave(self, stream: Stream) -> None:
        if stream not in self.streams:
            return
        del self.streams[stream]
        OPEN_STREAMS.dec()
        self._networks[stream.reader.network] -= 1
        if not self._networks[stream.reader.network]:
            del self._networks[stream.reader.network]
        for topic in stream.topics:
            self._leave_topic(stream, topic)
        self._suspects.discard(stream)
        if not self.streams:
            self._somebody.clear()

    def _leave_topic(self, stream: Stream, topic: Topic) -> None:
        readers = self._readers[topic]
        readers.discard(stream)
        if not readers:
            del self._readers[topic]
            self.waiting.discard(topic)
            if topic.kind == "home":
                self._sits(topic, frozenset())

    def close(self) -> None:
        """Have all browsers reconnect, spread over some seconds, as the server stops."""
        self.closing = True
        for stream in list(self.streams):
            self._send_back(stream)

    def _send_back(self, stream: Stream) -> None:
        stream.end("restart", **{"in": round(random.uniform(0, RESTART_WITHIN), 1)})
        self.leave(stream)

    async def somebody(self) -> None:
        """Wait until there is a stream."""
        await self._somebody.wait()

    def table_changed(self, number: int) -> None:
        self._ask({Topic("table", number), RUNNING, *self._lists_with.get(number, ())})

    def lists_changed(self, user: int) -> None:
        self._ask([Topic("home", user)])

    def lobby_changed(self) -> None:
        self._ask([LOBBY, *(topic for topic in self._readers if topic.kind == "home")])

    def player_changed(self, user: int) -> None:
        self._suspect(stream for stream in self.streams if stream.reader.user == user)

    def session_ended(self, session_hash: str) -> None:
        self._suspect(s for s in self.streams if s.reader.session_hash == session_hash)

    def anything_changed(self) -> None:
        self._suspect(self.streams)
        self._ask(list(self._readers))

    def _ask(self, topics: Collection[Topic]) -> None:
        self.waiting.update(topic for topic in topics if topic in self._readers)
        if self.waiting:
            self._something.set()

    def _suspect(self, streams: Iterable[Stream]) -> None:
        self._suspects.update(stream for stream in streams if stream.reader.user is not None)
        if self._suspects:
            self._something.set()

    async def work(self) -> None:
        """Look up and send changes for as long as the process lives."""
        round_at = monotonic() + FULL_CHECK_EVERY
        while True:
            await self._wait_until(round_at)
            if monotonic() >= round_at:
                round_at = monotonic() + FULL_CHECK_EVERY
                self.anything_changed()
            await self._ask_and_tell()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _wait_until(self, at: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, at - monotonic())):
                await self._something.wait()

    async def _ask_and_tell(self) -> None:
        self._something.clear()
        topics, self.waiting = self.waiting, set()
        suspects, self._suspects = self._suspects, set()
        try:
            await self._check(suspects)
            await self._tell(topics)
        except Exception as error:  # whatever error the database raises: try again, lose nothing
            self._circuit.failed(error)
            self._suspect(suspects & self.streams.keys())
            self._ask(topics)
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        else:
            self._circuit.worked()

    async def _check(self, suspects: Collection[Stream]) -> None:
        """End the streams of readers who are signed out, suspended or deleted."""
        known = {
            stream.reader.session: stream.reader.user
            for stream in suspects
            if stream.reader.user is not None
        }
        still_in = await run_in_thread(sessions.still_signed_in, known, now()) if known else set()
        for stream in suspects:
            if stream.reader.user is not None and stream.reader.session not in still_in:
                stream.end("bye")
                self.leave(stream)

    async def _tell(self, topics: Collection[Topic]) -> None:
        """Look up all these topics at once, and send what is new."""
        asked = [(topic, stream) for topic in topics for stream in self._readers.get(topic, ())]
        questions = {(topic, stream.reader.user) for topic, stream in asked}
        if not questions:
            return
        found = await run_in_thread(topic_keys.current_keys, questions)
        for user, tables in found.seats.items():
            self._sits(Topic("home", user), tables)
        for topic, stream in asked:
            if stream in self.streams:
                key = found.keys.get((topic, stream.reader.user))
                if key is None:
                    self._leave_topic(stream, topic)
                stream.hear(topic, key)

    def _sits(self, home: Topic, tables: frozenset[int]) -> None:
        """Note at which tables the reader of these lists sits."""
        for table in self._seats.pop(home.number, frozenset()) - tables:
            self._lists_with[table].discard(home)
            if not self._lists_with[table]:
                del self._lists_with[table]
        if tables and home in self._readers:
            self._seats[home.number] = tables
            for table in tables:
                self._lists_with[table].add(home)


# --- queries from the event loop, in a few threads that keep no connection ------------------------

Found = TypeVar("Found")

_threads = ThreadPoolExecutor(2, thread_name_prefix="live")


async def run_in_thread(question: Callable[..., Found], *about: object) -> Found:
    """Run a query in a thread; its connection goes back to the pool, or is closed."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, partial(_run_query, question, *about))


def _run_query(question: Callable[..., Found], *about: object) -> Found:
    try:
        return question(*about)
    finally:
        connections.close_all()
