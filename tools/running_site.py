"""The whole site in its own processes, started as `make run` starts it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.error import HTTPError
from urllib.request import urlopen

from config.environment import ROOT
from tools import machine


@dataclass(slots=True)
class Site:
    """A running site, with its address and mail folder."""

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
        """Return the status; 0 while nothing answers."""
        try:
            return self.get(path)[0]
        except OSError:
            return 0

    def mail(self, subject: str, seconds: float = machine.PATIENCE) -> str:
        """Return the first email with this subject, once the worker has delivered it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for file in sorted((self.folder / "mail").glob("*.log")):
                text = file.read_text()
                if re.search(f"^Subject: .*{subject}", text, re.M | re.I):
                    return text
            time.sleep(0.1)
        raise AssertionError(f"no mail about {subject!r} after {seconds} seconds")

    def processes(self) -> list[int]:
        """Return all descendants of the started process, from /proc."""
        parents = living()
        family = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in family} - family:
            family |= more
        return sorted(family)

    def interrupt(self) -> int:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(machine.PATIENCE)

    def stop(self) -> None:
        """Kill it, even while it is starting."""
        self.process.terminate()
        self.process.wait(machine.PATIENCE)


def living() -> dict[int, int]:
    """Return all running processes of the machine, with their parents."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[0] not in "ZX":  # zombies
            parents[int(stat.parent.name)] = int(fields[1])
    return parents


@contextmanager
def started(
    folder: Path,
    port: int,
    environ: Mapping[str, str],
    stdout: IO[str] | int,
    stderr: IO[str] | int | None = None,
) -> Iterator[Site]:
    """Start it, wait until it answers, and leave no process behind."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.stack"],
        cwd=ROOT,
        env=environ,
        stdout=stdout,
        stderr=stderr,
        text=True,
    )
    site = Site(port, folder, process)
    try:
        machine.wait_for_port(port)
        yield site
    finally:
        site.stop()
