"""What a sweep costs, on PostgreSQL: it grows with what is due and not with what exists.

Each sweep runs in two houses, one with ten times the tables of the other, with 500 things due and
with 50; everything in a transaction that is rolled back. Printed are ratios of the same work within
one run, and how many queries it took: seconds say more about the machine.

    python -m bench.sweeps              # on a throwaway PostgreSQL, if the machine has one
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # the real ones need Django's settings, which `main` makes first
    from bench.seed import House, Work

FEW, MANY = 20_000, 200_000
LITTLE, MUCH = 50, 500
CHOSEN = ("tables.miss_turns", "tables.remind", "tables.expire_lobbies", "notices.mail_notices",
          "cleanup.tables", "cleanup.notices")  # fmt: skip


class Cost(NamedTuple):
    """Of one run: seconds, queries, and how many things were done."""

    seconds: float
    queries: int
    done: int


@contextmanager
def undone() -> Iterator[None]:
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def costs(tables: int) -> dict[tuple[str, int], Cost]:
    """Every chosen sweep in a house of so many tables, with little and with much to do."""
    from bench import seed
    from config.clock import now

    with undone():
        house = seed.build(tables, MUCH, now())
        work = [work for work in seed.WORK if work.task in CHOSEN]
        return {(job.task, due): cost(job, due, house) for job in work for due in (LITTLE, MUCH)}


def cost(job: Work, due: int, house: House) -> Cost:
    """The quicker of two laps: what else the machine does only adds."""
    return min(lap(job, due, house) for _ in range(2))


def lap(job: Work, due: int, house: House) -> Cost:
    from django.db import connection

    queries = 0

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*arguments)

    with undone():
        job.make_due(due, house.at)
        with connection.execute_wrapper(count):
            began = perf_counter()
            done = job.run(house.at)
            seconds = perf_counter() - began
    return Cost(seconds, queries, done)


def report() -> None:
    """The whole chapter."""
    few, many = costs(FEW), costs(MANY)
    print(f"sweeps: {MUCH} due of {FEW:,} and of {MANY:,} tables; then {LITTLE} due of {MANY:,}")
    for task in CHOSEN:
        small, large, idle = few[task, MUCH], many[task, MUCH], many[task, LITTLE]
        print(
            f"sweeps: {task}: {large.done} done, {large.queries} queries; ten times the tables: "
            f"time × {large.seconds / small.seconds:.2f}, queries × "
            f"{large.queries / small.queries:.2f}; a tenth of the work: time × "
            f"{idle.seconds / large.seconds:.2f}, queries × {idle.queries / large.queries:.2f}"
        )


def main() -> None:
    """Start over in the environment of production, on a PostgreSQL and a Redis of our own."""
    from tools import machine
    from tools.run_tests import distributed

    lacking = [tool.name for tool in (machine.POSTGRES, machine.REDIS) if not tool.find()]
    if lacking:
        print(f"sweeps: NOT MEASURED, this machine lacks {' and '.join(lacking)}")
        return
    with machine.postgres() as database, machine.redis() as broker:
        environ = distributed(database, broker) | {"BENCH": "sweeps", "LOG_LEVEL": "ERROR"}
        subprocess.run([sys.executable, "-m", "bench.sweeps"], env=environ, check=True)


def measure() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    report()


if __name__ == "__main__":
    measure() if os.environ.get("BENCH") == "sweeps" else main()
