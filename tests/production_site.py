"""The site as production runs it, on its own PostgreSQL and Redis, which can be stopped.

with neighbours() as world, world.serving("gunicorn") as site:
    people = world.people()
    world.redis.freeze()
    people[0].move(site)
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import psycopg
import requests

from config.environment import ROOT
from tests import plugin
from tools import machine
from tools.run_tests import distributed
from tools.standing import FIELD

SERVERS = {
    "gunicorn": ("gunicorn", "config.wsgi", "--threads", "8", "--log-level", "warning", "--bind"),
    "uvicorn": ("uvicorn", "config.asgi:application", "--log-level", "warning", "--port"),
}
COUNT = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"


@dataclass(slots=True)
class World:
    """The servers that the site needs, and where its log goes."""

    postgres: machine.Postgres
    redis: machine.Redis
    folder: Path
    environ: dict[str, str]

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environ, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    def people(self, tables: int = 1) -> list[tuple[Person, Person]]:
        """Make this number of new tables of The Duel; return the two players of each."""
        made = json.loads(self.manage("-m", "tests.production_people", str(tables)))
        return [(Person(**one), Person(**other)) for one, other in made]

    @contextmanager
    def serving(self, server: str, **environ: str) -> Iterator[Web]:
        """Run one web process, which answers; stop it afterwards."""
        port = machine.free_port()
        url = f"http://127.0.0.1:{port}"
        where = f"127.0.0.1:{port}" if server == "gunicorn" else str(port)
        log = self.folder / f"{server}-{port}.log"
        with log.open("w") as words:
            process = subprocess.Popen(
                [sys.executable, "-m", *SERVERS[server], where],
                cwd=ROOT,
                env=self.environ | {"WEB_CONCURRENCY": "1", "PGAPPNAME": url} | environ,
                stdout=words,
                stderr=words,
            )
            try:
                machine.wait_for_port(port)
                yield Web(url, log)
            finally:
                process.terminate()
                process.wait()

    @contextmanager
    def working(self) -> Iterator[Path]:
        """Run a worker with two processes, and beat; yield its log."""
        log = self.folder / "worker.log"
        command = ["celery", "-A", "config", "worker", "--beat", "--concurrency", "2"]
        with log.open("w") as words:
            process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=ROOT,
                env=self.environ,
                stdout=words,
                stderr=words,
            )
            try:
                yield log
            finally:
                process.terminate()
                process.wait()

    @contextmanager
    def connections_of(self, site: Web) -> Iterator[list[int]]:
        """Count its connections to PostgreSQL again and again meanwhile."""
        counts: list[int] = []
        over = threading.Event()

        def count() -> None:
            with psycopg.connect(self.postgres.url, autocommit=True) as link:
                while not over.wait(0.02):
                    found = link.execute(COUNT, [site.url]).fetchone()
                    counts.append(found[0] if found else 0)

        with ThreadPoolExecutor(1) as thread:
            counted = thread.submit(count)
            try:
                yield counts
            finally:
                over.set()
        counted.result()

    @contextmanager
    def locked(self, code: str) -> Iterator[None]:
        """Lock the row of this table."""
        with psycopg.connect(self.postgres.url) as link:
            link.execute("SELECT 1 FROM tables_table WHERE code = %s FOR UPDATE", [code])
            yield
            link.rollback()


@dataclass(slots=True, frozen=True)
class Web:
    """A running web process."""

    url: str
    log: Path

    def status(self, path: str, **cookies: str) -> int:
        return requests.get(self.url + path, cookies=cookies, timeout=machine.PATIENCE).status_code


@dataclass(slots=True)
class Person:
    """A player at a table, in a browser without scripts."""

    email: str
    code: str
    session: str
    form: dict[str, str] = field(default_factory=dict)
    browser: requests.Session = field(default_factory=requests.Session)

    def __post_init__(self) -> None:
        self.browser.cookies.set("sessionid", self.session)

    def look(self, site: Web) -> int:
        """Open the table; keep a move to make, if it is their turn."""
        answer = self.browser.get(f"{site.url}/t/{self.code}/", timeout=machine.PATIENCE)
        moves = sorted(set(re.findall(r'name="move"\s+value="([^"]+)"', answer.text)))
        self.form = dict(FIELD.findall(answer.text))
        if moves:
            self.form["move"] = unescape(random.choice(moves))
        return answer.status_code

    @property
    def on_turn(self) -> bool:
        return "move" in self.form

    def move(self, site: Web, headers: Mapping[str, str] | None = None) -> requests.Response:
        """Send the kept move; several threads may do so, like impatient clicks."""
        return requests.post(
            f"{site.url}/t/{self.code}/move/",
            data=self.form,
            cookies=self.browser.cookies,
            headers=headers,
            timeout=machine.PATIENCE,
            allow_redirects=False,
        )


def turn(site: Web, players: tuple[Person, Person]) -> requests.Response:
    """Let the player on turn look and move."""
    for player in players:
        player.look(site)
    return next(player for player in players if player.on_turn).move(site)


def sign_in(site: Web, email: str, password: str) -> int:
    """Sign in with the form; 302 is success, 200 is a wrong password."""
    browser = requests.Session()
    page = browser.get(f"{site.url}/accounts/login/", timeout=machine.PATIENCE)
    form = dict(FIELD.findall(page.text)) | {"login": email, "password": password}
    answer = browser.post(
        f"{site.url}/accounts/login/", form, timeout=machine.PATIENCE, allow_redirects=False
    )
    return answer.status_code


@contextmanager
def neighbours() -> Iterator[World]:
    """PostgreSQL and Redis; `people` fills the database."""
    with (
        machine.own_postgres() as postgres,
        machine.own_redis() as redis,
        tempfile.TemporaryDirectory(prefix="undermine-site-") as name,
    ):
        folder = Path(name)
        (folder / "static").symlink_to(plugin.STATIC)
        here = {"VAR_DIR": name, "LOG_LEVEL": "WARNING", "EMAIL_URL": f"filemail://{name}/mail"}
        world = World(postgres, redis, folder, distributed(postgres.url, redis.url) | here)
        for ours in ("PYTEST_XDIST_WORKER", "DJANGO_ALLOW_ASYNC_UNSAFE"):
            world.environ.pop(ours, None)
        yield world
