"""What workers do for notices."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from config.jobs import sweeps
from config.jobs.sweeps import SweepSteps, sweep
from games.notices import delivery


@sweep("notices.send_notices")
def send_notices(at: datetime) -> SweepSteps:
    """Tell everybody what is due by push and webhook."""
    return sweeps.drain(partial(delivery.send_next, channels=delivery.REQUEST_CHANNELS))


@sweep("notices.mail_notices")
def mail_notices(at: datetime) -> SweepSteps:
    """Tell everybody what is due by mail."""
    return sweeps.drain(partial(delivery.send_next, channels=delivery.MAIL_CHANNELS))
