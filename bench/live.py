"""Many open streams on one web process: the cost of each, the delay of events, and lost events.

    python -m bench live [--database postgres] [--streams 1000] [--moves 40]

The readers run in a separate process (`bench/streams.py`), each with their own session: two players
and many spectators per table. A move is one event for each stream of its table.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.browser import Browser
from bench.running import DATABASES, Server, World, lacking, load, world
from bench.web import Game, spread
from config.environment import ROOT

STREAMS, MOVES, TABLES = 1000, 40, 20
PATIENCE = 60.0  # seconds; an event that takes longer is lost
IDLE = 5.0


class Heard(NamedTuple):
    """An event as received by a reader."""

    reader: int
    at: float
    kind: str
    data: str


@dataclass(slots=True)
class Crowd:
    """The readers: what each of them follows, and all events received."""

    topics: list[str]
    heard: list[Heard] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def listen(self, lines: Iterator[str]) -> None:
        for line in lines:
            with self.changed:
                self.heard.append(Heard(*json.loads(line)))
                self.changed.notify()

    def wait(self, enough: Callable[[], bool]) -> bool:
        """Wait until this is true; return False if it took too long."""
        with self.changed:
            return self.changed.wait_for(enough, PATIENCE)

    def news(self, topic: str, since: float) -> dict[int, Heard]:
        """Return the first event on a topic that each reader received after that moment."""
        found: dict[int, Heard] = {}
        for heard in self.heard:
            ours = heard.kind == "news" and heard.at > since and self.topics[heard.reader] == topic
            if ours and heard.reader not in found:
                found[heard.reader] = heard
        return found

    def refusals(self) -> list[str]:
        return [h.data for h in self.heard if h.kind == "status" and h.data != "200"]

    def up(self) -> bool:
        """Return whether everybody has received the current state or been refused."""
        told = {heard.reader for heard in self.heard if heard.kind == "news"}
        return len(told) + len(self.refusals()) >= len(self.topics)


@contextmanager
def following(server: Server, readers: list[tuple[str, str]]) -> Iterator[Crowd]:
    """Open everybody's stream, and close them afterwards."""
    command = [sys.executable, "-m", "bench.streams", str(server.port)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin
    assert process.stdout
    crowd = Crowd([topic for _, topic in readers])
    ear = threading.Thread(target=crowd.listen, args=[process.stdout])
    ear.start()
    try:
        json.dump(readers, process.stdin)
        process.stdin.close()
        yield crowd
    finally:
        process.kill()
        process.wait()
        ear.join()


@dataclass(slots=True)
class Found:
    """The results."""

    streams: int
    opened: float
    memory: float
    idle: float
    moves: int = 0
    due: int = 0
    """The number of expected events."""
    delays: list[float] = field(default_factory=list)
    """The time from sending a move to each event it caused."""

    def lines(self, database: str) -> Iterator[str]:
        name = f"{database}, {self.streams:,} streams on one process"
        yield f"live: {name}, opened in {self.opened:.1f} s, {load()}"
        yield f"live.memory: {self.memory / 1024:.0f} KiB a stream"
        yield f"live.idle: {1000 * self.idle:.1f} ms of work a second, nothing happening"
        yield (
            f"live.delay: {spread(self.delays)} ms from move to client, p50 / p95 / p99 of "
            f"{len(self.delays):,} events, {self.moves} moves"
        )
        yield f"live.lost: {self.due - len(self.delays)} of {self.due:,} events"


def seats(here: World, server: Server, tables: int) -> list[Game]:
    made = here.run("bench.people", "tables", *["duel:2"] * tables)
    return [
        Game("duel", m["code"], m["pk"], [Browser(server, one) for one in m["sessions"]])
        for m in made
    ]


def measure(here: World, server: Server, streams: int, moves: int) -> Found | str:
    """Return the results, or why nothing could be measured."""
    games = seats(here, server, max(1, min(TABLES, streams // 10)))
    watching = here.run("bench.people", "readers", str(streams - 2 * len(games)))
    readers = [(b.session, f"table:{game.code}") for game in games for b in game.browsers]
    readers += [(one, readers[2 * (n % len(games))][1]) for n, one in enumerate(watching)]
    for game in games:
        game.to_move()
    before, began = server.memory(), time.monotonic()
    with following(server, readers) as crowd:
        if not crowd.wait(crowd.up) or crowd.refusals():
            return f"{len(crowd.refusals())} of {streams} were refused: {crowd.refusals()[:1]}"
        opened = time.monotonic() - began
        memory = (server.memory() - before) / streams
        found = Found(streams, opened, memory, idle(server), moves)
        play(games, crowd, found)
    return found


def idle(server: Server) -> float:
    """Return CPU seconds per second while nobody does anything."""
    before = server.cpu()
    time.sleep(IDLE)
    return (server.cpu() - before) / IDLE


def play(games: list[Game], crowd: Crowd, found: Found) -> None:
    """Play one move after another, each at the next table; wait until all its readers got it."""
    chance = random.Random(2026)
    for number in range(found.moves):
        game = games[number % len(games)]
        turn = game.to_move()
        assert turn, "a table is over before it was played often enough"
        sent = game.move(turn.seat, chance.choice(turn.moves)).began
        topic = f"table:{game.code}"
        due = crowd.topics.count(topic)
        crowd.wait(lambda t=topic, s=sent, d=due: len(crowd.news(t, s)) >= d)  # type: ignore[misc]
        found.due += due
        found.delays += [heard.at - sent for heard in crowd.news(topic, sent).values()]


def report(database: str, streams: int, moves: int) -> None:
    if missing := lacking(database):
        print(f"live: {database} NOT MEASURED, this machine lacks {missing}")
        return
    with world(database) as here, here.serving() as server:
        found = measure(here, server, streams, moves)
    if isinstance(found, str):
        print(f"live: {database} NOT MEASURED, {found}", flush=True)
    else:
        print("\n".join(found.lines(database)), flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench live", description=__doc__)
    parser.add_argument("--database", choices=DATABASES, help="left out: both")
    parser.add_argument("--streams", type=int, default=STREAMS)
    parser.add_argument("--moves", type=int, default=MOVES)
    chosen = parser.parse_args(arguments)
    for database in [chosen.database] if chosen.database else DATABASES:
        report(database, chosen.streams, chosen.moves)


if __name__ == "__main__":
    main()
