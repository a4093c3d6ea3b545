"""The whole site, started as `make run` starts it."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

from config.environment import ROOT
from tests import plugin
from tools import machine


@dataclass(slots=True)
class Site:
    """A running site: where it answers, where its mail lies."""

    port: int
    folder: Path
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urlopen(f"{self.url}{path}", timeout=machine.PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def answers(self, path: str) -> int:
        """The status there; 0 while nobody answers."""
        try:
            return self.get(path)[0]
        except OSError:
            return 0

    def mail(self, subject: str, seconds: float = machine.PATIENCE) -> str:
        """The text of the first mail with this subject, once the worker has delivered it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for file in sorted((self.folder / "mail").glob("*.log")):
                text = file.read_text()
                if re.search(f"^Subject: .*{subject}", text, re.M | re.I):
                    return text
            time.sleep(0.1)
        raise AssertionError(f"no mail about {subject!r} after {seconds} seconds")

    def processes(self) -> list[int]:
        """Every process that descends from the one started, by what /proc says."""
        parents = living()
        family = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in family} - family:
            family |= more
        return sorted(family)

    def interrupt(self) -> int:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(machine.PATIENCE)

    def stop(self) -> None:
        """Whatever it is doing, also while it is still starting."""
        self.process.terminate()
        self.process.wait(machine.PATIENCE)


def living() -> dict[int, int]:
    """Every process of the machine that still runs, with its parent."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[0] not in "ZX":  # dead, and only not yet counted by their parent
            parents[int(stat.parent.name)] = int(fields[1])
    return parents


def environment(folder: Path, port: int) -> dict[str, str]:
    """Of this leg: nothing but folder and port in local mode; production's settings otherwise."""
    ours = ("PYTEST_XDIST_WORKER", "DJANGO_ALLOW_ASYNC_UNSAFE")
    rest = {name: value for name, value in os.environ.items() if name not in ours}
    here = {"VAR_DIR": str(folder), "PORT": str(port), "LOG_LEVEL": "WARNING"}
    if plugin.LEG == "sqlite":
        return rest | here
    return (
        rest
        | here
        | {
            "SITE_URL": f"http://localhost:{port}",
            "EMAIL_URL": f"filemail://{folder / 'mail'}",
            "BROKER_URL": rest["BROKER_URL"].rsplit("/", 1)[0] + f"/{8 + plugin.NUMBER}",
        }
    )


def new_database(server: str) -> str:
    """A fresh database on that PostgreSQL server; `drop_database` takes it away again."""
    import psycopg

    name = f"site_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return re.sub(r"(://[^/]*/)[^?]*", rf"\g<1>{name}", server)


def drop_database(url: str, server: str) -> None:
    """The server may be one that DATABASE_URL names, and not ours to litter."""
    import psycopg

    name = urlsplit(url).path.strip("/")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """Start, wait until it answers, and leave nothing behind."""
    (folder / "mail").mkdir(parents=True, exist_ok=True)
    if not (folder / "static").exists():
        (folder / "static").symlink_to(plugin.STATIC)
    port = machine.free_port()
    environ = environment(folder, port)
    if plugin.LEG == "postgres":
        environ["DATABASE_URL"] = new_database(os.environ["DATABASE_URL"])
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.stack"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    site = Site(port, folder, process)
    try:
        machine.wait_for_port(port)
        yield site
    finally:
        site.stop()
        if plugin.LEG == "postgres":
            drop_database(environ["DATABASE_URL"], os.environ["DATABASE_URL"])
