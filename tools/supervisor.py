"""Processes that run for as long as we do: one that ends is started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from types import FrameType

GRACE = 10  # seconds between asking a process to stop and killing it
STANDS = 20  # seconds: a process that has lived that long was able to start
LONGEST_PAUSE = 30
FIRST_TRIES = 4


class Child:
    """One process and all that it starts, in a session of its own."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name, self.command = name, command
        self.process: subprocess.Popen[bytes] | None = None
        self.started = self.due = 0.0
        self.has_stood = False
        self.short_lives = 0
        """Starts in a row that did not last."""
        self.gave_up = 0
        """Times it ended by itself, and not because somebody killed it."""

    @property
    def hopeless(self) -> bool:
        """It could not start even once, however often it was tried."""
        return not self.has_stood and self.gave_up >= FIRST_TRIES

    def look(self, at: float) -> None:
        """Start it if it is due, note that it has stood, or bury it if it ended."""
        if self.process is None:
            if at >= self.due:
                self.start(at)
        elif self.process.poll() is not None:
            self.bury(self.process, at)
        elif at - self.started >= STANDS:
            self.has_stood, self.short_lives = True, 0

    def start(self, at: float) -> None:
        self.process = subprocess.Popen(self.command, start_new_session=True)
        self.started = at

    def bury(self, process: subprocess.Popen[bytes], at: float) -> None:
        """Say that it ended, clear away what it started, and set the time of the next try."""
        kill_group(process)
        self.process = None
        self.gave_up += process.returncode >= 0
        pause = min(2**self.short_lives, LONGEST_PAUSE)
        self.short_lives += 1
        self.due = at + pause
        if not self.hopeless:
            say(f"the {self.name} ended ({_how(process.returncode)}); again in {pause} s.")

    def ask_to_stop(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def stop(self, deadline: float) -> None:
        """Wait for it until then, and make sure that nothing of it is left."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        kill_group(self.process)
        self.process.wait()


def watch(children: Sequence[Child], tick: Callable[[], None]) -> int:
    """Keep them running until a signal comes, or until one of them cannot start at all."""
    stopping: list[int] = []

    def ask(number: int, _: FrameType | None) -> None:
        stopping.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask)
    hopeless: list[Child] = []
    while not stopping and not hopeless:
        for child in children:
            child.look(time.monotonic())
        hopeless = [child for child in children if child.hopeless]
        tick()
        time.sleep(0.2)
    stop(children)
    for child in hopeless:
        say(f"the {child.name} cannot start; its last words are above.")
    return 1 if hopeless else 0


def stop(children: Sequence[Child]) -> None:
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + GRACE
    for child in children:
        child.stop(deadline)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def say(sentence: str) -> None:
    print(f"Undermine: {sentence}", flush=True)


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit {code}"
