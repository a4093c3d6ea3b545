"""Clocks on the wall: when it is such a time on such a day in some zone.

Twice a year a wall clock skips times or shows them twice. A time that is skipped has come when the
clock jumps over it; of one that is shown twice there is a first and a last. All moments are UTC.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

SECOND = timedelta(seconds=1)


def zone(name: str) -> ZoneInfo:
    """The zone of this name; UTC when the machine does not, or no longer, know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def first(day: date, shown: time, where: ZoneInfo) -> datetime:
    """When the clock there shows, or jumps over, this time for the first time on that day."""
    return _moment(datetime.combine(day, shown, tzinfo=where))


def last(day: date, shown: time, where: ZoneInfo) -> datetime:
    """When it does so for the last time."""
    return _moment(datetime.combine(day, shown, tzinfo=where).replace(fold=1))


def today(at: datetime, where: ZoneInfo) -> date:
    return at.astimezone(where).date()


def _moment(wall: datetime) -> datetime:
    found = wall.astimezone(UTC)
    shown = found.astimezone(wall.tzinfo)
    return found if shown.replace(tzinfo=None) == wall.replace(tzinfo=None) else _jump(wall)


def _jump(skipped: datetime) -> datetime:
    """When the clock jumps over this time: somewhere between its two readings."""
    whole = skipped.replace(microsecond=0)
    early, late = (whole.replace(fold=fold).astimezone(UTC) for fold in (1, 0))
    before = early.astimezone(skipped.tzinfo).utcoffset()
    while late - early > SECOND:
        middle = early + (late - early) // (2 * SECOND) * SECOND
        if middle.astimezone(skipped.tzinfo).utcoffset() == before:
            early = middle
        else:
            late = middle
    return early + SECOND
