"""What workers do for all apps together."""

from __future__ import annotations

from datetime import datetime

from config import retention
from config.sweeps import Steps, sweep


@sweep("config.clean_up")
def clean_up(at: datetime) -> Steps:
    """Remove what has grown old, of every app."""
    return retention.steps(at)
