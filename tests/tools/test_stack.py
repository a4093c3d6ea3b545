"""`make run`: what it starts, it stops; what is in its way, it names."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ROOT
from tests import plugin
from tests.running_site import environment, running
from tests.worker import until
from tools.running_site import Site, living

pytestmark = [pytest.mark.stack, pytest.mark.both_in_soak]

NAMES = ["web server", "worker", "bot worker", "delivery worker", "beat"]
if plugin.LEG == "postgres":
    NAMES.append("mail worker")  # where mail goes into a folder, nobody waits for it


def ready(site: Site) -> None:
    """Wait until every part works."""
    until(lambda: site.answers("/sweepz") == 200)


def children(site: Site) -> list[int]:
    """Those that `make run` itself starts."""
    return [pid for pid, parent in living().items() if parent == site.process.pid]


def test_what_was_killed_comes_back_and_ctrl_c_stops_every_process(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ready(site)
        assert site.get("/healthz") == (200, "ok")
        before = children(site)
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        assert len(before) == len(NAMES)
        until(lambda: len(children(site)) == len(NAMES) and not set(children(site)) & set(before))
        ready(site)
        family = site.processes()
        assert len(family) >= 6  # ours, the server and its worker, beat, Celery and its processes
        assert site.interrupt() == 0
        assert site.process.stdout is not None
        said = site.process.stdout.read()
    assert set(family) & set(living()) == set()
    assert all(said.count(f"the {name} ended (signal 9)") == 1 for name in NAMES)
    assert said.count("Ctrl-C") == 1


def test_a_port_in_use_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "tools.stack"],
            cwd=ROOT,
            env={**os.environ, **environment(tmp_path, port)},
            capture_output=True,
            text=True,
        )
    assert done.returncode != 0
    assert done.stderr.strip().splitlines() == [
        f"Undermine: port {port} is in use. Say for instance: PORT={port + 1} make run"
    ]
