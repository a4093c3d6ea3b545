"""What workers do for moderators (config/sweeps.py)."""

from __future__ import annotations

from datetime import datetime

from config.sweeps import Steps, sweep
from games.moderation import handing_on


@sweep(handing_on.TASK)
def hand_on_seats(at: datetime) -> Steps:
    """Hand on the seats of players who were banned or suspended, where the decision says so."""
    return handing_on.steps(at)
