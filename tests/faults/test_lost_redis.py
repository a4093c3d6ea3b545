"""A real worker survives losing Redis again and again, and its work gets done."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
import redis as client

from config.celery import app
from games.tables.store import LoadedTable
from tests.tables.play import age, kinds, load, new_table
from tests.worker import until, working
from tools import machine

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.stack,
    pytest.mark.skipif(not machine.REDIS.find(), reason="Redis is not installed"),
]


@dataclass
class Redis:
    """A Redis server for this test only, always on the same port."""

    folder: str
    port: int = field(default_factory=machine.free_port)
    server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [machine.REDIS.path(), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no"]
        self.server = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        machine.wait_for_port(self.port)

    def kill(self) -> None:
        if self.server is not None:
            self.server.kill()
            self.server.wait()

    def refuse(self) -> None:
        """Refuse writes for a while, as after a failover, until a worker has noticed."""
        with client.Redis(port=self.port) as line:
            line.execute_command("REPLICAOF", "127.0.0.1", "1")
            until(lambda: refused(line))
            line.execute_command("REPLICAOF", "NO", "ONE")
            line.config_resetstat()


def refused(line: client.Redis) -> bool:
    """Return whether it refused more often than beat alone asks."""
    found = line.info("errorstats").get("errorstat_READONLY", {"count": 0})
    return int(found["count"]) > len(app.conf.beat_schedule)


@pytest.fixture
def redis() -> Iterator[Redis]:
    with tempfile.TemporaryDirectory(prefix="undermine-redis-") as folder:
        redis = Redis(folder)
        redis.start()
        yield redis
        redis.kill()


@pytest.mark.parametrize("losses", [1, pytest.param(15, marks=pytest.mark.soak)])
def test_a_worker_outlives_every_loss_of_redis(redis: Redis, tmp_path: Path, losses: int) -> None:
    """What falls due while Redis is away is done when it is back, by the same process."""
    broker = {"BROKER_URL": f"redis://127.0.0.1:{redis.port}/0"}
    with working(tmp_path / "beat", settings=broker) as worker:
        until(partial(is_excused, worker, age(new_table(3, excused=1), "due_at")))
        for _ in range(losses):
            redis.kill()
            redis.start()  # at once: back before the worker has put its connection away
            loaded = age(new_table(3, excused=1), "due_at")
            until(partial(is_excused, worker, loaded))
            redis.refuse()
            until(partial(is_excused, worker, age(new_table(3, excused=1), "due_at")))


def is_excused(worker: subprocess.Popen[bytes], loaded: LoadedTable) -> bool:
    assert worker.poll() is None, "the worker is gone"
    return kinds(load(loaded.table)) == ["excused"]
