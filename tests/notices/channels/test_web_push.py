"""Web push over the real protocol: encrypted for one browser, signed by us, sent once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.sign_in import sessions
from config import environment
from games.notices import delivery
from games.notices.channels import web_push
from games.notices.channels import web_push as push
from games.notices.models import Notice, PushSubscription
from games.tables.models import Seat
from tests.notices.tables import DAY, HOUR, MINUTE, NOON, reader, running, send, state, turn_began
from tests.sinks import Browser, Request, WebSink, vapid_claims
from tests.tables.play import load

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(autouse=True)
def _key(settings: LazySettings) -> None:
    settings.VAPID_PRIVATE_KEY = environment.new_vapid_key()


@pytest.fixture
def browser(web: WebSink) -> Callable[..., Browser]:
    """Subscribe a browser of this player."""

    def subscribe(user: User, name: str = "one") -> Browser:
        made = Browser(web, name)
        web_push.subscribe(user, made.endpoint, made.p256dh, made.auth, "Firefox")
        return made

    return subscribe


def only_push(user: User) -> Notice:
    delivery.send_test(user, NOON)
    Notice.objects.exclude(channel="push").delete()
    return Notice.objects.get()


def test_a_turn_reaches_the_browser_and_nobody_else_can_read_it(
    web: WebSink, browser: Callable[..., Browser], settings: LazySettings
) -> None:
    loaded, seat, _ = running()
    assert seat.user is not None
    mine = browser(seat.user)
    at = load(loaded.table)
    Seat.objects.filter(pk=seat.pk).update(due_at=NOON + 3 * HOUR)
    turn_began(at, seat.number)
    Notice.objects.exclude(channel="push").delete()
    send()
    [shown] = mine.shown()
    assert set(shown) == {"title", "body", "url", "tag", "turns", "reader"}
    assert int(shown["turns"]) == 1
    assert shown["reader"] == sessions.player_mark(seat.user.pk)
    assert loaded.table.title in shown["title"]
    assert shown["url"] == f"{settings.SITE_URL}/t/{loaded.table.code}/"
    [request] = web.requests
    assert request.headers["ttl"] == str(3 * 60 * 60)
    assert loaded.table.title.encode() not in request.body


def test_a_push_request_identifies_us_to_the_service(
    web: WebSink, browser: Callable[..., Browser]
) -> None:
    user = reader()
    browser(user)
    only_push(user)
    send()
    claims = vapid_claims(web.requests[0], web_push.vapid_public_key())
    assert claims["aud"] == web.url("").rstrip("/")
    assert claims["sub"].startswith("mailto:")


def test_a_browser_that_no_longer_exists_is_removed(
    web: WebSink, browser: Callable[..., Browser]
) -> None:
    for status in (404, 410):
        user = reader()
        browser(user, f"gone-{status}")
        notice = only_push(user)
        web.answer = lambda request, status=status: status  # type: ignore[misc]
        send()
        assert state(notice) == "sent"
        user.refresh_from_db()
        assert (user.has_push, PushSubscription.objects.filter(user=user).count()) == (False, 0)
        Notice.objects.all().delete()


def test_removing_one_of_two_browsers_keeps_the_other(
    web: WebSink, browser: Callable[..., Browser]
) -> None:
    user = reader()
    browser(user, "gone")
    here = browser(user, "here")
    only_push(user)
    web.answer = lambda request: 410 if request.path == "/push/gone" else 201
    send()
    user.refresh_from_db()
    assert user.has_push
    assert [row.endpoint for row in user.push_subscriptions.all()] == [here.endpoint]
    assert len(here.shown()) == 1


def test_a_retry_goes_only_to_the_browser_that_failed(
    web: WebSink, browser: Callable[..., Browser]
) -> None:
    user = reader()
    good, bad, also_good = browser(user, "good"), browser(user, "bad"), browser(user, "fine")
    notice = only_push(user)
    web.answer = lambda request: 503 if request.path == "/push/bad" else 201
    send()
    assert state(notice) == "waiting"
    assert "503" in notice.last_error
    web.answer = lambda request: 201
    send(NOON + MINUTE)
    assert state(notice) == "sent"
    assert [len(b.shown()) for b in (good, bad, also_good)] == [1, 1, 1]


def test_a_worker_that_dies_between_two_browsers_notifies_neither_twice(
    web: WebSink, browser: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    user = reader()
    first, second = browser(user, "first"), browser(user, "second")
    notice = only_push(user)

    def killed_at_the_second(request: Request) -> int:
        if request.path == "/push/second":
            monkeypatch.setattr(push, "_handle_failure", die)
            return 503
        return 201

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    web.answer = killed_at_the_second
    with pytest.raises(KeyboardInterrupt):
        send()
    monkeypatch.undo()
    web.answer = lambda request: 201
    send(NOON + HOUR)
    assert state(notice) == "sent"
    assert (len(first.shown()), len(second.shown())) == (1, 1)


def test_a_service_that_always_refuses_is_given_up(
    web: WebSink, browser: Callable[..., Browser]
) -> None:
    user = reader()
    browser(user)
    notice = only_push(user)
    web.answer = lambda request: 500
    at = NOON
    while delivery.send_next(at):
        notice.refresh_from_db()
        at = notice.due_at
    assert notice.state == "failed"
    assert at > NOON + 2 * DAY


def test_a_browser_belongs_to_its_latest_user(browser: Callable[..., Browser]) -> None:
    first, second = reader(), reader()
    shared = browser(first)
    web_push.subscribe(second, shared.endpoint, shared.p256dh, shared.auth)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.has_push, second.has_push) == (False, True)
    assert PushSubscription.objects.get().user == second


def test_subscribing_twice_has_no_further_effect(browser: Callable[..., Browser]) -> None:
    user = reader()
    mine = browser(user)
    web_push.subscribe(user, mine.endpoint, mine.p256dh, mine.auth)
    assert PushSubscription.objects.count() == 1


def test_unsubscribing_the_last_browser_ends_push(browser: Callable[..., Browser]) -> None:
    user = reader()
    one, two = browser(user, "1"), browser(user, "2")
    web_push.unsubscribe_browser(reader(), one.endpoint)  # somebody else's: not unsubscribed
    web_push.unsubscribe_browser(user, one.endpoint)
    assert user.has_push
    web_push.unsubscribe_browser(user, two.endpoint)
    user.refresh_from_db()
    assert not user.has_push


def test_the_eleventh_browser_replaces_the_oldest(
    browser: Callable[..., Browser],
) -> None:
    user = reader()
    made = [browser(user, str(number)) for number in range(web_push.MAX_BROWSERS + 1)]
    kept = set(user.push_subscriptions.values_list("endpoint", flat=True))
    assert kept == {each.endpoint for each in made[1:]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "https://10.0.0.1/push"),
        ("endpoint", "nonsense"),
        ("p256dh", "AAAA"),
        ("p256dh", "not base64 ü"),
        ("auth", ""),
    ],
)
def test_invalid_subscriptions_are_refused(field: str, value: str, web: WebSink) -> None:
    made = Browser(web, "x")
    given = {"endpoint": made.endpoint, "p256dh": made.p256dh, "auth": made.auth, field: value}
    with pytest.raises(ValidationError):
        web_push.subscribe(reader(), **given)
    assert not PushSubscription.objects.exists()


def test_without_a_key_there_is_no_push(settings: LazySettings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert web_push.vapid_public_key() == ""


@pytest.mark.parametrize(
    ("left", "seconds"),
    [(None, 2 * 86400), (-HOUR, 60), (HOUR, 3600), (60 * DAY, 28 * 86400)],
)
def test_a_push_message_is_kept_until_the_deadline(left: Any, seconds: int) -> None:
    from games.notices.texts import NoticeText

    due = NOON + left if left else None
    says = NoticeText("t", "b", "u", "go", "why", "tag", due)
    assert push.time_to_live(says, NOON) == seconds
