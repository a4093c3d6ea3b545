"""The site in its own process on its own database, and the CPU time of that process.

with world("postgres") as here, here.serving() as server:
    tables = here.run("bench.people", "tables", "duel:2")
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.environment import ROOT
from tools import machine
from tools.run_tests import clean, distributed

STATIC = ROOT / "var" / "bench" / "static"
DATABASES = ("sqlite", "postgres")
# Readers stay connected during others' turns, which take longer here than with people.
COMMAND = ("uvicorn", "bench.server.asgi:application", "--log-level", "warning",
           "--timeout-keep-alive", "3600")  # fmt: skip
CPU_CLOCK = 2  # of a process by its pid: see clock_getcpuclockid(3)
NEEDS: dict[str, tuple[machine.Tool, ...]] = {
    "sqlite": (),
    "postgres": (machine.POSTGRES, machine.REDIS),
}


def lacking(database: str) -> str:
    """Return what this machine lacks to measure that, in words; empty if nothing."""
    return " and ".join(tool.name for tool in NEEDS[database] if not tool.find())


@dataclass(slots=True)
class Server:
    """A running web process, and the folder of its PostgreSQL, if it has one."""

    port: int
    pid: int
    postgres: Path | None = None
    asked: int = 0
    """The number of queries so far, from its last response."""

    def cpu(self) -> float:
        """Return the CPU seconds of the process since its start, over all threads."""
        return cpu_of(self.pid)

    def database_cpu(self) -> float:
        """Return the CPU seconds of PostgreSQL's client processes."""
        return sum(cpu_of(pid) for pid in backends(self.postgres)) if self.postgres else 0.0

    def settle(self) -> None:
        """Wait until the process is idle: work after a response is part of its cost."""
        for _ in range(200):
            before = self.cpu()
            if all(state == "S" for state in states(self.pid)) and self.cpu() == before:
                return
            time.sleep(0.001)

    def memory(self) -> int:
        """Return the bytes that only this process uses."""
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        fields = dict(line.split(":", 1) for line in rollup.splitlines()[1:])
        private = ("Private_Clean", "Private_Dirty")
        return sum(int(fields[name].split()[0]) * 1024 for name in private)


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process; 0 if it has ended."""
    try:
        return time.clock_gettime((~pid << 3) | CPU_CLOCK)
    except OSError:
        return 0.0


def states(pid: int) -> list[str]:
    """Return the state of each thread: S if it sleeps, R if it runs or wants to."""
    found = []
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            found.append(stat.read_text().rsplit(")", 1)[1].split()[0])
        except OSError:  # it has ended meanwhile
            continue
    return found


def backends(cluster: Path) -> list[int]:
    """Return the processes of that PostgreSQL that serve a client."""
    master = (cluster / "data" / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return [int(pid) for pid in children if b"[local]" in _command(pid)]


def _command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@dataclass(frozen=True, slots=True)
class World:
    """A database and everything else the site needs."""

    database: str
    environ: dict[str, str]
    postgres: Path | None = None

    def run(self, module: str, *arguments: str) -> Any:
        """Run a module in a process with this world's settings; return what it prints."""
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environ, stdout=subprocess.PIPE, text=True, check=True
        )
        return json.loads(done.stdout)

    @contextmanager
    def serving(self) -> Iterator[Server]:
        """Run one web process, which answers; stop it afterwards."""
        port = machine.free_port()
        command = [sys.executable, "-m", *COMMAND, "--port", str(port)]
        process = subprocess.Popen(command, cwd=ROOT, env=self.environ)
        try:
            machine.wait_for_port(port)
            yield Server(port, process.pid, self.postgres)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def world(database: str, static: Path = STATIC) -> Iterator[World]:
    """Make a migrated, empty world; only its static files are kept."""
    more_files()
    static.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="undermine-bench-"))
        environ, cluster = clean(), None
        if database == "postgres":
            server = stack.enter_context(machine.own_postgres())
            broker = stack.enter_context(machine.own_redis())
            environ, cluster = distributed(server.url, broker.url), server.folder
        here = {
            "VAR_DIR": folder,
            "LOG_LEVEL": "ERROR",
            "EMAIL_URL": f"filemail://{folder}/mail",
            "DJANGO_SETTINGS_MODULE": "bench.server.settings",
        }
        made = World(database, environ | here, cluster)
        made.run("bench.people", "prepare", str(static))
        yield made


def more_files() -> None:
    """Raise the limit of open files to the maximum, for us and our child processes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def load() -> str:
    """Return how busy the machine is, as context for the figures."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
