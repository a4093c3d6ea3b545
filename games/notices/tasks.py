"""What workers do for notices."""

from __future__ import annotations

from datetime import datetime

from config import sweeps
from config.sweeps import Steps, sweep
from games.notices import delivery


@sweep("notices.send_notices")
def send_notices(at: datetime) -> Steps:
    """Tell everybody what is due."""
    return sweeps.until_nothing(delivery.send_next)
