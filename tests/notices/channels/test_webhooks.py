"""Webhooks get a player's notices, signed, and never reach private addresses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import ValidationError

from accounts.models import User
from games.notices import delivery
from games.notices.channels import webhooks
from games.notices.models import Notice, Webhook
from tests.notices.tables import HOUR, MINUTE, NOON, reader, send, state
from tests.sinks import WebSink, is_signed

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def hooked(web: WebSink) -> tuple[User, Webhook, Notice]:
    user = reader()
    hook = webhooks.set_webhook(user, web.url("/hook"))
    delivery.send_test(user, NOON)
    Notice.objects.exclude(channel="webhook").delete()
    return user, hook, Notice.objects.get()


def test_a_webhook_request_is_signed_and_describes_the_notice(web: WebSink) -> None:
    _, hook, notice = hooked(web)
    send()
    [request] = web.requests
    assert state(notice) == "sent"
    assert is_signed(request, hook.secret)
    assert not is_signed(request, "another secret")
    assert f"t={int(NOON.timestamp())}," in request.headers["undermine-signature"]
    assert request.headers["undermine-delivery"] == str(notice.pk)
    said: dict[str, Any] = json.loads(request.body)
    assert {"id", "kind", "table", "title", "text", "url", "at", "content"} <= set(said)
    assert (said["id"], said["kind"], said["table"]) == (notice.pk, "test", None)
    assert said["title"] in said["content"]


def test_a_signature_covers_every_byte(web: WebSink) -> None:
    _, hook, _ = hooked(web)
    send()
    [request] = web.requests
    request.body += b" "
    assert not is_signed(request, hook.secret)


@pytest.mark.parametrize("status", [302, 400, 404, 500])
def test_any_answer_but_success_is_retried(status: int, web: WebSink) -> None:
    _, _, notice = hooked(web)
    web.answer = lambda request: status
    send()
    assert state(notice) == "waiting"
    assert str(status) in notice.last_error
    web.answer = lambda request: 204
    send(NOON + MINUTE)
    assert state(notice) == "sent"
    assert [request.headers["undermine-delivery"] for request in web.requests] == [str(notice.pk)]


def test_a_forbidden_address_is_given_up_at_once(web: WebSink, settings: LazySettings) -> None:
    _, _, notice = hooked(web)
    settings.OUTGOING_LOOPBACK = False
    send()
    assert state(notice) == "failed"
    assert web.requests == []


def test_a_refused_connection_is_retried(web: WebSink) -> None:
    user, _, notice = hooked(web)
    webhooks.set_webhook(user, "http://127.0.0.1:1/")
    send()
    assert state(notice) == "waiting"
    assert notice.due_at == NOON + MINUTE


def test_errors_and_logs_never_contain_the_address(
    web: WebSink, caplog: pytest.LogCaptureFixture
) -> None:
    user, _, notice = hooked(web)
    webhooks.set_webhook(user, "http://127.0.0.1:1/api/hidden-path/key")
    send()
    notice.refresh_from_db()
    assert notice.last_error == "Unanswered: ConnectionError"
    assert "hidden-path" not in caplog.text


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/hook", "not-https"),
        ("https://192.168.0.1/", "not-public"),
        ("https://" + "a" * 600 + ".example/", "malformed"),
        ("nonsense", "not-https"),
    ],
)
def test_an_address_is_refused_with_a_reason(url: str, code: str) -> None:
    user = reader()
    with pytest.raises(ValidationError) as refused:
        webhooks.set_webhook(user, url)
    assert refused.value.code == code
    assert not user.has_webhook


def test_a_new_address_has_a_new_secret_and_removing_it_switches_the_webhook_off() -> None:
    user = reader()
    first = webhooks.set_webhook(user, "https://example.org/1").secret
    second = webhooks.set_webhook(user, "https://example.org/2")
    assert first != second.secret
    assert Webhook.objects.get().url == "https://example.org/2"
    user.refresh_from_db()
    assert user.has_webhook
    webhooks.remove_webhook(user)
    user.refresh_from_db()
    assert (user.has_webhook, Webhook.objects.count()) == (False, 0)


def test_a_table_called_everyone_mentions_nobody_in_discord(web: WebSink) -> None:
    hooked(web)
    send(NOON + HOUR)
    assert json.loads(web.requests[0].body)["allowed_mentions"] == {"parse": []}
