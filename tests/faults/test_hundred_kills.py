"""A hundred kills of processes and servers of a busy site lose and double nothing.

The site runs as in production, on its own PostgreSQL and Redis. Somebody plays at each table and
resends each move unchanged until it is answered. After each kill the game must continue before the
next kill.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from functools import partial
from pathlib import Path

import psycopg
import pytest
import requests

from config.environment import ROOT
from tests.production_site import Person, Web, World, neighbours
from tests.worker import until
from tools import machine

pytestmark = [
    pytest.mark.stack,
    pytest.mark.soak,
    pytest.mark.xdist_group("hundred kills"),  # starts first: it takes longer than any other test
    pytest.mark.skipif(
        not (machine.POSTGRES.find() and machine.REDIS.find()) and not machine.UNDER_CI,
        reason="without PostgreSQL and Redis",
    ),
]

KILLS = 100
TABLES = 20
THOUGHT = 4  # seconds before a move, so that no game ends too soon
PARTS = {
    "web server": "config.asgi",
    "worker": "worker@",
    "bot worker": "bot@",
    "delivery worker": "delivery@",
    "mail worker": "mail@",
    "beat": " beat ",
}
"""The processes of the stack, by a word of their command."""
ALL = (*PARTS, "Redis", "PostgreSQL")


class Game(threading.Thread):
    """Plays at one table, for both players, until it is asked to stop or the game is over."""

    def __init__(self, site: Web, players: tuple[Person, Person], over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.site, self.players, self.over = site, players, over
        self.answered = 0

    def run(self) -> None:
        while not self.over.wait(THOUGHT):
            for player in self.players:
                self.insist(partial(player.look, self.site))
            on_turn = [player for player in self.players if player.on_turn]
            if not on_turn:
                return
            self.answered += self.insist(partial(self.send, on_turn[0]))

    def send(self, player: Person) -> int:
        return player.move(self.site).status_code

    def insist(self, ask: Callable[[], int]) -> bool:
        """Send again and again, as with a bad connection; return whether it was answered."""
        while not self.over.wait(0.2):
            try:
                if ask() < 500:
                    return True
            except requests.RequestException:
                continue
        return False


@contextmanager
def standing(world: World) -> Iterator[Web]:
    """Start what `make run` starts, with production's settings; restart it whenever it ends."""
    port = machine.free_port()
    log = world.folder / "stack.log"
    with log.open("w") as words:
        stack = subprocess.Popen(
            [sys.executable, "-m", "tools.stack"],
            cwd=ROOT,
            env=world.environ | {"PORT": str(port)},
            stdout=words,
            stderr=words,
        )
        try:
            machine.wait_for_port(port)
            yield Web(f"http://127.0.0.1:{port}", log)
        finally:
            stack.terminate()
            stack.wait()


def processes(world: World, word: str) -> list[int]:
    """Return the processes of this site whose command contains this word."""
    ours = f"VAR_DIR={world.folder}\0".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if word in command and ours in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue  # it has just ended
    return found


def kill(world: World, part: str) -> None:
    """Kill without warning; servers are restarted here, processes by the supervisor."""
    if part == "Redis":
        world.redis.kill()
        world.redis.start()
    elif part == "PostgreSQL":
        world.postgres.stop()
        world.postgres.start()
    else:
        until(lambda: processes(world, PARTS[part]))
        victims = processes(world, PARTS[part])
        if victims:
            os.kill(random.choice(victims), signal.SIGKILL)


def asked(world: World, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(world.postgres.url) as link:
        return link.execute(question).fetchall()


MOVES = """SELECT t.code, count(e.id) FROM tables_table t LEFT JOIN tables_logentry e
           ON t.id = e.table_id AND e.kind = 'move' GROUP BY t.code"""
WAITING = "SELECT id FROM notices_notice WHERE state = 'waiting' AND NOT bundled"
TOLD = """SELECT count(*) FROM notices_notice WHERE kind = 'turn' AND channel = 'mail'
          AND state IN ('sent', 'dropped')"""
NOTICES = "SELECT count(*) FROM notices_notice WHERE kind = 'turn' AND channel = 'mail'"
SENT = "SELECT id FROM notices_notice WHERE channel = 'mail' AND state = 'sent'"
IN_HAND = 2
"""Mails that are being sent at once (MAIL_CONCURRENCY)."""


@pytest.mark.usefixtures("_static_files")
def test_a_hundred_kills_lose_and_double_nothing() -> None:
    killed: Counter[str] = Counter()
    over = threading.Event()
    with neighbours() as world:
        with psycopg.connect(world.postgres.url, autocommit=True) as link:
            # The throwaway server is careless; here a commit must outlive a crash.
            link.execute("ALTER DATABASE postgres SET synchronous_commit = on")
        tables = world.people(TABLES)
        with standing(world) as site:
            games = [Game(site, players, over) for players in tables]
            for game in games:
                game.start()
            while sum(killed.values()) < KILLS:
                part = ALL[sum(killed.values()) % len(ALL)]
                before = sum(game.answered for game in games)
                kill(world, part)
                killed[part] += 1
                until(partial(moved_on, games, before))
            over.set()
            for game in games:
                game.join()
            until(lambda: not asked(world, WAITING))
        counted = {str(code): int(str(number)) for code, number in asked(world, MOVES)}
        for game in games:  # one may have been in progress when everything had to stop
            extra = counted[game.players[0].code] - game.answered
            assert extra in (0, 1)
        world.manage("manage.py", "replay", "--all")  # fails where a table is unsound
        assert asked(world, TOLD) == asked(world, NOTICES)
        assert_mail(world, killed["mail worker"] + killed["PostgreSQL"])
    print(f"{sum(game.answered for game in games)} moves, {dict(killed)}")


def moved_on(games: list[Game], before: int) -> bool:
    """Return whether a move was answered since, or every game is over."""
    return sum(game.answered for game in games) > before or not any(map(Game.is_alive, games))


def assert_mail(world: World, kills: int) -> None:
    """Whatever counts as sent was sent, once. More was sent only of what was in hand at a kill,
    sent and not yet noted: that is sent again, or dropped where it is no longer true."""
    mails = [message_from_bytes(path.read_bytes()) for path in (world.folder / "mail").iterdir()]
    names = [str(mail["Message-ID"]) for mail in mails if "notice." in str(mail["Message-ID"])]
    sent = {int(str(number)) for (number,) in asked(world, SENT)}
    assert sent <= {int(name.split(".")[1]) for name in names}
    assert len(names) - len(sent) <= IN_HAND * kills
