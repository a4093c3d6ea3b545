"""The broker of local mode while many publish and workers are killed: the stack still stands."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.environment import ROOT
from tests.running_site import environment, running
from tests.worker import until
from tools.running_site import Site
from tools.standing import busy

pytestmark = pytest.mark.stack

FIRES = [
    pytest.param(4, 250, 4, 0, id="a-few"),
    pytest.param(20, 2_500, 60, 2, id="50000-hints", marks=pytest.mark.soak),
]
"""In long runs the machine has something else to do, too."""


def publishers(site: Site, count: int, hints: int) -> list[subprocess.Popen[bytes]]:
    environ = {**os.environ, **environment(site.folder, site.port)}
    command = [sys.executable, "-m", "tests.publisher", str(hints)]
    return [subprocess.Popen(command, cwd=ROOT, env=environ) for _ in range(count)]


def kill_one(site: Site, rng: random.Random) -> None:
    """Any process of the site but the one that keeps the others."""
    victims = [pid for pid in site.processes() if pid != site.process.pid]
    if victims:
        try:
            os.kill(rng.choice(victims), signal.SIGKILL)
        except ProcessLookupError:
            pass


@pytest.mark.parametrize(("processes", "hints", "kills", "others"), FIRES)
def test_hints_and_kills_leave_a_stack_that_stands_and_nothing_stuck(
    tmp_path: Path, processes: int, hints: int, kills: int, others: int
) -> None:
    rng = random.Random(processes)
    with busy(others), running(tmp_path) as site:
        until(lambda: site.answers("/sweepz") == 200)
        writers = publishers(site, processes, hints)
        while kills or any(writer.poll() is None for writer in writers):
            if kills:
                kill_one(site, rng)
                kills -= 1
            time.sleep(rng.random())  # kills at random times
        assert [writer.returncode for writer in writers] == [0] * processes
        until(lambda: list((tmp_path / "broker" / "waiting").iterdir()) == [])
        until(lambda: site.answers("/sweepz") == 200)
        assert list((tmp_path / "broker" / "unreadable").iterdir()) == []
        assert site.process.poll() is None
