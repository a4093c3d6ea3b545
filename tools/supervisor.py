"""A supervisor: it keeps processes running, and restarts those that end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from types import FrameType

GRACE = 10  # seconds between asking a process to stop and killing it
STANDS = 20  # seconds after which a process counts as started
LONGEST_PAUSE = 30
FIRST_TRIES = 4


class Child:
    """A process and its descendants, in their own session."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name, self.command = name, command
        self.process: subprocess.Popen[bytes] | None = None
        self.started = self.due = 0.0
        self.has_stood = False
        self.short_lives = 0
        """Failed starts in a row."""
        self.gave_up = 0
        """How often it ended without being killed."""

    @property
    def hopeless(self) -> bool:
        """Return whether it never managed to start."""
        return not self.has_stood and self.gave_up >= FIRST_TRIES

    def look(self, at: float) -> None:
        """Start it if it is due, note that it has started, or clean up if it ended."""
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
        """Report that it ended, kill its descendants, and schedule the next start."""
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
        """Wait for it until then, then kill what is left."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        kill_group(self.process)
        self.process.wait()


def watch(children: Sequence[Child], tick: Callable[[], None]) -> int:
    """Keep processes running until a signal arrives or one of them can't start."""
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
