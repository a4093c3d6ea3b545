"""Celery tasks of moderation."""

from __future__ import annotations

from datetime import datetime

from config.celery import DELIVERY
from config.jobs.sweeps import SweepSteps, step_per_row, sweep
from games.moderation.services import report_alerts, seat_reassignment
from games.moderation.services.sanctions import REASSIGN_SWEEP


@sweep(REASSIGN_SWEEP, seconds=30)
def hand_on_seats(at: datetime) -> SweepSteps:
    """Reassign the seats of banned or suspended players, where the decision says so."""
    return seat_reassignment.reassignment_steps(at)


@sweep("moderation.tell_on_call", seconds=60, queue=DELIVERY)
def tell_on_call(at: datetime) -> SweepSteps:
    """Tell moderators on call about new reports."""
    return step_per_row(report_alerts.unannounced_reports(), report_alerts.alert_staff, at)
