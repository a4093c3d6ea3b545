"""Running a sweep: it counts, continues after errors, stops in time, and is recorded."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from accounts.models import OutgoingMail, User
from config.celery import QUEUES, ROUTES, TIMETABLE, app
from config.clock import now
from config.environment import ROOT
from config.jobs import sweeps
from config.jobs.sweeps import SWEEPS, SweepStep, SweepSteps
from config.observability.logs import JsonLineFormatter
from games.notices.channels import web_push as push
from games.notices.channels.outgoing_requests import TOTAL_SECONDS
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def steps(*found: Callable[[], object]) -> Callable[[datetime], SweepSteps]:
    return lambda at: found


def fails() -> int:
    raise ValueError("the mail to anna@example.org with token=abc")


def test_beat_sends_every_task() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours == set(TIMETABLE) == {*SWEEPS, "config.heartbeat"}
    assert app.conf.beat_schedule == TIMETABLE


def test_the_tasks_of_every_app_are_found() -> None:
    found = {path for app in ("accounts", "games") for path in (ROOT / app).rglob("tasks.py")}
    assert found <= {Path(config.path) / "tasks.py" for config in apps.get_app_configs()}


def test_every_queue_has_a_sweep() -> None:
    assert {sweep.queue for sweep in SWEEPS.values()} == set(QUEUES)


def test_a_message_goes_to_the_queue_of_its_task() -> None:
    app.control.purge()
    for name in TIMETABLE:
        app.send_task(name)
    with app.connection_for_read() as link:
        sizes = {queue: link.default_channel._size(queue) for queue in QUEUES}
    app.control.purge()
    assert sizes == Counter(route["queue"] for route in ROUTES.values())


@pytest.mark.parametrize("name", SWEEPS)
def test_a_busy_sweep_is_neither_killed_nor_late(name: str) -> None:
    app.loader.import_default_modules()
    step = SWEEPS[name].max_step.seconds or push.SECONDS_FOR_ALL + TOTAL_SECONDS
    longest = sweeps.MAX_SECONDS + step
    assert (app.tasks[name].time_limit or app.conf.task_time_limit) > longest
    assert SWEEPS[name].late_after > timedelta(seconds=longest)


def test_a_run_counts_what_its_steps_did() -> None:
    tally = sweeps.run_sweep(
        "tests.counts", steps(lambda: 2, lambda: True, lambda: False, lambda: None)
    )
    assert (tally.done, tally.steps, tally.failed, tally.more) == (3, 4, 0, False)


def test_a_failing_step_does_not_stop_the_others() -> None:
    done: list[int] = []
    tally = sweeps.run_sweep(
        "tests.fails", steps(fails, lambda: done.append(1), fails, lambda: True)
    )
    assert (tally.done, tally.failed, done) == (1, 2, [1])


def test_a_step_that_violates_a_constraint_does_not_stop_the_others() -> None:
    def twin() -> None:
        with transaction.atomic():
            User.objects.create_user(name=str(UserFactory.create().name))

    tally = sweeps.run_sweep("tests.twin", steps(twin, lambda: bool(UserFactory.create())))
    assert (tally.done, tally.failed) == (1, 1)


def test_a_run_is_logged_as_one_line_with_its_counts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="undermine.sweeps"):
        sweeps.run_sweep("tests.line", steps(lambda: 12))
    (line,) = [json.loads(JsonLineFormatter().format(record)) for record in caplog.records]
    assert line["message"].startswith("sweep tests.line: 12 done in 0.")
    assert (line["sweep"], line["done"], line["failed"]) == ("tests.line", 12, 0)
    assert line["seconds"] >= 0


def test_a_failure_is_logged_without_secrets(caplog: pytest.LogCaptureFixture) -> None:
    sweeps.run_sweep("tests.secret", steps(fails))
    text = "".join(JsonLineFormatter().format(record) for record in caplog.records)
    assert "ValueError" in text
    assert "1 failed" in text
    assert "anna@example.org" not in text
    assert "abc" not in text


def test_many_failures_are_counted_and_few_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    tally = sweeps.run_sweep("tests.many", steps(*[fails] * 50))
    assert tally.failed == 50
    assert len(caplog.records) == sweeps.MAX_LOGGED_FAILURES + 1


def test_a_full_run_stops_and_asks_for_another() -> None:
    tally = sweeps.run_sweep("tests.full", steps(*[lambda: True] * (sweeps.MAX_STEPS + 1)))
    assert (tally.done, tally.more) == (sweeps.MAX_STEPS, True)


def test_rows_that_always_fail_do_not_block_the_others() -> None:
    bad = [fails] * (sweeps.MAX_FAILURES - 1)
    tally = sweeps.run_sweep("tests.bad", steps(*bad, lambda: True))
    assert tally.done == 1


def test_if_nothing_succeeds_no_other_run_follows_at_once() -> None:
    tally = sweeps.run_sweep("tests.down", steps(*[fails] * (sweeps.MAX_FAILURES + 1)))
    assert (tally.failed, tally.more) == (sweeps.MAX_FAILURES, False)


def test_a_run_is_recorded_when_it_ends_properly() -> None:
    def dies(at: datetime) -> Iterator[SweepStep]:
        yield lambda: True
        raise IntegrityError

    with pytest.raises(IntegrityError):
        sweeps.run_sweep("tests.dies", dies)
    before = now()
    sweeps.run_sweep("tests.ends", steps(fails))
    seen = sweeps.last_runs(["tests.dies", "tests.ends"])
    assert set(seen) == {"tests.ends"}
    assert before <= seen["tests.ends"] <= now()


# --- ways to find steps ---------------------------------------------------------------------------


def test_each_row_is_a_step_called_with_its_key_and_the_time() -> None:
    users, at, called = UserFactory.create_batch(3), now(), []
    rows = User.objects.filter(pk__in=[user.pk for user in users]).order_by("-pk")
    sweeps.run_sweep(
        "tests.each",
        lambda _: sweeps.step_per_row(rows, lambda pk, at: called.append((pk, at)), at),
    )
    assert called == [(user.pk, at) for user in reversed(users)]


def test_claims_continue_until_nothing_is_found() -> None:
    waiting = [1, 2, 3]
    tally = sweeps.run_sweep("tests.claim", lambda _: sweeps.drain(partial(claim, waiting)))
    assert (tally.done, waiting) == (3, [])


def claim(waiting: list[int], at: datetime) -> bool:
    return bool(waiting) and bool(waiting.pop())


def test_only_three_failing_claims_in_a_row_stop_the_others() -> None:
    waiting = [1, 0, 2, 0, 0, 3, 0, 0, 0, 4]

    def act(at: datetime) -> bool:
        return bool(1 // waiting.pop(0))

    tally = sweeps.run_sweep("tests.claims", lambda _: sweeps.drain(lambda at: act(at) or True))
    assert (tally.failed, waiting) == (6, [4])


def test_work_that_becomes_due_meanwhile_is_done_in_the_same_run() -> None:
    mails = [OutgoingMail.objects.create(recipients="a@b.example", mime="") for _ in range(3)]

    def find(at: datetime) -> object:
        return OutgoingMail.objects.filter(attempts__lt=2, due_at__lte=at)

    def act(pk: int, at: datetime) -> bool:
        mail = OutgoingMail.objects.get(pk=pk)
        mail.attempts += 1
        mail.save()
        return True

    tally = sweeps.run_sweep("tests.again", lambda _: sweeps.repeat(find, act))  # type: ignore[arg-type]
    assert tally.done == 2 * len(mails)


def test_a_step_that_changes_nothing_is_not_repeated_forever() -> None:
    OutgoingMail.objects.create(recipients="a@b.example", mime="", due_at=now() - timedelta(1))
    tally = sweeps.run_sweep(
        "tests.never", lambda _: sweeps.repeat(lambda at: OutgoingMail.objects.all(), lambda *_: 0)
    )
    assert (tally.done, tally.steps) == (0, 1)
