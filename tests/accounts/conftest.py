"""Accounts with their real mail: queued as rows, delivered into a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import translation

from accounts.mail import outbox
from accounts.sign_in import sessions
from config.clock import now

SECRETS = (
    r'name="csrfmiddlewaretoken" value="[^"]+"',
    r'"X-CSRFToken": "[^"]+"',
    r"/dwarfs/\w+/\d+",  # each guest gets a face of their own
)


@pytest.fixture(autouse=True)
def _real_queue(settings: LazySettings) -> None:
    """Django's test runner puts its own backend in; we want ours, ending in `mail.outbox`."""
    settings.EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
    settings.DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """LocaleMiddleware leaves its language behind in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _no_throttles_yet(request: pytest.FixtureRequest) -> None:
    """Redis keeps what a rolled-back transaction counted."""
    marker = request.node.get_closest_marker("django_db")
    if marker is not None:
        request.getfixturevalue("transactional_db" if marker.kwargs.get("transaction") else "db")
        cache.clear()


@pytest.fixture
def post() -> Callable[[], list[EmailMessage]]:
    """Deliver everything that waits now, and return it."""

    def deliver() -> list[EmailMessage]:
        mail.outbox.clear()
        while outbox.send_next(now()):
            pass
        return list(mail.outbox)

    return deliver


def link(message: EmailMessage) -> str:
    """The path of the first link in a mail."""
    found = re.search(r"https?://[^/\s]+(/\S*)", str(message.body))
    assert found, message.body
    return found[1]


def code(message: EmailMessage) -> str:
    found = re.search(r"^    (\S+)$", str(message.body), re.M)
    assert found, message.body
    return found[1]


def confirm(client: Client, post: Callable[[], list[EmailMessage]], **fields: str) -> Any:
    """Have a code mailed and type it, to confirm the identity."""
    page = "/accounts/reauthenticate/code/"
    client.post(page, {"send": "1", **fields})
    [message] = post()
    return client.post(page, {"code": code(message), **fields})


def whole(response: Any) -> tuple[object, ...]:
    """Everything a stranger can see of a response, without what is random in every response."""
    text = response.content.decode()
    for secret in SECRETS:
        text = re.sub(secret, "", text)
    random = ("Expires", "X-Request-ID")
    headers = {key: value for key, value in response.headers.items() if key not in random}
    headers[sessions.MARK_HEADER] = headers[sessions.MARK_HEADER] == sessions.MARK_OF_NOBODY
    cookies = {key: (morsel["max-age"], morsel["path"]) for key, morsel in response.cookies.items()}
    return response.status_code, headers, cookies, text
