"""What workers do for notices."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from config import sweeps
from config.sweeps import Steps, sweep
from games.notices import claims, delivery


@sweep("notices.send_notices")
def send_notices(at: datetime) -> Steps:
    """Tell everybody what is due by push and webhook."""
    return sweeps.until_nothing(partial(delivery.send_next, channels=claims.REQUESTS))


@sweep("notices.mail_notices")
def mail_notices(at: datetime) -> Steps:
    """Tell everybody what is due by mail."""
    return sweeps.until_nothing(partial(delivery.send_next, channels=claims.MAIL))
