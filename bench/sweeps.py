"""What a sweep costs on PostgreSQL: it should grow with what is due and not with what exists.

    python -m bench sweeps

Each sweep runs in turns on two sites, with 100 and with 20,000 running tables; then with 500 rows
due and with 50. Every lap is rolled back. It prints ratios of CPU time (worker and PostgreSQL
together) within one run, and the numbers of queries.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.running import World, cpu_of, lacking, load, world
from config.environment import ROOT

if TYPE_CHECKING:  # at run time it needs Django's settings, which only the site's process has
    from bench.seed import SeededSite

FEW, MANY = 167, 33_400
"""Tables; six of ten are running."""
SOME, LITTLE, MUCH = 5, 50, 500
"""Rows that are due."""
LAPS = 5
MEASURED_WITH_MUCH = ("tables.miss_turns", "tables.remind", "tables.expire_lobbies",
                      "notices.mail_notices", "cleanup.tables", "cleanup.notices")  # fmt: skip


class Cost(NamedTuple):
    """The cost of one run: seconds, queries, and the number of rows done."""

    seconds: float
    queries: int
    done: int


# --- the process of a site ----------------------------------------------------------------------


@contextmanager
def undone() -> Iterator[None]:
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def serve(tables: int, whole: int) -> None:
    """Build a site; then run a sweep on it for each line read."""
    import django

    django.setup()
    from bench import seed
    from config.clock import now

    with undone():
        seeded = seed.build(tables, whole, now())
        print(json.dumps([work.task for work in seed.WORK]), flush=True)
        for line in sys.stdin:
            task, due = line.split()
            print(json.dumps(lap(task, int(due), seeded)), flush=True)


def lap(task: str, due: int, seeded: SeededSite) -> Cost:
    from django.db import connection

    from bench import seed

    queries = 0

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*arguments)

    def worked() -> float:
        return process_time() + cpu_of(connection.connection.info.backend_pid)

    job = next(work for work in seed.WORK if work.task == task)
    with undone():
        job.make_due(due, seeded.at)
        with connection.execute_wrapper(count):
            before = worked()
            done = job.run(seeded.at)
            seconds = worked() - before
    return Cost(seconds, queries, done)


# --- the caller ---------------------------------------------------------------------------------


class Worker:
    """A site in its own process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.tasks: list[str] = self._read()

    def run(self, task: str, due: int) -> Cost:
        assert self._process.stdin
        self._process.stdin.write(f"{task} {due}\n")
        self._process.stdin.flush()
        return Cost(*self._read())

    def _read(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


@contextmanager
def seeded_site(here: World, tables: int, whole: int) -> Iterator[Worker]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.sweeps", str(tables), str(whole)],
        cwd=ROOT,
        env=here.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Worker(process)
    finally:
        process.communicate()  # it ends when its input is closed


def report(laps: int, few: Worker, many: Worker) -> None:
    """Return the report; the quickest lap counts, as other work on the machine only adds time."""
    print(f"sweeps: {SOME} due; 100 and 20,000 tables being played; {laps} laps, {load()}")
    for task in many.tasks:
        pairs = [(few.run(task, SOME), many.run(task, SOME)) for _ in range(laps)]
        here, there = (min(side) for side in zip(*pairs, strict=True))
        print(
            f"sweeps.{task}: time × {there.seconds / here.seconds:.2f}, "
            f"queries {here.queries} and {there.queries}",
            flush=True,
        )


def report_work(many: Worker) -> None:
    print(f"sweeps: {MUCH} due, and {LITTLE}, of 20,000 tables being played")
    for task in MEASURED_WITH_MUCH:
        large, idle = many.run(task, MUCH), many.run(task, LITTLE)
        print(
            f"sweeps.{task}: {large.done} done, {large.queries} queries; a tenth of the work: "
            f"time × {idle.seconds / large.seconds:.2f}, "
            f"queries × {idle.queries / large.queries:.2f}",
            flush=True,
        )


def main(arguments: list[str] | None = None) -> None:
    if missing := lacking("postgres"):
        print(f"sweeps: NOT MEASURED, this machine lacks {missing}")
        return
    with ExitStack() as stack:
        worlds = [stack.enter_context(world("postgres")) for _ in range(2)]
        few = stack.enter_context(seeded_site(worlds[0], FEW, 2 * SOME))
        many = stack.enter_context(seeded_site(worlds[1], MANY, MUCH))
        report(LAPS, few, many)
        report_work(many)


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
