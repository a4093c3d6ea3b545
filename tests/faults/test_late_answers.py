"""The case of issue 14: a mail server that answers 25 seconds after the text, and a real worker.

With one limit of 20 seconds for all steps, each mail was sent four times.
"""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage

from accounts.models import OutgoingMail
from accounts.tasks import send_waiting_mail
from config.clock import now
from games.notices import delivery
from games.notices.models import Notice
from games.notices.tasks import mail_notices
from tests.factories import UserFactory
from tests.sinks import mail_sink
from tests.worker import until, working

LATE = 25
MANY = 2


@pytest.mark.soak
@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_server_that_answers_after_25_seconds_gets_each_mail_once(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
    for number in range(MANY):
        EmailMessage(f"Mail {number}", "Dig.\n", None, ["bob@example.org"]).send()
        delivery.send_test(UserFactory.create(), now())
    with mail_sink() as server:
        server.late = LATE
        monkeypatch.setenv("EMAIL_URL", server.url)
        with working():
            for sweep in (send_waiting_mail, mail_notices):
                sweep.delay()
            until(all_told, seconds=LATE * MANY * 4)
        assert sorted(server.ids.values()) == [1] * 2 * MANY
    assert set(Notice.objects.values_list("attempts", flat=True)) == {1}


def all_told() -> bool:
    waiting = Notice.objects.exclude(state=Notice.State.SENT)
    return not waiting.exists() and not OutgoingMail.objects.exists()
