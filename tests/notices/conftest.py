"""Real servers for notices on loopback: a mail server, a push service and a webhook."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from tests.sinks import MailSink, WebSink, mail_sink, web_sink


@pytest.fixture
def post(settings: LazySettings) -> Iterator[MailSink]:
    """The mail server that notices go to."""
    with mail_sink() as sink:
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = sink.host, sink.port
        yield sink


@pytest.fixture
def web(settings: LazySettings) -> Iterator[WebSink]:
    """Push service and webhooks."""
    settings.OUTGOING_LOOPBACK = True
    with web_sink() as sink:
        yield sink
