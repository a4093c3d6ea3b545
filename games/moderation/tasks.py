"""What workers do for moderators (config/jobs/sweeps.py)."""

from __future__ import annotations

from datetime import datetime

from config.jobs.sweeps import SweepSteps, step_per_row, sweep
from games.moderation.services import report_alerts, seat_reassignment
from games.moderation.services.sanctions import REASSIGN_SWEEP


@sweep(REASSIGN_SWEEP)
def hand_on_seats(at: datetime) -> SweepSteps:
    """Hand on the seats of players who were banned or suspended, where the decision says so."""
    return seat_reassignment.reassignment_steps(at)


@sweep("moderation.tell_on_call")
def tell_on_call(at: datetime) -> SweepSteps:
    """Tell the moderators on call of reports that they do not know of."""
    return step_per_row(report_alerts.unannounced_reports(), report_alerts.alert_staff, at)
