"""/metrics: who may read it, what is counted, and what a request costs."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from prometheus_client.parser import text_string_to_metric_families

from accounts.mail import outbox
from accounts.models import OutgoingMail
from config.celery import app
from config.clock import now
from config.jobs import sweeps
from config.observability import metrics
from games.live.streams import OPEN_STREAMS
from games.notices import delivery
from games.notices.models import Notice
from tests import at_table
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = pytest.mark.django_db

TOKEN = "a token that only Prometheus knows"
SHOWN = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(autouse=True)
def _token(settings: LazySettings) -> None:
    settings.METRICS_TOKEN = TOKEN


def page() -> str:
    answer = Client().get("/metrics", headers=SHOWN)
    assert answer.status_code == 200
    return answer.content.decode()


def figures() -> dict[tuple[str, tuple[str, ...]], float]:
    """Return every sample by its name and label values."""
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(page())
        for sample in family.samples
    }


class Grown:
    """How much figures have grown since this was created."""

    def __init__(self) -> None:
        self.before = figures()

    def __call__(self, name: str, *labels: str) -> float:
        return figures().get((name, labels), 0) - self.before.get((name, labels), 0)


# --- who may look ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shown", ["", TOKEN, f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer", "Bearer é"]
)
def test_without_the_token_the_page_is_not_found(shown: str) -> None:
    assert Client().get("/metrics", headers={"authorization": shown}).status_code == 404


def test_if_no_token_is_set_nobody_may_read_it(settings: LazySettings) -> None:
    settings.METRICS_TOKEN = ""
    for shown in ("Bearer ", "Bearer", ""):
        assert Client().get("/metrics", headers={"authorization": shown}).status_code == 404


# --- what is counted ------------------------------------------------------------------------------


def test_requests_are_counted_by_route_and_status_and_never_by_path() -> None:
    grown = Grown()
    for number in range(5):
        Client().get(f"/no-such-page-{number}/")
    Client().get("/terms/")
    Client().generic("BREW", "/terms/")
    assert grown("undermine_requests_total", "GET", "?", "404") == 5
    assert grown("undermine_requests_total", "GET", "terms", "200") == 1
    assert grown("undermine_requests_total", "?", "terms", "405") == 1
    assert grown("undermine_request_seconds_count", "terms") == 2
    assert "no-such-page" not in page()
    assert "BREW" not in page()


def test_a_move_is_measured() -> None:
    user = UserFactory.create()
    table = running(user, kind="solo")
    grown = Grown()
    at_table.play(signed_in(user), table, "no move at all")
    assert grown("undermine_move_seconds_count") == 1


def test_sweeps_are_counted_with_their_steps_and_failures() -> None:
    grown = Grown()
    sweeps.run_sweep("tests.counted", lambda at: [lambda: 1, lambda: 1 // 0, lambda: 0])
    assert grown("undermine_sweep_seconds_count", "tests.counted") == 1
    assert grown("undermine_sweep_steps_total", "tests.counted") == 2
    assert grown("undermine_sweep_failures_total", "tests.counted") == 1


def test_mail_is_counted_by_outcome(settings: LazySettings) -> None:
    grown = Grown()
    for _ in range(3):
        letter = EmailMessage("Hello", "there", to=["mira@undermine.example"])
        outbox.QueueBackend().send_messages([letter])
    outbox.send_next(now())
    settings.DELIVERY_BACKEND = "no.such.Backend"
    outbox.send_next(now())
    OutgoingMail.objects.filter(attempts=0).update(created_at=now() - timedelta(days=9))
    outbox.send_next(now())
    outcomes = ("sent", "put back", "given up")
    assert [grown("undermine_mail_total", outcome) for outcome in outcomes] == [1, 1, 1]


def test_notices_are_counted_by_channel_and_outcome() -> None:
    grown = Grown()
    user = UserFactory.create()
    delivery.send_test(user, now())
    rows = list(Notice.objects.filter(recipient=user))
    delivery.retry_or_give_up(rows, ValueError("no"), now())
    delivery.mark_ended(rows, Notice.State.SENT, now())
    assert grown("undermine_notices_total", "mail", "put back") == len(rows) == 1
    assert grown("undermine_notices_total", "mail", "sent") == 1


# --- current figures ------------------------------------------------------------------------------


@pytest.mark.both
def test_due_work_is_reported_with_its_age() -> None:
    for minutes in (3, 7, -5):
        OutgoingMail.objects.create(
            recipients="a@b.example", mime="", due_at=now() - timedelta(minutes=minutes)
        )
    found = figures()
    assert found["undermine_due", ("mail",)] == 2
    assert 420 <= found["undermine_oldest_due_seconds", ("mail",)] < 480
    assert found["undermine_oldest_due_seconds", ("notices",)] == 0


@pytest.mark.both
def test_last_runs_and_queues_are_reported() -> None:
    sweeps.record_run("tables.remind")
    running(UserFactory.create(), kind="solo")
    found = figures()
    assert found["undermine_sweep_age_seconds", ("tables.remind",)] < 60
    assert found["undermine_sweep_patience_seconds", ("tables.remind",)] == 240
    assert found["undermine_sweep_age_seconds", ("tables.end_offers",)] == float("inf")
    assert found["undermine_tables_running", ()] == 1
    depths = {name for name, _ in found if name == "undermine_queue_messages"}
    assert depths
    assert [found["undermine_up", (part,)] for part in ("database", "cache", "broker")] == [1] * 3


@pytest.mark.both
def test_a_waiting_message_is_reported() -> None:
    queue = app.conf.task_default_queue
    with app.connection_for_write() as line:
        line.SimpleQueue(queue).clear()
        before = figures()["undermine_queue_messages", (queue,)]
        app.send_task("tests.waits", queue=queue)
        after = figures()["undermine_queue_messages", (queue,)]
        line.SimpleQueue(queue).clear()
    assert (before, after) == (0, 1)


@pytest.mark.both
def test_of_an_unreachable_part_only_its_absence_is_reported() -> None:
    known = app.conf.broker_url
    app.conf.broker_url = "redis://127.0.0.1:9/0"
    app.conf.broker_write_url = app.conf.broker_read_url = None
    try:
        found = figures()
    finally:
        app.conf.broker_url = known
    assert (found["undermine_up", ("broker",)], found["undermine_up", ("database",)]) == (0, 1)
    assert not [name for name, _ in found if name == "undermine_queue_messages"]


@pytest.mark.both
def test_a_request_costs_the_same_however_much_is_due() -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page()
        return len(asked)

    page()
    few = queries()
    late = now() - timedelta(hours=1)
    OutgoingMail.objects.bulk_create(
        [OutgoingMail(recipients="a@b.example", mime="", due_at=late) for _ in range(200)]
    )
    running(UserFactory.create(), UserFactory.create(), UserFactory.create())
    assert queries() == few


# --- processes ------------------------------------------------------------------------------------


def in_another_process() -> int:
    """Fork a process, like gunicorn's and Celery's, that counts and ends; return its pid."""
    if child := os.fork():
        os.waitpid(child, 0)
        return child
    try:
        sweeps._report_run("tests.ended", sweeps.SweepResult(steps=4), 1)
    finally:
        os._exit(0)


def test_counts_of_ended_processes_are_kept_and_their_files_removed() -> None:
    grown = Grown()
    children = [in_another_process() for _ in range(2)]
    assert all(files_of(child) for child in children)
    assert [grown("undermine_sweep_steps_total", "tests.ended") for _ in range(2)] == [8, 8]
    assert grown("undermine_sweep_seconds_count", "tests.ended") == 2
    assert not any(files_of(child) for child in children)


def files_of(process: int) -> list[Path]:
    """Return this process's files; an ended process of an earlier run may have had the same pid."""
    return list(metrics.FOLDER.glob(f"*-{process}.db"))


def test_streams_of_an_ended_process_no_longer_count_as_open() -> None:
    """A gauge is not a counter: what an ended process held ends with it."""
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        try:
            OPEN_STREAMS.inc(5)
        finally:
            os._exit(0)
    left = metrics.FOLDER.glob("gauge_livesum_*.db")
    assert [path for path in left if f"-{child}." in path.name]
    OPEN_STREAMS.inc(2)
    try:
        assert b"undermine_streams 2.0" in metrics.exposition()
    finally:
        OPEN_STREAMS.dec(2)
    assert not list(metrics.FOLDER.glob(f"gauge_*-{child}.db"))
