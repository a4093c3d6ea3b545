"""Limits on waiting for other services: circuit breakers, the queue for a row, the answer 503."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from http import HTTPStatus

import psycopg
import pytest
from django.core.cache import caches
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from config.jobs import sweeps
from config.serving import error_pages
from config.storage import limits, shared_cache
from config.storage.backends import REDIS_OPTIONS
from config.storage.limits import MAX_WAITING, Busy, CircuitBreaker, limited_wait
from config.storage.shared_cache import RedisOrDatabaseCache
from games.tables.services import unit_of_work
from tests.factories import UserFactory
from tests.real_tables import lobby, signed_in
from tools import machine

HTMX = {"HX-Request": "true"}

# --- circuits ---------------------------------------------------------------------------------


def test_after_a_failure_one_caller_per_rest_period_may_try() -> None:
    circuit = CircuitBreaker("well", rest=900)
    assert all(circuit.may_try() for _ in range(3))
    circuit.failed(OSError())
    assert not circuit.may_try()
    rest(circuit)
    assert [circuit.may_try() for _ in range(3)] == [True, False, False]
    circuit.worked()
    assert all(circuit.may_try() for _ in range(3))


def rest(circuit: CircuitBreaker) -> None:
    """Make the circuit's rest end now."""
    circuit._again_at -= circuit.rest


def test_a_failure_and_its_end_are_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    circuit = CircuitBreaker("well", rest=900)
    circuit.worked()
    for _ in range(3):
        circuit.failed(OSError())
    for _ in range(3):
        circuit.worked()
    assert caplog.messages == ["the well does not answer: OSError", "the well answers again"]


def test_a_silent_broker_is_not_asked_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    circuit = CircuitBreaker("broker", rest=900)
    monkeypatch.setattr(sweeps, "BROKER_BREAKER", circuit)
    circuit.failed(OSError())
    sweeps.wake_worker("tables.move_bots")
    assert not circuit.may_try()  # it would have answered, but was not asked
    rest(circuit)
    sweeps.wake_worker("tables.move_bots")
    assert all(circuit.may_try() for _ in range(2))


# --- the cache --------------------------------------------------------------------------------


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> CircuitBreaker:
    """A circuit without failures of other tests."""
    found = CircuitBreaker("cache in Redis", rest=900)
    monkeypatch.setattr(shared_cache, "REDIS_BREAKER", found)
    return found


def cache_in(url: str) -> RedisOrDatabaseCache:
    return RedisOrDatabaseCache(url, {"KEY_PREFIX": "trial", "OPTIONS": REDIS_OPTIONS})


@pytest.mark.django_db
def test_without_redis_the_database_counts(fresh: CircuitBreaker) -> None:
    cache = cache_in("redis://127.0.0.1:9/0")
    assert cache.add("tries", 0, 60)
    assert not cache.add("tries", 0, 60)
    assert [cache.incr("tries") for _ in range(3)] == [1, 2, 3]
    cache.set("seen", "yes", None)
    assert cache.get_many(["tries", "seen"]) == {"tries": 3, "seen": "yes"}
    assert cache.has_key("seen")
    assert cache.touch("seen", 60)
    assert cache.delete("seen")
    assert cache.get("seen", "gone") == "gone"
    with pytest.raises(ValueError, match="seen"):
        cache.incr("seen")
    assert not fresh.may_try()  # Redis was asked once, and then left alone


@pytest.mark.django_db
def test_redis_is_used_again_when_it_is_back(fresh: CircuitBreaker) -> None:
    if not machine.REDIS.find():
        pytest.skip("Redis is not installed")
    with machine.own_redis() as server:
        cache = cache_in(server.url)
        cache.set("where", "Redis")
        server.kill()
        cache.set("where", "database")
        assert cache.get("where") == "database"
        server.start()
        assert cache.get("where") == "database"  # nobody has tried it yet
        rest(fresh)
        assert cache.get("where") is None  # a Redis that has lost its data
        cache.set("where", "Redis")
        cache.clear()
        assert cache.get("where") is None
        assert caches["in_database"].get("where") is None


# --- the queue for a row ----------------------------------------------------------------------


@pytest.mark.django_db
def test_only_a_few_requests_wait_for_one_table() -> None:
    table, other = lobby(), lobby()
    with ExitStack() as waiting:
        for _ in range(MAX_WAITING):
            waiting.enter_context(limited_wait(f"table {table.code}"))
        with pytest.raises(Busy), unit_of_work.table_for_update(table.code, table.created_at):
            pass
        with unit_of_work.table_for_update(other.code, other.created_at):
            pass
    with unit_of_work.table_for_update(table.code, table.created_at):
        pass
    assert not limits._waiting


# --- the answer -------------------------------------------------------------------------------


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def of_sqlite(name: str) -> Exception:
    cause = sqlite3.OperationalError(name)
    cause.sqlite_errorname = name
    return caused(OperationalError(), cause)


LOCKED = caused(OperationalError(), psycopg.errors.LockNotAvailable())
TROUBLES = [
    (LOCKED, "busy"),
    (caused(OperationalError(), psycopg.errors.DeadlockDetected()), "busy"),
    (caused(OperationalError(), psycopg.errors.QueryCanceled()), "away"),
    (caused(OperationalError(), psycopg.errors.AdminShutdown()), "away"),
    (OperationalError("no connection"), "away"),
    (InterfaceError("the connection is closed"), "away"),
    (Busy(), "busy"),
    (of_sqlite("SQLITE_BUSY"), "busy"),
    (of_sqlite("SQLITE_BUSY_SNAPSHOT"), "busy"),
    (of_sqlite("SQLITE_ERROR"), None),  # no such table: that is a bug of ours
    (ProgrammingError(), None),
    (ValueError(), None),
    (None, None),
]


@pytest.mark.parametrize(("error", "trouble"), TROUBLES)
def test_database_outages_are_recognised(error: Exception | None, trouble: str | None) -> None:
    assert limits.outage_kind(error) == trouble


def answer_to(error: Exception, **headers: str) -> HttpResponse:
    """Return the response to a request that raised this error."""
    request = RequestFactory().post("/t/abc/move/", headers=headers)
    request.id = "abc-123"  # type: ignore[attr-defined]
    try:
        raise error
    except Exception:
        return error_pages.server_error(request)


@pytest.mark.parametrize("error", [LOCKED, OperationalError("away")])
def test_an_outage_page_says_that_it_is_temporary(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    pages = []
    for language in ("en", "nl"):
        with translation.override(language):
            pages.append(answer_to(error))
    for page in pages:
        assert (page.status_code, page["Retry-After"]) == (503, error_pages.RETRY_AFTER)
        assert b"abc-123" in page.content
        assert b"<main" in page.content
    assert pages[0].content != pages[1].content
    assert {record.levelname for record in caplog.records} == {"WARNING"}


def test_htmx_gets_a_sentence_when_the_row_is_locked() -> None:
    answer = answer_to(LOCKED, **HTMX)
    assert (answer.status_code, answer["Undermine-Busy"]) == (503, "yes")
    assert b"<" not in answer.content
    assert answer["Retry-After"] == error_pages.RETRY_AFTER
    lost = answer_to(OperationalError("away"), **HTMX)
    assert (lost.status_code, "Undermine-Busy" in lost) == (503, False)


def test_our_own_errors_stay_500() -> None:
    answer = answer_to(ValueError())
    assert (answer.status_code, "Retry-After" in answer) == (
        HTTPStatus.INTERNAL_SERVER_ERROR,
        False,
    )


@pytest.mark.django_db
def test_a_locked_table_answers_with_a_page_and_changes_nothing() -> None:
    table, guest = lobby(), UserFactory.create()
    browser = signed_in(guest)
    browser.raise_request_exception = False
    with ExitStack() as waiting:
        for _ in range(MAX_WAITING):
            waiting.enter_context(limited_wait(f"table {table.code}"))
        answer = browser.post(f"/t/{table.code}/join/")
    assert (answer.status_code, answer["Retry-After"]) == (503, error_pages.RETRY_AFTER)
    assert table.seats.filter(user=guest).count() == 0
    assert browser.post(f"/t/{table.code}/join/").status_code == 302
    assert table.seats.filter(user=guest).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_locked_sqlite_file_gets_503_too() -> None:
    """Not marked for both: in SQLite, one writer keeps all others waiting."""
    browser = signed_in(UserFactory.create())
    browser.raise_request_exception = False
    table = lobby()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 10")
    writer = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    answer = browser.post(f"/t/{table.code}/join/")
    writer.close()
    assert (answer.status_code, answer["Retry-After"]) == (503, error_pages.RETRY_AFTER)
    assert browser.post(f"/t/{table.code}/join/").status_code == 302
    connection.close()
