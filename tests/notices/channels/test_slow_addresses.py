"""A slow or silent address is postponed with its notices, and others are not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
import requests
from django.conf import LazySettings
from django.db import connection

from accounts.models import User
from config.environment import new_vapid_key
from games.notices import delivery
from games.notices.channels import outgoing_requests, web_push, webhooks
from games.notices.channels.outgoing_requests import (
    HOST_TIMES,
    Answered,
    HostPostponed,
    SlowEnd,
    Unanswered,
    request_to,
)
from games.notices.models import Notice
from tests.notices.tables import HOUR, MINUTE, NOON, reader, send, state
from tests.sinks import Browser, Request, WebSink

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

NOBODY = "http://127.0.0.1:1/hook"
"""An address where nothing listens."""
HOOK = "https://hook.example/"


def hooked(url: str, count: int = 1) -> list[Notice]:
    """Make a player with this webhook and notices for it."""
    user = reader()
    webhooks.set_webhook(user, url)
    return to_tell(user, count, "webhook")


def to_tell(user: User, count: int, channel: str) -> list[Notice]:
    for _ in range(count):
        delivery.send_test(user, NOON)
    Notice.objects.filter(recipient=user).exclude(channel=channel).delete()
    return list(Notice.objects.filter(recipient=user).order_by("pk"))


def hang_up(request: Request) -> int:
    raise ConnectionAbortedError


def fail(url: str, error: Exception | None = None) -> None:
    with pytest.raises(Exception), request_to(url, NOON):  # noqa: B017, PT011
        raise error or requests.ConnectionError("no")


def is_put_off(url: str) -> bool:
    try:
        with request_to(url, NOON):
            return False
    except HostPostponed:
        return True


@pytest.mark.usefixtures("web")
def test_a_silent_address_is_tried_once_and_other_notices_wait() -> None:
    tried, *held = hooked(NOBODY, 4)
    send()
    assert (state(tried), tried.attempts, tried.due_at) == ("waiting", 1, NOON + MINUTE)
    for notice in held:
        assert state(notice) == "waiting"
        assert (notice.attempts, notice.due_at, notice.last_error) == (0, NOON + MINUTE, "")
        assert notice.leased_until is None


def test_other_addresses_are_notified_meanwhile(web: WebSink) -> None:
    hooked(NOBODY, 3)
    [good] = hooked(web.url("/good"))
    send()
    assert state(good) == "sent"
    assert [request.path for request in web.requests] == ["/good"]


def test_after_its_pause_an_address_gets_all_waiting_notices(web: WebSink) -> None:
    rows = hooked(web.url("/hook"), 4)
    web.answer = hang_up
    send()
    web.answer = lambda request: 204
    send(NOON + MINUTE)
    assert {state(notice) for notice in rows} == {"sent"}
    assert [int(each.headers["undermine-delivery"]) for each in web.requests] == [
        notice.pk for notice in rows
    ]
    assert not SlowEnd.objects.exists()


def test_a_pause_grows_up_to_a_maximum() -> None:
    at, pauses = NOON, []
    for _ in range(6):
        with pytest.raises(Unanswered), request_to(NOBODY, at):
            raise requests.ConnectionError("no")
        until = max(end.until for end in SlowEnd.objects.all())
        pauses.append((until - at) / MINUTE)
        at = until
    assert pauses == [1, 2, 4, 8, 10, 10]


def test_only_one_request_tests_whether_an_address_works_again() -> None:
    fail(NOBODY)
    later = NOON + MINUTE
    with request_to(NOBODY, later):
        with pytest.raises(HostPostponed) as put_off, request_to(NOBODY, later):
            pass
        assert put_off.value.until == later + outgoing_requests.TRIAL_TIME
    with request_to(NOBODY, later):
        assert not SlowEnd.objects.exists()


def test_a_worker_that_dies_during_a_trial_delays_the_next_by_one_request() -> None:
    fail(NOBODY)
    with pytest.raises(KeyboardInterrupt), request_to(NOBODY, NOON + MINUTE):
        raise KeyboardInterrupt
    with request_to(NOBODY, NOON + MINUTE + outgoing_requests.TRIAL_TIME):
        pass
    assert not SlowEnd.objects.exists()


def test_a_host_is_postponed_when_several_of_its_addresses_are_silent() -> None:
    for number in range(HOST_TIMES):
        fail(f"https://hook.example/{number}")
    assert is_put_off("https://hook.example/other")
    assert is_put_off("https://HOOK.example/another")
    assert not is_put_off("https://fine.example/other")


def test_a_host_that_answers_other_addresses_is_not_postponed() -> None:
    for number in range(2 * HOST_TIMES):
        fail(f"https://hook.example/{number}")
        assert not is_put_off("https://hook.example/fine")


@pytest.mark.parametrize("status", [302, 404, 429, 500])
def test_an_answer_in_time_is_not_slow(status: int) -> None:
    fail(NOBODY, Answered(status))
    assert not SlowEnd.objects.exists()


def test_a_slow_answer_counts_and_is_followed_by_a_rest(
    web: WebSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_requests, "SLOW_AFTER", 0.0)
    first, second = hooked(web.url("/hook"), 2)
    send()
    assert (state(first), state(second)) == ("sent", "waiting")
    assert second.attempts == 0
    assert second.due_at > NOON
    assert len(web.requests) == 1


def test_a_new_address_is_not_postponed_for_the_old_one(web: WebSink) -> None:
    [notice] = hooked(NOBODY)
    send()
    webhooks.set_webhook(notice.recipient, web.url("/new"))
    send(notice.due_at + MINUTE)
    assert state(notice) == "sent"


def test_a_postponed_browser_does_not_hold_up_others(web: WebSink, settings: LazySettings) -> None:
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    user = reader()
    browsers = [Browser(web, name) for name in ("silent", "fine")]
    for each in browsers:
        web_push.subscribe(user, each.endpoint, each.p256dh, each.auth)
    fail(browsers[0].endpoint)
    [notice] = to_tell(user, 1, "push")
    send()
    assert state(notice) == "waiting"
    assert (notice.attempts, notice.due_at, len(notice.reached)) == (0, NOON + MINUTE, 1)
    send(NOON + MINUTE)
    assert state(notice) == "sent"
    assert [len(each.shown()) for each in browsers] == [1, 1]


def test_no_row_contains_the_address() -> None:
    fail("https://hook.example/hidden-key")
    assert not SlowEnd.objects.filter(name__contains="hook").exists()
    assert not SlowEnd.objects.filter(name__contains="hidden").exists()


def test_an_address_no_longer_used_is_forgotten() -> None:
    fail("https://gone.example/")
    SlowEnd.objects.update(until=NOON - outgoing_requests.FORGOTTEN_AFTER - timedelta(seconds=1))
    fail("https://hook.example/")
    assert SlowEnd.objects.count() == 2  # the new address and its host


# --- one thing at a time for an account ---------------------------------------------------------


def test_each_account_gets_one_request_at_a_time() -> None:
    first, second = hooked(HOOK, 2)
    [other] = hooked(HOOK)
    taken = [delivery.claim_next(NOON, delivery.REQUEST_CHANNELS) for _ in range(3)]
    assert [[row.pk for row in rows] for rows in taken if rows] == [[first.pk], [other.pk]]
    assert taken[-1] is None
    delivery.mark_ended([first], Notice.State.SENT, NOON)
    [row] = delivery.claim_next(NOON, delivery.REQUEST_CHANNELS) or []
    assert row.pk == second.pk


def test_push_and_webhook_of_an_account_are_sent_one_after_the_other(web: WebSink) -> None:
    user, browser = reader(), Browser(web, "desk")
    webhooks.set_webhook(user, HOOK)
    web_push.subscribe(user, browser.endpoint, browser.p256dh, browser.auth)
    delivery.send_test(user, NOON)
    assert len(delivery.claim_next(NOON, delivery.REQUEST_CHANNELS) or []) == 1
    assert delivery.claim_next(NOON, delivery.REQUEST_CHANNELS) is None
    assert [row.channel for row in delivery.claim_next(NOON) or []] == ["mail"]


def test_a_dead_worker_does_not_delay_an_account_for_its_whole_lease() -> None:
    first, second = hooked(HOOK, 2)
    delivery.claim_next(NOON, delivery.REQUEST_CHANNELS)
    [row] = delivery.claim_next(NOON + delivery.LONGEST_REQUEST, delivery.REQUEST_CHANNELS) or []
    assert row.pk == second.pk
    assert state(first) == "waiting"


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_at_once_get_one_notice_of_an_account() -> None:
    hooked(HOOK, 6)
    start = Barrier(4)

    def work(_: int) -> int:
        try:
            start.wait()
            return len(delivery.claim_next(NOON, delivery.REQUEST_CHANNELS) or [])
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) == 1


def test_mail_is_claimed_separately_from_requests() -> None:
    user = reader()
    webhooks.set_webhook(user, HOOK)
    delivery.send_test(user, NOON)
    found = [
        delivery.claim_next(NOON + HOUR, ways) or []
        for ways in (delivery.MAIL_CHANNELS, delivery.REQUEST_CHANNELS)
    ]
    assert [[row.channel for row in rows] for rows in found] == [["mail"], ["webhook"]]
