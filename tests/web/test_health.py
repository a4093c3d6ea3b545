"""/healthz and /readyz."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config import health

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_healthz_asks_nothing_of_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_ready_once_a_worker_has_been_heard(client: Client) -> None:
    cache.delete(health.HEARTBEAT)
    assert client.get("/readyz").json()["worker"] == "down"
    health.beat()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok", "broker": "ok", "worker": "ok"}


def test_a_silent_worker_is_noticed(client: Client) -> None:
    from config.clock import now

    cache.set(health.HEARTBEAT, now() - health.LATE)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["worker"]) == (503, "down")


def test_a_pending_migration_is_noticed(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'accounts'")
    assert client.get("/readyz").json()["migrations"] == "down"


def test_a_broker_out_of_reach_is_noticed(client: Client) -> None:
    from config.celery import app

    known = app.conf.broker_url
    app.conf.broker_url = "redis://127.0.0.1:9/0"
    app.conf.broker_write_url = app.conf.broker_read_url = None
    try:
        answer = client.get("/readyz")
    finally:
        app.conf.broker_url = known
    assert (answer.status_code, answer.json()["broker"]) == (503, "down")
