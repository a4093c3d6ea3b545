"""Many tasks on all cores, in order, with a bar that shows how far they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import monotonic
from typing import Final, TextIO, TypeVar

T = TypeVar("T")
R = TypeVar("R")

WIDE: Final = 40
OFTEN: Final = 0.1
"""Seconds between two drawings of a bar."""


def cores() -> int:
    return os.cpu_count() or 1


def in_processes(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """What each task came to, in the order of the tasks, whoever is done first."""
    if min(jobs, len(tasks)) < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        yield from pool.map(work, tasks)


def watched(things: Iterable[T], total: int, stream: TextIO) -> Iterator[T]:
    """The same things, while a terminal shows how many of them there were."""
    if not stream.isatty():
        yield from things
        return
    began = drawn = monotonic()
    for done, thing in enumerate(things, 1):
        yield thing
        if monotonic() - drawn >= OFTEN or done == total:
            drawn = monotonic()
            stream.write(f"\r{bar(done, total, drawn - began)}")
            stream.flush()
    stream.write("\n")


def bar(done: int, total: int, seconds: float) -> str:
    """`[#####     ] 50 of 100, 0:12 to go`."""
    filled = WIDE * done // total
    minutes, rest = divmod(round(seconds * (total - done) / done), 60)
    return f"[{'#' * filled:{WIDE}}] {done} of {total}, {minutes}:{rest:02} to go "
