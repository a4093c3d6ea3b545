"""Mail waits in rows until it was sent, and is sent once."""

from __future__ import annotations

import smtplib
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from threading import Barrier

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction

from accounts.mail import outbox
from accounts.models import OutgoingMail
from accounts.tasks import send_waiting_mail
from config.clock import now
from config.jobs import leases, sweeps
from games.site import mailbox
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def write(subject: str = "Your turn", to: str = "bob@example.org") -> OutgoingMail:
    EmailMessage(subject, "Dig.\n", None, [to]).send()
    return OutgoingMail.objects.latest("pk")


class Refusing(BaseEmailBackend):
    """A mail server that says no, and names whom it refuses."""

    def send_messages(self, email_messages: object) -> int:
        raise smtplib.SMTPServerDisconnected("bob@example.org has password=swordfish")


def test_a_mail_waits_in_a_row_until_a_worker_sends_it() -> None:
    write()
    assert mail.outbox == []
    send_waiting_mail()
    [sent] = mail.outbox
    assert (sent.subject, sent.to, str(sent.body).strip()) == (
        "Your turn",
        ["bob@example.org"],
        "Dig.",
    )
    assert not OutgoingMail.objects.exists()


def test_a_mail_arrives_byte_for_byte() -> None:
    letter = EmailMultiAlternatives(
        "Wörter — 言葉", "Grüße\n", "Undermine <undermine@example.org>", ["a@example.org"],
        bcc=["b@example.org"], headers={"List-Unsubscribe": "<https://example.org/u>"},
    )  # fmt: skip
    letter.attach_alternative("<p>Grüße</p>", "text/html")
    letter.attach("map.bin", bytes(range(256)), "application/octet-stream")
    letter.send()
    stored = OutgoingMail.objects.get().mime
    send_waiting_mail()
    sent = mail.outbox[0].message().as_bytes()
    assert sent == stored.encode()
    parsed = message_from_bytes(sent, policy=policy.default)
    assert parsed["subject"] == "Wörter — 言葉"
    assert parsed["list-unsubscribe"] == "<https://example.org/u>"
    assert "b@example.org" not in stored
    assert mail.outbox[0].recipients() == ["a@example.org", "b@example.org"]


def test_a_rolled_back_transaction_sends_no_mail() -> None:
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()


def test_a_broker_that_is_down_loses_nothing(settings: LazySettings) -> None:
    from config.celery import app

    app.conf.broker_url, before = "redis://127.0.0.1:1/0", app.conf.broker_url
    app._after_fork()  # forget open connections: the next one goes to where nobody answers
    try:
        sweeps.wake_worker("accounts.send_waiting_mail")
    finally:
        app.conf.broker_url = before
        app._after_fork()  # leave nothing of this to the tests that follow
    write()
    send_waiting_mail()
    assert len(mail.outbox) == 1


def test_mail_that_is_not_due_waits() -> None:
    write()
    OutgoingMail.objects.update(due_at=now() + timedelta(hours=1))
    send_waiting_mail()
    assert mail.outbox == []


def test_the_oldest_mail_is_sent_first() -> None:
    write("first")
    write("second")
    send_waiting_mail()
    assert [message.subject for message in mail.outbox] == ["first", "second"]


# When a worker dies


def test_a_dead_workers_mail_is_sent_when_its_lease_ends() -> None:
    """The worker claimed it and was killed before it sent anything."""
    write()
    at = now()
    assert outbox._claim(at)
    assert not outbox.send_next(at)
    assert not outbox.send_next(at + leases.lease_duration() - timedelta(seconds=1))
    assert outbox.send_next(at + leases.lease_duration())
    assert len(mail.outbox) == 1
    assert not outbox.send_next(at + leases.lease_duration() * 9)


def test_a_mail_that_kills_every_worker_is_given_up() -> None:
    write()
    at = now()
    for _ in range(3):
        claimed = outbox._claim(at)
        at += leases.lease_duration()
    assert claimed
    assert claimed.attempts == 3


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_send_each_mail_once() -> None:
    for number in range(12):
        write(str(number))
    start = Barrier(4)

    def work(_: int) -> None:
        try:
            start.wait()
            send_waiting_mail()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    send_waiting_mail()  # a worker may finish early when another holds the mail it saw
    assert sorted(int(message.subject) for message in mail.outbox) == list(range(12))
    assert not OutgoingMail.objects.exists()


# When the server refuses


def test_a_refusal_puts_the_mail_back_and_logs_no_secret(
    settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DELIVERY_BACKEND = f"{__name__}.Refusing"
    write()
    at = now()
    assert outbox.send_next(at)
    row = OutgoingMail.objects.get()
    assert (row.attempts, row.leased_until, row.due_at) == (1, None, at + leases.FIRST_PAUSE)
    for text in (row.last_error, caplog.text):
        assert "swordfish" not in text
        assert "bob@" not in text
    assert not outbox.send_next(at)


def test_pauses_double_up_to_six_hours() -> None:
    pauses = [leases.pause_after(attempts) for attempts in (1, 2, 3, 9, 10, 60)]
    minutes = [pause / timedelta(minutes=1) for pause in pauses]
    assert minutes == [1, 2, 4, 256, 360, 360]


def test_after_three_days_we_give_up_and_delete_the_text(settings: LazySettings) -> None:
    settings.DELIVERY_BACKEND = f"{__name__}.Refusing"
    row = write()
    at, tries = now(), 0
    while outbox.send_next(at):
        row.refresh_from_db()
        at, tries = row.due_at, tries + 1
    assert row.given_up_at is not None
    assert row.given_up_at - row.created_at <= leases.GIVE_UP_AFTER
    assert row.mime == ""
    assert 15 < tries < 30


def test_one_bad_mail_holds_up_no_other(settings: LazySettings) -> None:
    broken = write("broken")
    OutgoingMail.objects.filter(pk=broken.pk).update(sender="no\nsender")
    write("good")
    send_waiting_mail()
    assert "good" in [message.subject for message in mail.outbox]


# How it is delivered


def test_one_mail_is_one_file_that_the_mailbox_can_read(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DELIVERY_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    settings.MAIL_DIR = tmp_path
    for number in range(5):
        write(f"Grüße {number}")
    send_waiting_mail()
    found = sorted(mailbox._read(file)["subject"] for file in tmp_path.glob("*.log"))
    assert found == [f"Grüße {number}" for number in range(5)]


def test_a_sweep_looks_only_at_what_is_due() -> None:
    """By its index: the cost grows with what is due, not with what waits."""
    if connection.vendor == "postgresql":  # PostgreSQL would rather scan a table this small
        connection.cursor().execute("SET LOCAL enable_seqscan = off")
    plan = outbox.waiting_mail(now()).order_by("due_at", "pk").explain()
    assert "mail_by_due_time" in plan


def test_finding_nothing_to_send_is_one_query(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert not outbox.send_next(now())


def test_mail_for_a_deleted_account_is_dropped_and_other_mail_kept() -> None:
    write(to="Bob@example.org")
    write(to="abob@example.org")
    outbox.drop_waiting("bob@example.org")
    assert OutgoingMail.objects.get().recipients == "abob@example.org"


def test_a_message_keeps_its_id_over_retries(settings: LazySettings) -> None:
    settings.DELIVERY_BACKEND = f"{__name__}.Refusing"
    before = message_from_bytes(write().mime.encode())["Message-ID"]
    send_waiting_mail()
    after = message_from_bytes(OutgoingMail.objects.get().mime.encode())["Message-ID"]
    assert before == after
    assert settings.SITE_HOST in before


def test_mail_uses_its_readers_language_and_time_zone(client: object) -> None:
    from allauth.account.adapter import get_adapter

    reader = UserFactory.create(language="de", time_zone="Asia/Tokyo")
    moment = datetime(2026, 1, 1, 20, 0, tzinfo=now().tzinfo)
    context = {"timestamp": moment, "ip": "192.0.2.1", "user_agent": "Lynx"}
    get_adapter().send_mail("account/email/password_changed", reader.email, context)
    send_waiting_mail()
    assert "05:00" in str(mail.outbox[0].body)
    assert "2. Jan 2026" in str(mail.outbox[0].body)
