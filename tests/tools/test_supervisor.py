"""Supervised processes: one that ends is restarted, and one that cannot start is given up."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from config.environment import ROOT
from tools.supervisor import FIRST_TRIES, LONGEST_PAUSE, STANDS, Child

SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
FAILS = [sys.executable, "-c", "raise SystemExit(3)"]


def ended(child: Child) -> None:
    assert child.process is not None
    child.process.wait()


def killed(child: Child) -> None:
    assert child.process is not None
    child.process.send_signal(signal.SIGKILL)
    child.process.wait()


def test_a_killed_child_is_restarted(capsys: pytest.CaptureFixture[str]) -> None:
    child = Child("worker", SLEEPS)
    child.look(0)
    killed(child)
    child.look(1)
    assert child.process is None
    assert capsys.readouterr().out == "Undermine: the worker ended (signal 9); again in 1 s.\n"
    child.look(1.5)
    assert child.process is None, "it waits a moment first"
    child.look(2)
    assert child.process is not None
    killed(child)


def test_the_pause_grows_after_short_runs_and_resets_after_a_long_one() -> None:
    child, at, pauses = Child("worker", SLEEPS), 0.0, []
    for lived in (0, 0, 0, 0, 0, 0, 0, STANDS, 0):
        child.look(at)
        child.look(at + lived)
        killed(child)
        child.look(at + lived)
        pauses.append(child.due - at - lived)
        at = child.due
    assert pauses == [1, 2, 4, 8, 16, LONGEST_PAUSE, LONGEST_PAUSE, 1, 2]


def test_a_child_that_cannot_start_is_given_up() -> None:
    child, at = Child("web server", FAILS), 0.0
    for _ in range(FIRST_TRIES):
        assert not child.hopeless
        child.look(at)
        ended(child)
        child.look(at)
        at = child.due
    assert child.hopeless


def test_a_child_that_once_ran_is_never_given_up() -> None:
    child = Child("web server", SLEEPS)
    child.look(0)
    child.look(STANDS)
    killed(child)
    child.look(STANDS)
    child.command, at = FAILS, child.due
    for _ in range(3 * FIRST_TRIES):
        child.look(at)
        ended(child)
        child.look(at)
        at = child.due
    assert not child.hopeless


def test_if_one_child_cannot_start_everything_stops_with_a_sentence() -> None:
    script = (
        "import sys; from tools.supervisor import Child, watch; "
        f"children = [Child('worker', {SLEEPS}), Child('web server', {FAILS})]; "
        "sys.exit(watch(children, lambda: None))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    said = done.stdout.splitlines()
    assert len(said) == FIRST_TRIES
    assert said[-1] == "Undermine: the web server cannot start; its last words are above."
