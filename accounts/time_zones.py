"""Clocks on the wall: when it is such a time on such a day in some zone.

Twice a year a wall clock skips times or shows them twice. A time that is skipped has come when the
clock jumps over it; of one that is shown twice there is a first and a last. All moments are UTC.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from django.utils import translation

SECOND = timedelta(seconds=1)


def zone_info(name: str) -> ZoneInfo:
    """The zone of this name; UTC when the machine does not, or no longer, know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def first_occurrence(day: date, shown: time, where: ZoneInfo) -> datetime:
    """When the clock there shows, or jumps over, this time for the first time on that day."""
    return _utc_moment(datetime.combine(day, shown, tzinfo=where))


def last_occurrence(day: date, shown: time, where: ZoneInfo) -> datetime:
    """When it does so for the last time."""
    return _utc_moment(datetime.combine(day, shown, tzinfo=where).replace(fold=1))


def local_date(at: datetime, where: ZoneInfo) -> date:
    return at.astimezone(where).date()


def _utc_moment(wall: datetime) -> datetime:
    found = wall.astimezone(UTC)
    shown = found.astimezone(wall.tzinfo)
    return found if shown.replace(tzinfo=None) == wall.replace(tzinfo=None) else _skipped_to(wall)


def _skipped_to(skipped: datetime) -> datetime:
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


# Which time zone somebody lives in who has not told us: as the browser says, or a guess.

ZONE_COOKIE = "zone"
MAX_COOKIE_LENGTH = 64
FALLBACK_ZONE = "UTC"
ZONE_OF_LANGUAGE = {"nl": "Europe/Amsterdam", "de": "Europe/Berlin"}
"""Where most who read a language live; of who reads English nobody knows."""


def browser_zone(request: HttpRequest) -> ZoneInfo:
    """What a script of ours has asked the browser; without that, UTC."""
    return zone_info(request.COOKIES.get(ZONE_COOKIE, FALLBACK_ZONE)[:MAX_COOKIE_LENGTH])


def guess_zone(request: HttpRequest) -> str:
    """For a new account; what the form says counts more."""
    told = request.COOKIES.get(ZONE_COOKIE, "")
    if told in available_timezones():
        return told
    return ZONE_OF_LANGUAGE.get((translation.get_language() or "")[:2], FALLBACK_ZONE)
