"""A worker is killed by the mail server, which has the whole text and has not answered yet.

Nobody can know whether that mail arrived. It is not sent again when the lease of the dead worker is
over, but an hour later, once, with the same Message-ID.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage as Letter

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.db import connections

from accounts.models import OutgoingMail
from accounts.tasks import send_waiting_mail
from config.clock import now
from config.jobs.leases import Leased
from games.notices import delivery
from games.notices.models import Notice
from games.notices.tasks import mail_notices
from tests.factories import UserFactory
from tests.sinks import OK, MailSink, mail_sink
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
HOUR = timedelta(hours=1)
fork = multiprocessing.get_context("fork")


@pytest.fixture
def server(settings: LazySettings) -> Iterator[MailSink]:
    with mail_sink() as sink:
        settings.EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = sink.host, sink.port
        yield sink


def a_mail() -> Leased:
    EmailMessage("Your turn", "Dig.\n", None, ["bob@example.org"]).send()
    return OutgoingMail.objects.get()


def a_notice() -> Leased:
    delivery.send_test(UserFactory.create(), now())
    return Notice.objects.get()


@pytest.mark.parametrize(
    ("write", "sweep"), [(a_mail, send_waiting_mail), (a_notice, mail_notices)]
)
def test_a_worker_killed_in_the_text_leaves_a_mail_that_waits_an_hour(
    server: MailSink, write: Callable[[], Leased], sweep: Callable[[], int]
) -> None:
    row, began = write(), now()
    rows = type(row)._default_manager.filter(pk=row.pk)
    killed_by(server, sweep)
    row = rows.get()
    assert (row.attempts, row.unanswered) == (1, 1)
    assert row.due_at >= began + HOUR
    assert row.leased_until is not None
    rows.update(leased_until=now())  # the dead worker's lease is over
    sweep()
    assert list(server.ids.values()) == [1]
    rows.update(due_at=now())  # an hour has passed
    sweep()
    sweep()
    assert list(server.ids.values()) == [2]
    assert not rows.filter(leased_until__isnull=False).exists()


def killed_by(server: MailSink, sweep: Callable[[], int]) -> None:
    connections.close_all()  # no process inherits another's connection
    process = fork.Process(target=sweep, daemon=True)

    def kill(letter: Letter) -> str:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        return OK

    server.on_data = kill
    process.start()
    process.join(PATIENCE)
    assert process.exitcode == -signal.SIGKILL
    server.on_data = lambda letter: OK
