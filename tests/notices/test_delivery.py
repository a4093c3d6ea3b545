"""A notice is claimed, sent once and marked; failures are retried."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import LazySettings
from django.db import connection

from accounts.mail import addresses, outbox
from accounts.models import OutgoingMail, RefusedAddress, User
from config.clock import now
from config.jobs import leases
from games.notices import delivery, views
from games.notices.channels import webhooks as webhook
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.tasks import mail_notices
from games.tables import services
from tests import real_tables
from tests.factories import UserFactory
from tests.notices.tables import DAY, HOUR, MINUTE, NOON, reader, running, send, state, write
from tests.sinks import OK, MailSink, WebSink

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_a_turn_is_notified_once_and_marked(post: MailSink) -> None:
    _, seat, notice = running()
    assert send() == 1
    [letter] = post.letters
    assert seat.user is not None
    assert letter["To"] == seat.user.email
    assert state(notice) == "sent"
    assert (notice.ended_at, notice.leased_until, notice.attempts) == (NOON, None, 1)
    assert send(NOON + DAY) == 0
    assert len(post.letters) == 1


def test_a_notice_that_is_not_due_waits(post: MailSink) -> None:
    running()
    assert send(NOON - MINUTE) == 0
    assert post.letters == []


def test_the_longest_due_notice_is_sent_first(post: MailSink) -> None:
    user = reader()
    late, early = (
        write(user, "test", cause=Cause("late")),
        write(user, "test", cause=Cause("early")),
    )
    Notice.objects.filter(pk=early.pk).update(due_at=NOON - MINUTE)
    delivery.send_next(NOON)
    assert (state(early), state(late)) == ("sent", "waiting")


def test_a_worker_that_died_with_a_claim_only_delays_it(post: MailSink) -> None:
    _, _, notice = running()
    assert delivery.claim_next(NOON)
    assert send(NOON + leases.lease_duration() - MINUTE / 60) == 0
    assert send(NOON + leases.lease_duration()) == 1
    assert len(post.letters) == 1
    assert state(notice) == "sent"
    assert notice.attempts == 2


def test_a_claim_counts_the_attempt_before_anything_is_tried() -> None:
    _, _, notice = running()
    delivery.claim_next(NOON)
    notice.refresh_from_db()
    assert (notice.attempts, notice.leased_until) == (1, NOON + leases.lease_duration())


def test_a_resent_mail_keeps_its_id(post: MailSink) -> None:
    """The server had accepted it, and the worker died before recording that."""
    _, _, notice = running()
    send()
    Notice.objects.filter(pk=notice.pk).update(state="waiting", leased_until=NOON + MINUTE)
    send(NOON + HOUR)
    assert list(post.ids.values()) == [2]
    other = write(reader(), "test")
    send()
    assert len(post.ids) == 2
    assert str(other.pk) in str(post.letters[-1]["Message-ID"])


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_send_everything_once(post: MailSink) -> None:
    for _ in range(16):
        write(reader(), "test")
    everyone = reader(digest_hour=18)
    for number in range(6):
        write(everyone, "test", cause=Cause("many", number))
    Notice.objects.filter(recipient=everyone).update(bundled=True)
    start = Barrier(4)

    def work(_: int) -> None:
        try:
            start.wait()
            send()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    send()
    assert sorted(post.ids.values()) == [1] * 17
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent"}


def test_an_empty_sweep_costs_one_query(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert send() == 0


@pytest.mark.parametrize("moves", [0, 40])
def test_a_turn_notice_costs_the_same_however_long_the_game(
    moves: int, post: MailSink, django_assert_max_num_queries: object
) -> None:
    running(moves)
    with django_assert_max_num_queries(21):  # type: ignore[operator]  # nine for the board
        delivery.send_next(NOON)
    assert len(post.letters) == 1


def test_the_task_sends_what_is_due(post: MailSink) -> None:
    delivery.send_test(reader(), now())
    assert mail_notices() >= 1
    assert len(post.letters) == 1


# --- failures -----------------------------------------------------------------------------------


def test_a_busy_server_is_tried_again_after_a_pause(post: MailSink) -> None:
    _, _, notice = running()
    post.on_data = lambda letter: "451 greylisted, come back"
    send()
    assert state(notice) == "waiting"
    assert (notice.attempts, notice.leased_until) == (1, None)
    assert notice.due_at == NOON + MINUTE
    assert "451" in notice.last_error
    post.on_data = lambda letter: OK
    assert send(NOON + MINUTE / 2) == 0
    assert send(NOON + MINUTE) == 1
    assert state(notice) == "sent"
    assert notice.last_error == ""


def test_pauses_grow_and_after_three_days_we_give_up(post: MailSink) -> None:
    user = reader()
    notice = write(user, "test")
    post.on_data = lambda letter: "451 not today"
    at, pauses = NOON, []
    while delivery.send_next(at):
        notice.refresh_from_db()
        pauses.append((notice.due_at - at) / MINUTE)
        at = notice.due_at
    assert pauses[:4] == [1, 2, 4, 8]
    assert max(pauses) == 360
    assert notice.state == "failed"
    assert notice.ended_at is not None
    assert 2 * DAY < notice.ended_at - NOON <= 3 * DAY
    assert "451" in notice.last_error


def test_an_address_that_does_not_exist_is_given_up_at_once(post: MailSink) -> None:
    notice = write(reader(email="nobody@example.org"), "test")
    post.answer = lambda address: "550 no such user <nobody@example.org>"
    send()
    assert state(notice) == "failed"
    assert "nobody@" not in notice.last_error
    assert "550" in notice.last_error


def test_a_notice_for_a_server_that_is_down_waits(post: MailSink, settings: LazySettings) -> None:
    notice = write(reader(), "test")
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    send()
    assert state(notice) == "waiting"
    assert "ConnectionRefused" in notice.last_error


def test_an_undeliverable_notice_does_not_hold_up_others(post: MailSink) -> None:
    bad, good = write(reader(email="bad@example.org"), "test"), write(reader(), "test")
    post.answer = lambda address: "451 later" if address.startswith("bad") else OK
    send()
    assert (state(bad), state(good)) == ("waiting", "sent")


def test_a_notice_that_kills_its_workers_is_given_up(post: MailSink) -> None:
    notice = write(reader(), "test")
    Notice.objects.filter(pk=notice.pk).update(attempts=leases.MAX_ATTEMPTS - 1)
    post.on_data = lambda letter: "451 no"
    send()
    assert state(notice) == "failed"


def test_failures_are_logged_without_secrets(
    post: MailSink, caplog: pytest.LogCaptureFixture
) -> None:
    user = reader()
    notice = write(user, "test")
    post.answer = lambda address: f"451 <{address}> password=swordfish"
    send()
    assert f"notice {notice.pk}" in caplog.text
    for text in (caplog.text, Notice.objects.get(pk=notice.pk).last_error):
        assert user.email not in text
        assert "swordfish" not in text


# Notices by mail: late answers, no answers, and bounced addresses.


def falls_silent(post: MailSink, settings: LazySettings) -> None:
    """Make the server take a mail and never answer."""
    settings.SMTP_ANSWER_SECONDS = 0.1
    post.late = 60


def bundle(user: User, *numbers: int) -> list[Notice]:
    found = [write(user, "test", cause=Cause("many", number)) for number in numbers]
    Notice.objects.filter(pk__in=[row.pk for row in found]).update(bundled=True)
    return found


def test_a_server_slower_than_the_command_timeout_gets_a_notice_once(
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
    assert views.delivery_state(notice, at) == "given up; it may have arrived"


def test_an_uncertain_notice_that_is_no_longer_true_is_dropped(
    post: MailSink, settings: LazySettings
) -> None:
    falls_silent(post, settings)
    _, seat, notice = running()
    send()
    notice.refresh_from_db()
    assert "may have arrived" in views.delivery_state(notice, NOON)
    seat.on_turn = False
    seat.save(update_fields=["on_turn"])
    assert send(NOON + HOUR) == 1
    assert state(notice) == "dropped"
    assert list(post.ids.values()) == [1]


def test_an_uncertain_digest_is_sent_again_unchanged(
    post: MailSink, settings: LazySettings
) -> None:
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


def test_a_bounced_address_gets_no_mail_but_other_channels_work(
    post: MailSink, web: WebSink
) -> None:
    user = reader(email="gone@example.org")
    webhook.set_webhook(user, web.url("/hook"))
    user.refresh_from_db()
    first, second = (write(user, "test", cause=Cause("many", number)) for number in range(2))
    digest = bundle(user, 2)[0]
    Notice.objects.filter(pk=digest.pk).update(due_at=NOON + DAY)
    post.refusals["RCPT"] = "550 5.1.1 no such user"
    send()
    assert (state(first), state(second)) == ("failed", "dropped")
    assert (first.refused, views.delivery_state(first, NOON)) == (True, "refused for good")
    user.refresh_from_db()
    assert user.mail_bounced_at is not None
    assert "gone@" not in user.mail_bounced_why
    post.refusals.clear()
    send(NOON + DAY)
    assert state(digest) == "dropped"
    assert post.letters == []
    assert Counter(Notice.objects.filter(channel="webhook").values_list("state")) == {("sent",): 3}
    assert delivery.send_test(user, NOON) == 1  # by webhook alone


def test_a_reconfirmed_address_gets_mail_again(post: MailSink) -> None:
    user = reader()
    addresses.mark_bounced(user.email, "550", NOON)
    addresses.clear_bounce(user)
    user.refresh_from_db()
    notice = write(user, "test")
    send()
    assert state(notice) == "sent"


@pytest.mark.parametrize("answer", ["450 4.2.1 busy", "550 5.7.1 your network is listed"])
def test_a_refusal_unrelated_to_the_mailbox_marks_nobody(post: MailSink, answer: str) -> None:
    user = reader()
    write(user, "test")
    post.refusals["RCPT"] = answer
    send()
    user.refresh_from_db()
    assert user.mail_bounced_at is None


def test_a_bounced_stranger_is_invited_once(post: MailSink, settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
    owner = UserFactory.create()
    post.refusals["RCPT"] = "550 5.1.1 no such user"
    for _ in range(2):
        table = real_tables.lobby(owner)
        services.invite_email(owner, table.code, "dori@example.org", now())
        while outbox.send_next(now() + MINUTE):
            pass
    assert OutgoingMail.objects.get().refused
    assert RefusedAddress.objects.count() == 1
