"""Time zones: converting local times to UTC, and guessing a visitor's zone.

Twice a year a clock skips times or shows them twice. A skipped time occurs when the clock jumps
over it; a repeated one has a first and a last occurrence.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from django.utils import translation

SECOND = timedelta(seconds=1)


def zone_info(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC if this machine doesn't know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def first_occurrence(day: date, shown: time, where: ZoneInfo) -> datetime:
    """Return when a clock there first shows, or skips, this time on that day."""
    return _utc_moment(datetime.combine(day, shown, tzinfo=where))


def last_occurrence(day: date, shown: time, where: ZoneInfo) -> datetime:
    """Return when a clock there last shows, or skips, this time on that day."""
    return _utc_moment(datetime.combine(day, shown, tzinfo=where).replace(fold=1))


def local_date(at: datetime, where: ZoneInfo) -> date:
    return at.astimezone(where).date()


def _utc_moment(wall: datetime) -> datetime:
    found = wall.astimezone(UTC)
    shown = found.astimezone(wall.tzinfo)
    return found if shown.replace(tzinfo=None) == wall.replace(tzinfo=None) else _skipped_to(wall)


def _skipped_to(skipped: datetime) -> datetime:
    """Return the moment when the clock jumps over this time."""
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


ZONE_COOKIE = "zone"
MAX_COOKIE_LENGTH = 64
FALLBACK_ZONE = "UTC"
ZONE_OF_LANGUAGE = {"nl": "Europe/Amsterdam", "de": "Europe/Berlin"}
"""The zone of most readers of a language; English has none."""


def browser_zone(request: HttpRequest) -> ZoneInfo:
    """Return the zone that our script reads from the browser, or UTC."""
    return zone_info(request.COOKIES.get(ZONE_COOKIE, FALLBACK_ZONE)[:MAX_COOKIE_LENGTH])


def guess_zone(request: HttpRequest) -> str:
    """Return the likely zone of a new player."""
    told = request.COOKIES.get(ZONE_COOKIE, "")
    if told in available_timezones():
        return told
    return ZONE_OF_LANGUAGE.get((translation.get_language() or "")[:2], FALLBACK_ZONE)
