"""`make run`: what it starts, it stops; what is in its way, it names."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.environment import ROOT
from tests.site import environment, living, running

pytestmark = [pytest.mark.stack, pytest.mark.both]


def test_the_site_becomes_ready_and_ctrl_c_stops_every_process(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        deadline = time.monotonic() + 90
        while (answer := site.get("/readyz"))[0] != 200 and time.monotonic() < deadline:
            time.sleep(0.5)
        assert set(json.loads(answer[1]).values()) == {"ok"}
        assert site.get("/healthz") == (200, "ok")
        family = site.processes()
        assert len(family) >= 5  # ours, the server and its worker, Celery and its processes
        assert site.interrupt() == 0
        assert site.process.stdout is not None
        assert site.process.stdout.read().count("Ctrl-C") == 1
    assert set(family) & set(living()) == set()


def test_a_port_in_use_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "config.stack"],
            cwd=ROOT,
            env={**os.environ, **environment(tmp_path, port)},
            capture_output=True,
            text=True,
        )
    assert done.returncode != 0
    assert done.stderr.strip().splitlines() == [
        f"Undermine: port {port} is in use. Say for instance: PORT={port + 1} make run"
    ]
