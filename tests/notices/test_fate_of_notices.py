"""Notices by mail: late answers, no answers, and addresses that mail came back from."""

from __future__ import annotations

from collections import Counter

import pytest
from django.conf import LazySettings

from accounts import bounces, outbox
from accounts.models import OutgoingMail, RefusedAddress, User
from config.clock import now
from games.notices import delivery, sent_list
from games.notices.causes import Cause
from games.notices.channels.webhook import address as webhook
from games.notices.models import Notice
from games.tables import services
from tests import real_tables
from tests.factories import UserFactory
from tests.notices.tables import DAY, HOUR, MINUTE, NOON, reader, running, send, state, write
from tests.sinks import MailSink, WebSink

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def falls_silent(post: MailSink, settings: LazySettings) -> None:
    """It takes a mail, and nothing more is heard of it."""
    settings.SMTP_ANSWER_SECONDS = 0.1
    post.late = 60


def bundle(user: User, *numbers: int) -> list[Notice]:
    found = [write(user, "test", cause=Cause("many", number)) for number in numbers]
    Notice.objects.filter(pk__in=[row.pk for row in found]).update(bundled=True)
    return found


def test_a_server_that_thinks_longer_than_over_a_command_gets_a_notice_once(
    post: MailSink, settings: LazySettings
) -> None:
    settings.EMAIL_TIMEOUT = settings.SMTP_COMMAND_SECONDS = 2
    post.late = 2.5
    notice = write(reader(), "test")
    send()
    assert state(notice) == "sent"
    assert notice.unanswered == 0
    assert send(NOON + 9 * DAY) == 0
    assert list(post.ids.values()) == [1]


def test_a_server_that_never_answers_gets_a_notice_five_times_in_three_days(
    post: MailSink, settings: LazySettings
) -> None:
    falls_silent(post, settings)
    notice, at, pauses = write(reader(), "test"), NOON, []
    while delivery.send_next(at):
        notice.refresh_from_db()
        pauses.append((notice.due_at - at) / HOUR)
        at = notice.due_at
    assert pauses == [1, 6, 24, 24, 24]
    assert list(post.ids.values()) == [5]
    assert state(notice) == "failed"
    assert sent_list.state(notice, at) == "given up; it may have arrived"


def test_a_notice_in_doubt_that_is_no_longer_true_is_dropped(
    post: MailSink, settings: LazySettings
) -> None:
    falls_silent(post, settings)
    _, seat, notice = running()
    send()
    notice.refresh_from_db()
    assert "may have arrived" in sent_list.state(notice, NOON)
    seat.on_turn = False
    seat.save(update_fields=["on_turn"])
    assert send(NOON + HOUR) == 1
    assert state(notice) == "dropped"
    assert list(post.ids.values()) == [1]


def test_a_digest_in_doubt_goes_out_again_as_it_was(post: MailSink, settings: LazySettings) -> None:
    falls_silent(post, settings)
    user = reader()
    bundle(user, 1, 2)
    send()
    later = bundle(user, 3)
    post.late = 0
    send(NOON + HOUR)
    assert state(later[0]) == "sent"
    assert sorted(post.ids.values()) == [1, 2]
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent"}


# --- refused ------------------------------------------------------------------------------------


def test_an_address_that_does_not_exist_is_told_no_more_by_mail_but_by_other_channels(
    post: MailSink, web: WebSink
) -> None:
    user = reader(email="gone@example.org")
    webhook.set_address(user, web.url("/hook"))
    user.refresh_from_db()
    first, second = (write(user, "test", cause=Cause("many", number)) for number in range(2))
    digest = bundle(user, 2)[0]
    Notice.objects.filter(pk=digest.pk).update(due_at=NOON + DAY)
    post.refusals["RCPT"] = "550 5.1.1 no such user"
    send()
    assert (state(first), state(second)) == ("failed", "dropped")
    assert (first.refused, sent_list.state(first, NOON)) == (True, "refused for good")
    user.refresh_from_db()
    assert user.mail_bounced_at is not None
    assert "gone@" not in user.mail_bounced_why
    post.refusals.clear()
    send(NOON + DAY)
    assert state(digest) == "dropped"
    assert post.letters == []
    assert Counter(Notice.objects.filter(channel="webhook").values_list("state")) == {("sent",): 3}
    assert delivery.test(user, NOON) == 1  # by webhook alone


def test_confirmed_again_mail_goes_on(post: MailSink) -> None:
    user = reader()
    bounces.mark(user.email, "550", NOON)
    bounces.clear(user)
    user.refresh_from_db()
    notice = write(user, "test")
    send()
    assert state(notice) == "sent"


@pytest.mark.parametrize("answer", ["450 4.2.1 busy", "550 5.7.1 your network is listed"])
def test_what_does_not_speak_of_the_mailbox_marks_nobody(post: MailSink, answer: str) -> None:
    user = reader()
    write(user, "test")
    post.refusals["RCPT"] = answer
    send()
    user.refresh_from_db()
    assert user.mail_bounced_at is None


def test_a_stranger_who_was_refused_is_invited_once(post: MailSink, settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "accounts.outbox.QueueBackend"
    owner = UserFactory.create()
    post.refusals["RCPT"] = "550 5.1.1 no such user"
    for _ in range(2):
        table = real_tables.lobby(owner)
        services.invite_email(owner, table.code, "dori@example.org", now())
        while outbox.send_next(now() + MINUTE):
            pass
    assert OutgoingMail.objects.get().refused
    assert RefusedAddress.objects.count() == 1
