"""Mails caused by moderators, as they are sent."""

from __future__ import annotations

from datetime import datetime

from django.conf import LazySettings
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from games.notices import delivery
from games.notices.models import Notice


def keep_here(settings: LazySettings) -> None:
    """Keep mail in this process, for the test to read."""
    settings.DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def deliver(at: datetime) -> None:
    """Send all moderation mail due now; mail about games is left out."""
    Notice.objects.exclude(kind="moderation").delete()
    while delivery.send_next(at):
        pass


def letters(user: User) -> list[EmailMultiAlternatives]:
    """Return what this player was sent, oldest first."""
    found = [sent for sent in mail.outbox if user.email in sent.to]
    assert all(isinstance(sent, EmailMultiAlternatives) for sent in found)
    return found  # type: ignore[return-value]


def text(letter: EmailMultiAlternatives) -> str:
    return str(letter.body)


def html(letter: EmailMultiAlternatives) -> str:
    return str(letter.alternatives[0][0])
