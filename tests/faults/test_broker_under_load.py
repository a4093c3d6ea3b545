"""The broker of local mode with many publishers and killed workers: the site keeps running."""

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

# tests/tools/test_stack.py has a few hints and kills, too.
pytestmark = [pytest.mark.stack, pytest.mark.soak]

PUBLISHERS, HINTS, KILLS = 20, 2_500, 60
OTHERS = 2
"""Other processes keep the machine busy."""


def publishers(site: Site, count: int, hints: int) -> list[subprocess.Popen[bytes]]:
    environ = {**os.environ, **environment(site.folder, site.port)}
    command = [sys.executable, "-m", "tests.publisher", str(hints)]
    return [subprocess.Popen(command, cwd=ROOT, env=environ) for _ in range(count)]


def kill_one(site: Site, rng: random.Random) -> None:
    """Kill any process of the site except the supervisor."""
    victims = [pid for pid in site.processes() if pid != site.process.pid]
    if victims:
        try:
            os.kill(rng.choice(victims), signal.SIGKILL)
        except ProcessLookupError:
            pass


def test_hints_and_kills_leave_the_site_running_and_nothing_stuck(tmp_path: Path) -> None:
    rng, kills = random.Random(PUBLISHERS), KILLS
    with busy(OTHERS), running(tmp_path) as site:
        until(lambda: site.answers("/sweepz") == 200)
        writers = publishers(site, PUBLISHERS, HINTS)
        while kills or any(writer.poll() is None for writer in writers):
            if kills:
                kill_one(site, rng)
                kills -= 1
            time.sleep(rng.random())  # kills at random times
        assert [writer.returncode for writer in writers] == [0] * PUBLISHERS
        until(lambda: list((tmp_path / "broker" / "waiting").iterdir()) == [])
        until(lambda: site.answers("/sweepz") == 200)
        assert list((tmp_path / "broker" / "unreadable").iterdir()) == []
        assert site.process.poll() is None
