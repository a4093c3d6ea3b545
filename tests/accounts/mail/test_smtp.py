"""What a real mail server answers at each step, if anything, and the result for the email."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage

from accounts.mail import addresses, outbox, smtp
from accounts.models import OutgoingMail, User
from config.clock import now
from config.jobs import leases
from tests.factories import UserFactory
from tests.sinks import MailSink, mail_sink

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
BOB = "bob@example.org"
HOUR = timedelta(hours=1)


@pytest.fixture
def server(settings: LazySettings) -> Iterator[MailSink]:
    with mail_sink() as sink:
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = sink.host, sink.port
        yield sink


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email=BOB)


def write(to: str = BOB) -> OutgoingMail:
    EmailMessage("Your turn", "Dig.\n", None, [to]).send()
    return OutgoingMail.objects.latest("pk")


def send_all(mail: OutgoingMail) -> int:
    """Send the mail whenever it is due until it is given up, and return the number of attempts."""
    at, tries = now(), 0
    while outbox.send_next(at):
        mail.refresh_from_db()
        at, tries = mail.due_at, tries + 1
    return tries


# --- late, or never -----------------------------------------------------------------------------


def test_a_server_slower_than_the_command_timeout_gets_a_mail_once(
    server: MailSink, settings: LazySettings
) -> None:
    settings.EMAIL_TIMEOUT = settings.SMTP_COMMAND_SECONDS = 2
    server.late = 2.5
    write()
    assert outbox.send_next(now())
    assert not outbox.send_next(now() + HOUR * 24 * 9)
    assert list(server.ids.values()) == [1]
    assert not OutgoingMail.objects.exists()


def test_the_limits_follow_the_standard(settings: LazySettings) -> None:
    assert settings.SMTP_ANSWER_SECONDS >= 600
    assert leases.PAUSES_IF_UNKNOWN[0] > timedelta(seconds=settings.SMTP_ANSWER_SECONDS)
    assert settings.CELERY_TASK_TIME_LIMIT > settings.SMTP_ANSWER_SECONDS + settings.LEASE_SECONDS


def test_a_server_that_never_answers_gets_a_mail_five_times_in_three_days(
    server: MailSink, settings: LazySettings
) -> None:
    settings.SMTP_ANSWER_SECONDS = 0.1
    server.late = 60
    mail = write()
    assert send_all(mail) == 5
    assert list(server.ids.values()) == [5]
    assert mail.given_up_at is not None
    assert (mail.unanswered, mail.refused, mail.mime) == (5, False, "")
    assert outbox.delivery_status(mail) == "given up; it may have arrived"


def test_if_in_doubt_it_waits_an_hour(server: MailSink, settings: LazySettings) -> None:
    settings.SMTP_ANSWER_SECONDS = 0.1
    server.late = 60
    mail, at = write(), now()
    outbox.send_next(at)
    mail.refresh_from_db()
    assert (mail.unanswered, mail.leased_until, mail.due_at) == (1, None, at + HOUR)
    assert "OutcomeUnknown" in mail.last_error
    assert outbox.delivery_status(mail) == "not answered: it may have arrived"


def test_without_an_answer_before_the_text_there_is_no_doubt(server: MailSink) -> None:
    server.refusals["DATA"] = ""  # an empty line, where an answer should be
    mail, at = write(), now()
    outbox.send_next(at)
    mail.refresh_from_db()
    assert (mail.attempts, mail.unanswered, mail.given_up_at) == (1, 0, None)
    assert mail.due_at == at + leases.FIRST_PAUSE


def test_a_refusal_after_the_text_leaves_no_doubt(server: MailSink) -> None:
    server.on_data = lambda letter: "451 greylisted, come back"
    mail, at = write(), now()
    outbox.send_next(at)
    mail.refresh_from_db()
    assert (mail.unanswered, mail.due_at) == (0, at + leases.FIRST_PAUSE)


def test_an_overtaken_worker_sends_nothing(server: MailSink) -> None:
    """It slept through its lease; another has the mail now, and keeps it."""
    mail, at = write(), now()
    claimed = outbox._claim(at)
    assert claimed is not None
    OutgoingMail.objects.filter(pk=mail.pk).update(attempts=2, leased_until=at + HOUR)
    with pytest.raises(leases.LeaseLost):
        smtp.deliver(outbox.StoredMessage(claimed), lambda: leases.mark_handed_over([claimed], at))
    outbox._put_back(claimed, leases.LeaseLost(), at)
    mail.refresh_from_db()
    assert server.letters == []
    assert (mail.attempts, mail.leased_until) == (2, at + HOUR)


# --- refused ------------------------------------------------------------------------------------

FOR_GOOD, AGAIN = True, False
ANSWERS = [
    ("220", "554 no service for you", AGAIN, False),
    ("EHLO", "550 go away", AGAIN, False),
    ("MAIL", "530 5.7.0 sign in first", AGAIN, False),
    ("MAIL", "451 4.3.0 later", AGAIN, False),
    ("MAIL", "550 5.1.8 bad sender", FOR_GOOD, False),
    ("RCPT", "421 4.3.2 shutting down", AGAIN, False),
    ("RCPT", "450 4.2.1 mailbox busy", AGAIN, False),
    ("RCPT", "550 5.1.1 no such user", FOR_GOOD, True),
    ("RCPT", "550 no such user", FOR_GOOD, True),
    ("RCPT", "550 5.2.1 mailbox closed", FOR_GOOD, True),
    ("RCPT", "550 5.7.1 your network is listed", FOR_GOOD, False),
    ("RCPT", "552 5.2.2 mailbox full", FOR_GOOD, False),
    ("RCPT", "552 mailbox full", FOR_GOOD, False),
    ("DATA", "451 4.3.0 later", AGAIN, False),
    ("DATA", "554 5.5.1 no valid recipients", FOR_GOOD, False),
    ("text", "421 4.3.2 shutting down", AGAIN, False),
    ("text", "550 5.1.1 no such user", FOR_GOOD, True),
    ("text", "550 we do not like this mail", FOR_GOOD, False),
    ("text", "554 5.7.1 spam", FOR_GOOD, False),
]


@pytest.mark.parametrize(("step", "answer", "for_good", "marked"), ANSWERS)
def test_a_refusal_has_its_meaning_at_each_step(
    server: MailSink, bob: User, step: str, answer: str, for_good: bool, marked: bool
) -> None:
    if step == "text":
        server.on_data = lambda letter: answer
    else:
        server.refusals[step] = answer
    if step == "EHLO":
        server.refusals["HELO"] = answer
    mail, at = write(), now()
    outbox.send_next(at)
    mail.refresh_from_db()
    bob.refresh_from_db()
    assert (mail.refused, mail.given_up_at is not None, mail.mime == "") == (for_good,) * 3
    assert mail.unanswered == 0
    assert answer[:3] in mail.last_error
    assert (bob.mail_bounced_at is not None) is marked
    assert addresses.has_bounced(BOB) is marked
    assert server.letters == []
    assert (outbox.delivery_status(mail) == "refused for good") is for_good


def test_an_odd_answer_to_our_farewell_changes_nothing(server: MailSink) -> None:
    server.refusals["QUIT"] = f"221 {'bye' * 9000}"  # longer than smtplib reads
    write()
    outbox.send_next(now())
    assert not OutgoingMail.objects.exists()
    assert list(server.ids.values()) == [1]
