"""Streams as production serves them: uvicorn's loop in processes that gunicorn starts and ends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from django.db import connection

from config.environment import ROOT
from tests import plugin
from tests.web_process import Reading
from tests.worker import until
from tools import machine
from tools.run_tests import distributed

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]

GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn")


@contextmanager
def gunicorn(folder: Path, *flags: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    port = machine.free_port()
    (folder / "static").symlink_to(plugin.STATIC)
    nowhere = f"redis://127.0.0.1:{machine.free_port()}/0"
    database = f"sqlite:///{connection.settings_dict['NAME']}"
    here = {"VAR_DIR": str(folder), "LOG_LEVEL": "WARNING", "WEB_CONCURRENCY": "1"}
    process = subprocess.Popen(
        [*GUNICORN, "--bind", f"127.0.0.1:{port}", *flags],
        cwd=ROOT,
        env=distributed(database, nowhere) | here,
    )
    try:
        machine.wait_for_port(port)
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait()


def reading(url: str) -> Reading:
    """Return a visitor's open stream that has received the state of the lobby."""
    found = Reading(f"{url}/live/", [("on", "lobby")], {})
    until(lambda: found.keys("lobby"))
    return found


def test_a_process_that_restarts_or_stops_ends_its_streams_first(tmp_path: Path) -> None:
    """After enough responses the streams continue in the next process."""
    few = ("--max-requests", "4", "--max-requests-jitter", "0")
    with gunicorn(tmp_path, "config.asgi:application", *few) as (url, process):
        stream = reading(url)
        for _ in range(4):
            requests.get(f"{url}/healthz", timeout=machine.PATIENCE)
        stream.until("restart")
        until(lambda: not stream.is_open)
        following = reading(url)
        assert following.is_open
        process.terminate()
        assert process.wait(machine.PATIENCE) == 0
        until(lambda: not following.is_open)
    assert following.events[-1][0] == "restart"


def test_under_wsgi_everything_but_streams_works(tmp_path: Path) -> None:
    with gunicorn(tmp_path, "config.wsgi", "--worker-class", "gthread") as (url, _):
        assert requests.get(f"{url}/live/?on=lobby", timeout=machine.PATIENCE).status_code == 404
        assert requests.get(f"{url}/rules/", timeout=machine.PATIENCE).status_code == 200
