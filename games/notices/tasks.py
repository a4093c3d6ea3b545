"""Celery tasks of notices."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from config.celery import DELIVERY, MAIL
from config.jobs import sweeps
from config.jobs.sweeps import SweepSteps, sweep
from games.notices import delivery


@sweep("notices.send_notices", seconds=20, queue=DELIVERY)
def send_notices(at: datetime) -> SweepSteps:
    """Send notices by push and webhook."""
    return sweeps.drain(partial(delivery.send_next, channels=delivery.REQUEST_CHANNELS))


@sweep("notices.mail_notices", seconds=20, queue=MAIL)
def mail_notices(at: datetime) -> SweepSteps:
    """Send notices by email."""
    return sweeps.drain(partial(delivery.send_next, channels=delivery.MAIL_CHANNELS))
