"""/healthz, /readyz and /sweepz."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config.clock import now
from config.jobs import sweeps
from config.jobs.sweeps import SWEEPS
from games.moderation.permissions import OPERATOR
from tests.factories import UserFactory
from tests.moderation.staff import staff, staff_client

pytestmark = [pytest.mark.django_db, pytest.mark.both]

URGENT = sorted(name for name, sweep in SWEEPS.items() if sweep.is_urgent)


def everything_ran() -> None:
    sweeps.record_heartbeat()
    for name in SWEEPS:
        sweeps.record_run(name)


@pytest.fixture
def client() -> Client:
    """A browser of staff, who see more than ok or down."""
    return staff_client()


def test_healthz_needs_neither_database_nor_cache(
    client: Client, settings: LazySettings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Signed in, with a foreign host name and a broken cache."""
    settings.CACHES = {"default": {"BACKEND": "no.such.Cache"}}
    with django_assert_num_queries(0):
        answer = client.get("/healthz", headers={"host": "10.1.2.3"})
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


def test_a_stranger_learns_only_whether_it_works(caplog: pytest.LogCaptureFixture) -> None:
    cache.clear()
    player = Client()
    player.force_login(UserFactory.create())
    half = Client()
    half.force_login(staff(OPERATOR))  # without the second factor in this session
    for stranger in (Client(), player, half):
        answer = stranger.get("/sweepz")
        assert (answer.status_code, answer.content) == (503, b"down")
    assert "worker" in caplog.text  # the log names the part
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    everything_ran()
    for path in ("/readyz", "/sweepz"):
        answer = Client().get(path)
        assert (answer.status_code, answer.content) == (200, b"ok")


def test_a_web_process_is_ready_without_broker_worker_and_sweeps(client: Client) -> None:
    cache.clear()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok"}


def test_sweepz_is_ok_once_a_worker_and_every_sweep_have_run(client: Client) -> None:
    cache.clear()
    answer = client.get("/sweepz").json()
    assert {part for part, state in answer.items() if state == "down"} == {
        "worker",
        *(f"sweep {name}" for name in URGENT),
    }
    everything_ran()
    answer = client.get("/sweepz")
    assert answer.status_code == 200
    assert set(answer.json().values()) == {"ok"}
    assert {"broker", "worker"} < set(answer.json())


def test_a_silent_worker_is_noticed(client: Client) -> None:
    everything_ran()
    cache.set(sweeps.HEARTBEAT_KEY, now() - sweeps.HEARTBEAT_LATE_AFTER)
    answer = client.get("/sweepz")
    assert (answer.status_code, answer.json()["worker"]) == (503, "down")


@pytest.mark.parametrize("name", URGENT)
def test_a_missing_sweep_is_named(client: Client, name: str) -> None:
    everything_ran()
    age(name, SWEEPS[name].late_after - timedelta(seconds=5))
    assert client.get("/sweepz").status_code == 200
    age(name, SWEEPS[name].late_after + timedelta(seconds=1))
    answer = client.get("/sweepz")
    assert answer.status_code == 503
    assert [part for part, state in answer.json().items() if state == "down"] == [f"sweep {name}"]


def age(name: str, by: timedelta) -> None:
    cache.set(f"sweep:{name}", now() - by, timeout=None)


def test_sweeps_that_are_not_urgent_cause_no_alarm(client: Client) -> None:
    everything_ran()
    for name in set(SWEEPS) - set(URGENT):
        age(name, timedelta(days=30))
    assert client.get("/sweepz").status_code == 200


def test_a_sweep_that_beat_forgot_is_restarted_once_in_a_while() -> None:
    everything_ran()
    assert sweeps.overdue_sweeps() == []
    age("tables.expire_lobbies", timedelta(hours=1))
    cache.delete("sweep:tables.move_bots")
    assert set(sweeps.overdue_sweeps()) == {"tables.expire_lobbies", "tables.move_bots"}
    assert sweeps.overdue_sweeps() == []


@pytest.mark.parametrize("path", ["/readyz", "/sweepz"])
def test_health_checks_cost_the_same_however_many_sweeps_there_are(
    path: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    everything_ran()
    with django_assert_max_num_queries(5):
        Client().get(path)


def test_a_pending_migration_is_noticed(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'accounts'")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "down")


def test_a_broker_out_of_reach_is_noticed(client: Client) -> None:
    from config.celery import app

    known = app.conf.broker_url
    app.conf.broker_url = "redis://127.0.0.1:9/0"
    app.conf.broker_write_url = app.conf.broker_read_url = None
    try:
        answer = client.get("/sweepz")
    finally:
        app.conf.broker_url = known
    assert (answer.status_code, answer.json()["broker"]) == (503, "down")
    assert client.get("/readyz").status_code == 200
