"""The tools that tests need beyond Python, and throwaway servers."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

PATIENCE = 900.0
"""Seconds that a test waits for a fact before it fails: far more than a busy machine needs."""
UNDER_CI = os.environ.get("CI", "").lower() in ("1", "true")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that tests need and a machine may lack."""

    name: str
    package: str
    binaries: tuple[str, ...]
    folders: tuple[str, ...] = ()

    def find(self) -> str | None:
        """Return its binary, on PATH or in Debian's folder."""
        for binary in self.binaries:
            if found := shutil.which(binary):
                return found
            for folder in self.folders:
                if paths := sorted(Path("/").glob(f"{folder.lstrip('/')}/{binary}")):
                    return str(paths[-1])
        return None

    def path(self) -> str:
        """Return its path; fails if it is not installed."""
        if found := self.find():
            return found
        raise AssertionError(f"{self.name} is not installed")


CHROMIUM = Tool("chromium", "chromium", ("chromium", "chromium-browser", "google-chrome"))
# The same browser without a window costs a test half the work, but has no notifications.
SHELL = Tool("chromium's shell", "chromium-headless-shell", ("chromium-headless-shell",))
POSTGRES = Tool("PostgreSQL", "postgresql", ("initdb",), ("/usr/lib/postgresql/*/bin",))
REDIS = Tool("Redis", "redis-server", ("redis-server",))
GETTEXT = Tool("gettext", "gettext", ("xgettext",))
SYSTEMD = Tool("systemd", "systemd", ("systemd-analyze",))
TOOLS = (CHROMIUM, POSTGRES, REDIS, GETTEXT, SYSTEMD)
FASTER = (SHELL,)
"""Disabled features that tests don't need."""


def missing() -> list[Tool]:
    """Return missing tools; under CI they are installed first."""
    lacking = [tool for tool in (*TOOLS, *FASTER) if not tool.find()]
    if lacking and UNDER_CI:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
        command = ["apt-get", "install", "-y", "-qq", *(tool.package for tool in lacking)]
        subprocess.run(command, check=True, env=quiet, stdout=subprocess.DEVNULL)
    return [tool for tool in TOOLS if not tool.find()]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server: that of DATABASE_URL, or a throwaway one."""
    named = os.environ.get("DATABASE_URL", "")
    if urlsplit(named).scheme.startswith("postgres"):
        yield named
        return
    with own_postgres() as server:
        yield server.url


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A throwaway PostgreSQL that a test may stop and start."""
    with tempfile.TemporaryDirectory(prefix="undermine-pg-") as folder:
        server = Postgres(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()


class Postgres:
    """Create a cluster on a unix socket; as user nobody if we are root, which initdb refuses."""

    def __init__(self, folder: Path) -> None:
        as_nobody: list[str] = []
        if os.geteuid() == 0:
            as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            shutil.chown(folder, "nobody", "nogroup")
        self.folder, data = folder, str(folder / "data")
        binaries = Path(POSTGRES.path()).parent
        initdb = [*as_nobody, str(binaries / "initdb"), "-D", data, "-U", "postgres", "-A", "trust"]
        _quietly([*initdb, "-N", "-E", "UTF8", "--locale=C.UTF-8"]).check_returncode()
        self._ctl = [*as_nobody, str(binaries / "pg_ctl"), "-D", data, "-w"]

    @property
    def url(self) -> str:
        return f"postgres://postgres@/postgres?host={self.folder}"

    def start(self) -> None:
        careless = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"  # throwaway
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200 {careless}"
        log = ["-l", str(self.folder / "log")]
        _quietly([*self._ctl, *log, "-o", options, "start"]).check_returncode()

    def stop(self) -> None:
        """Stop it immediately, like a crash."""
        _quietly([*self._ctl, "-m", "immediate", "stop"])


def _quietly(command: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run it from the root folder: user nobody may not have access to ours."""
    return subprocess.run(command, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def redis() -> Iterator[str]:
    """Yield the URL of a Redis server: that of BROKER_URL, or a throwaway one."""
    named = os.environ.get("BROKER_URL", "")
    if urlsplit(named).scheme.startswith("redis"):
        yield named
        return
    with own_redis() as server:
        yield server.url


@contextmanager
def own_redis() -> Iterator[Redis]:
    """A throwaway Redis that a test may stop, kill and start."""
    with tempfile.TemporaryDirectory(prefix="undermine-redis-") as folder:
        server = Redis(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.kill()


class Redis:
    """Start a server that stores nothing on disk."""

    process: subprocess.Popen[bytes]

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [REDIS.path(), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        wait_for_port(self.port)

    def freeze(self) -> None:
        """Stop it so that it accepts connections but doesn't answer."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def wait_for_port(port: int, seconds: float = PATIENCE) -> None:
    """Wait until something answers there; fail with a sentence otherwise."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers on port {port} after {seconds} seconds")
