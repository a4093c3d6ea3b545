"""A worker for tests: a real process, on the real broker and the test's database.

The test must commit what it writes (`transaction=True`), or the worker would not see it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from config.celery import QUEUES
from config.environment import ROOT
from tools import machine
from tools.processes import ALONE

DATABASE = "TEST_WORKER_DATABASE"
BEAT = "TEST_WORKER_BEAT"
HASTE = 2  # seconds


@contextmanager
def working(
    beat: Path | None = None,
    queues: Sequence[str] = QUEUES,
    settings: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a worker, with its own fast beat if that has a file; stop it afterwards.

    It works on these queues; `settings` are its own environment variables.
    """
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    ours = ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST")
    environ = {key: value for key, value in os.environ.items() if key not in ours}
    ours_alone = {DATABASE: name, "LOG_LEVEL": "WARNING", BEAT: str(beat or "")}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.worker", ",".join(queues)],
        cwd=ROOT,
        env={**environ, **ours_alone, **(settings or {})},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def until(true: Callable[[], object], seconds: float = machine.PATIENCE) -> None:
    """Wait for a worker; no longer than it could need on a busy machine."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "the worker did not do it"
        time.sleep(0.05)


def main() -> None:
    """Run in the worker: the project's own Celery, with only the database's name changed."""
    import django
    from django.conf import settings

    from config.celery import app

    settings.DATABASES["default"]["NAME"] = os.environ[DATABASE]
    django.setup()
    arguments = ["--quiet", "worker", "--concurrency", "2", "--loglevel", "WARNING", *ALONE]
    arguments += ["--queues", sys.argv[1]]
    if os.environ[BEAT]:
        for entry in app.conf.beat_schedule.values():
            entry["schedule"] = HASTE  # a test cannot wait for minutes
        arguments += ["--beat", "--schedule", os.environ[BEAT]]
    app.worker_main(arguments)


if __name__ == "__main__":
    main()
