"""Celery tasks of accounts."""

from __future__ import annotations

from datetime import datetime

from accounts.mail import outbox
from config.celery import MAIL
from config.jobs import sweeps
from config.jobs.sweeps import SweepSteps, sweep


@sweep("accounts.send_waiting_mail", seconds=20, queue=MAIL)
def send_waiting_mail(at: datetime) -> SweepSteps:
    """Send emails, except those of notices."""
    return sweeps.drain(outbox.send_next)
