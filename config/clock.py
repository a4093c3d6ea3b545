"""The one clock of the project: nothing else asks what time it is."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """This moment, in UTC. Services and sweeps take it as an argument instead of asking."""
    return timezone.now()
