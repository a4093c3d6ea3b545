"""`make run`: a newcomer can sign up; it stops what it starts, and names what is in the way."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from config.environment import ROOT
from tests import plugin
from tests.running_site import environment, running
from tests.worker import until
from tools import machine
from tools.running_site import Site, living
from tools.standing import FIELD

pytestmark = [
    pytest.mark.stack,
    pytest.mark.both_in_soak,
    pytest.mark.xdist_group("stack"),  # the site is started once
]

HINTS = 250
NAMES = ["web server", "worker", "bot worker", "delivery worker", "beat"]
if plugin.LEG == "postgres":
    NAMES.append("mail worker")  # mail into a folder is delivered at once


def ready(site: Site) -> None:
    """Wait until every part works."""
    until(lambda: site.answers("/sweepz") == 200)


def children(site: Site) -> list[int]:
    """Return the processes that `make run` itself starts."""
    return [pid for pid, parent in living().items() if parent == site.process.pid]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as started:
        ready(started)
        yield started


def send(browser: requests.Session, url: str, **fields: str) -> requests.Response:
    """Open a page, fill in its form and send it, as a browser without scripts does."""
    page = browser.get(url, timeout=machine.PATIENCE)
    form = dict(FIELD.findall(page.text)) | fields
    return browser.post(url, form, timeout=machine.PATIENCE)


def test_a_newcomer_signs_up_and_is_signed_in_by_the_mailed_link(site: Site) -> None:
    """The mail is a row until the worker, hinted by the web process, has delivered it."""
    browser, email = requests.Session(), "wanda@undermine.example"
    form = {"email": email, "username": "Wanda", "password1": "a-lamp-in-the-dark-9"}
    assert "confirm-email" in send(browser, f"{site.url}/accounts/signup/", **form).url
    found = re.search(r"http://\S+/confirm-email/\S+/", site.mail("confirm"))
    assert found
    if plugin.LEG == "sqlite":
        mails = browser.get(f"{site.url}/dev/mail/", timeout=machine.PATIENCE)
        assert email in mails.text
    assert send(browser, found.group()).status_code == 200
    assert "Wanda" in browser.get(site.url, timeout=machine.PATIENCE).text


def publisher(site: Site) -> subprocess.Popen[bytes]:
    environ = {**os.environ, **environment(site.folder, site.port)}
    command = [sys.executable, "-m", "tests.publisher", str(HINTS)]
    return subprocess.Popen(command, cwd=ROOT, env=environ)


def test_killed_processes_are_restarted_and_nothing_gets_stuck(site: Site) -> None:
    writer = publisher(site) if plugin.LEG == "sqlite" else None
    before = children(site)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert len(before) == len(NAMES)
    until(lambda: len(children(site)) == len(NAMES) and not set(children(site)) & set(before))
    ready(site)
    assert site.get("/healthz") == (200, "ok")
    if writer is not None:
        assert writer.wait(machine.PATIENCE) == 0
        until(lambda: not list((site.folder / "broker" / "waiting").iterdir()))
        assert not list((site.folder / "broker" / "unreadable").iterdir())


def test_ctrl_c_stops_every_process(site: Site) -> None:
    """The last test of this site."""
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
