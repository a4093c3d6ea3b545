"""A worker of its own for tests: a real process, on the real broker, on the test's database.

The test must commit what it writes (`transaction=True`), or the worker would not see it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from config.environment import ROOT

DATABASE = "TEST_WORKER_DATABASE"


@contextmanager
def working() -> Iterator[subprocess.Popen[bytes]]:
    """Start a worker; afterwards it is gone, whatever became of it."""
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    ours = ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST")
    environ = {key: value for key, value in os.environ.items() if key not in ours}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.worker"],
        cwd=ROOT,
        env=environ | {DATABASE: name, "LOG_LEVEL": "WARNING"},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def until(true: Callable[[], object], seconds: float = 60) -> None:
    """Wait for a worker; no longer than it could need on a busy machine."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "the worker did not do it"
        time.sleep(0.05)


def main() -> None:
    """The worker's side: the project's own Celery, with nothing but the database's name changed."""
    import django
    from django.conf import settings

    from config.celery import app

    settings.DATABASES["default"]["NAME"] = os.environ[DATABASE]
    django.setup()
    app.worker_main(["--quiet", "worker", "--concurrency", "2", "--loglevel", "WARNING"])


if __name__ == "__main__":
    main()
