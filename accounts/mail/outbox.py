"""The outbox: emails are rows, written with their cause, sent by a worker and deleted once sent.

A broker message only wakes a worker; if it is lost in a crash, the sweep finds the row.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.message import Message
from email.utils import make_msgid
from functools import partial

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.mail.smtp import deliver
from accounts.models import OutgoingMail
from config.jobs import leases, sweeps
from config.observability.metrics import Counter

logger = logging.getLogger("undermine.mail")

MAIL_COUNTER = Counter("undermine_mail", "Attempts to send emails, by outcome.", ["outcome"])


class QueueBackend(BaseEmailBackend):
    """Writes emails to the outbox, in the caller's transaction. All emails go through it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        rows = [_row(message) for message in email_messages if message.recipients()]
        OutgoingMail.objects.bulk_create(rows)
        if rows:
            transaction.on_commit(partial(sweeps.wake_worker, "accounts.send_waiting_mail"))
        return len(rows)


def send_next(at: datetime) -> bool:
    """Send one email that is due; False if there is none."""
    mail = _claim(at)
    if mail is None:
        return False
    try:
        deliver(StoredMessage(mail), partial(leases.mark_handed_over, [mail], at))
    except Exception as error:  # no error may hold up other emails
        _put_back(mail, error, at)
    else:
        OutgoingMail.objects.filter(pk=mail.pk).delete()
        MAIL_COUNTER.labels("sent").inc()
        logger.info("mail %s sent after %s attempts", mail.pk, mail.attempts)
    return True


def waiting_mail(at: datetime) -> QuerySet[OutgoingMail]:
    """Return emails that are due, not given up and not held by a worker."""
    return leases.due_rows(OutgoingMail.objects.filter(given_up_at__isnull=True), at)


def delivery_status(mail: OutgoingMail) -> str:
    """Describe what happened to an email so far."""
    if mail.refused:
        return gettext("refused for good")
    if mail.given_up_at:
        given_up, unsure = gettext("given up"), gettext("given up; it may have arrived")
        return unsure if mail.unanswered else given_up
    if mail.unanswered:
        return gettext("not answered: it may have arrived")
    return gettext("failed, tried again") if mail.last_error else gettext("waiting")


def drop_waiting(email: str) -> None:
    """Delete waiting emails with this address as their only recipient."""
    for mail in OutgoingMail.objects.filter(recipients__icontains=email):
        if mail.recipients.lower() == email.lower():
            mail.delete()


def _row(message: EmailMessage) -> OutgoingMail:
    message.extra_headers.setdefault("Message-ID", make_msgid(domain=settings.SITE_HOST))
    return OutgoingMail(
        recipients="\n".join(message.recipients()),
        sender=message.from_email,
        subject=message.subject[:255],
        mime=message.message().as_bytes().decode(),
    )


def _claim(at: datetime) -> OutgoingMail | None:
    due = waiting_mail(at)
    if not due.exists():  # spares SQLite a write lock for each sweep that finds nothing
        return None
    with transaction.atomic():
        mail = leases.skip_locked(due).first()
        if mail is None or not leases.take([mail], at):
            return None
    mail.refresh_from_db()
    return mail


def _put_back(mail: OutgoingMail, error: Exception, at: datetime) -> None:
    """Schedule another attempt, or give up and erase the text."""
    stored = OutgoingMail.objects.filter(pk=mail.pk)
    again = leases.put_back(stored, [mail], error, at, {"given_up_at": at, "mime": ""})
    MAIL_COUNTER.labels("put back" if again else "given up").inc()
    logger.warning("mail %s %s after %s attempts: %s", mail.pk,
                   "put back" if again else "given up", mail.attempts,
                   leases.describe_error(error))  # fmt: skip


class StoredMime(Message):
    """A message as it was queued, in the shape that Django's backends ask for."""

    def as_bytes(  # type: ignore[override]
        self, unixfrom: bool = False, linesep: str = "\n"
    ) -> bytes:
        return super().as_bytes(unixfrom, policy.compat32.clone(linesep=linesep))


class StoredMessage(EmailMessage):
    """A row, in the form that a backend can send."""

    def __init__(self, mail: OutgoingMail) -> None:
        super().__init__(mail.subject, "", mail.sender, mail.recipients.splitlines())
        self.mime = mail.mime
        modern = message_from_bytes(mail.mime.encode(), policy=policy.default)
        part = modern.get_body(("plain",))
        self.body = part.get_content() if part else ""

    def message(self) -> StoredMime:  # type: ignore[override]
        return message_from_bytes(self.mime.encode(), StoredMime)
