"""What workers do for accounts. Thin: the work is in the modules they call."""

from __future__ import annotations

from datetime import datetime

from accounts import outbox
from config import sweeps
from config.sweeps import Steps, sweep


@sweep("accounts.send_waiting_mail")
def send_waiting_mail(at: datetime) -> Steps:
    """Send what is due."""
    return sweeps.until_nothing(outbox.send_next)
