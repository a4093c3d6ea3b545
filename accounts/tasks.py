"""What workers do for accounts. Thin: the work is in the modules they call."""

from __future__ import annotations

from datetime import datetime

from accounts.mail import outbox
from config.jobs import sweeps
from config.jobs.sweeps import SweepSteps, sweep


@sweep("accounts.send_waiting_mail")
def send_waiting_mail(at: datetime) -> SweepSteps:
    """Send what is due."""
    return sweeps.drain(outbox.send_next)
