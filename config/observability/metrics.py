"""Counters for Prometheus: each process counts in files of its own, and one page adds them up.

They lie in VAR_DIR/metrics, named after machine and process, so all processes of one machine are
seen by its /metrics: web, workers and beat. What a process counted that has ended is added to one
file for all that have, so that no counter falls and the folder does not grow.
"""

from __future__ import annotations

import fcntl
import os
import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from prometheus_client import CollectorRegistry, generate_latest, values
from prometheus_client import Counter as Counter  # for rooms that count something of their own
from prometheus_client import Histogram as Histogram
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER: Path = settings.VAR_DIR / "metrics"
HOST = re.sub(r"[^A-Za-z0-9]", "", socket.gethostname()) or "here"
ENDED_PROCESSES = "gone"


def _process() -> str:
    """Two containers may share the folder, and the numbers of their processes."""
    return f"{HOST}-{os.getpid()}"


def _prepare_folder() -> bool:
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(FOLDER, os.W_OK)


IS_WRITABLE = _prepare_folder()
"""Whether it can be written: if not, nothing is counted, and `manage.py doctor` says so."""
if IS_WRITABLE:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(FOLDER)
    values.ValueClass = values.MultiProcessValue(_process)

REQUESTS = Counter(
    "undermine_requests", "Requests, by the name of their route.", ["method", "route", "status"]
)
REQUEST_SECONDS = Histogram(
    "undermine_request_seconds", "How long requests took, by the name of their route.", ["route"]
)
SWEEP_SECONDS = Histogram(
    "undermine_sweep_seconds",
    "How long runs of sweeps took.",
    ["sweep"],
    buckets=(0.01, 0.05, 0.25, 1, 5, 20, 40, 80, 300),
)
SWEEP_STEPS = Counter("undermine_sweep_steps", "Steps that sweeps took.", ["sweep"])
SWEEP_FAILURES = Counter("undermine_sweep_failures", "Steps of sweeps that failed.", ["sweep"])


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    REQUESTS.labels(method, route, status).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)


def count_sweep(name: str, steps: int, failed: int, seconds: float) -> None:
    SWEEP_SECONDS.labels(name).observe(seconds)
    SWEEP_STEPS.labels(name).inc(steps)
    SWEEP_FAILURES.labels(name).inc(failed)


class Found:
    """What was found at one look, as a registry asks for it."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.families = list(families)

    def collect(self) -> Iterable[Metric]:
        return self.families


def exposition(more: Iterable[Metric] = ()) -> bytes:
    """All that this machine has counted, and what else was found, as Prometheus reads it."""
    registry = CollectorRegistry()
    registry.register(Found([*_counted(), *more]))
    return generate_latest(registry)


def _counted() -> list[Metric]:
    if not IS_WRITABLE:
        return []
    with _exclusive():
        _merge_ended()
        files = [str(path) for path in FOLDER.glob("*.db") if path.stat().st_size]
        return list(MultiProcessCollector.merge(files))


@contextmanager
def _exclusive() -> Iterator[None]:
    """One look at a time: two that fold the same file would count it twice."""
    with open(FOLDER / "lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _merge_ended() -> None:
    """Add what ended processes of this machine have counted to one file, and remove theirs."""
    for path in FOLDER.glob(f"*_{HOST}-*.db"):
        kind, _, process = path.stem.rpartition(f"_{HOST}-")
        if process == ENDED_PROCESSES or _lives(int(process)):
            continue
        if not kind.startswith("gauge"):  # of what it held, an ended process holds nothing
            _add(path, FOLDER / f"{kind}_{HOST}-{ENDED_PROCESSES}.db")
        path.unlink()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _add(path: Path, total: Path) -> None:
    sums = MmapedDict(str(total))
    for key, value, _, _ in MmapedDict.read_all_values_from_file(str(path)):
        sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
    sums.close()
