"""Counters for Prometheus: each process counts in files of its own, and /metrics adds them up.

The files are in VAR_DIR/metrics, named after host and process, so /metrics covers all processes of
a machine: web, workers and beat. Counts of ended processes are merged into one file, so that
counters never decrease and the folder doesn't grow.
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
from prometheus_client import Counter as Counter
from prometheus_client import Histogram as Histogram
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER: Path = settings.VAR_DIR / "metrics"
HOST = re.sub(r"[^A-Za-z0-9]", "", socket.gethostname()) or "here"
ENDED_PROCESSES = "gone"


def _process() -> str:
    """Return host and process id: containers may share the folder, and process ids."""
    return f"{HOST}-{os.getpid()}"


def _prepare_folder() -> bool:
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(FOLDER, os.W_OK)


IS_WRITABLE = _prepare_folder()
"""Whether anything is counted; `manage.py doctor` reports it if not."""
if IS_WRITABLE:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(FOLDER)
    values.ValueClass = values.MultiProcessValue(_process)


class ReadMetrics:
    """A collector of metrics that were already read."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.families = list(families)

    def collect(self) -> Iterable[Metric]:
        return self.families


def exposition(more: Iterable[Metric] = ()) -> bytes:
    """Return all counters of this machine, and more metrics, in the format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(ReadMetrics([*_counted(), *more]))
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
    """Lock the folder: two processes that merge the same file would count it twice."""
    with open(FOLDER / "lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _merge_ended() -> None:
    """Merge the files of ended processes of this machine into one."""
    for path in FOLDER.glob(f"*_{HOST}-*.db"):
        kind, _, process = path.stem.rpartition(f"_{HOST}-")
        if process == ENDED_PROCESSES or _is_running(int(process)):
            continue
        if not kind.startswith("gauge"):  # an ended process has no gauges
            _add(path, FOLDER / f"{kind}_{HOST}-{ENDED_PROCESSES}.db")
        path.unlink()


def _is_running(process: int) -> bool:
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
