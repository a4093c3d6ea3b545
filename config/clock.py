"""The only place that reads the current time."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """Return the current time in UTC. Services and sweeps take it as an argument instead."""
    return timezone.now()
