"""Dates and times in words, in the reader's language (config/formats) and time zone.

If the zone is unknown, times are in UTC and say so.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, ngettext_lazy

UNITS = (
    (timedelta(days=1), ngettext_lazy("in %(number)d day", "in %(number)d days", "number")),
    (timedelta(hours=1), ngettext_lazy("in %(number)d hour", "in %(number)d hours", "number")),
    (
        timedelta(minutes=1),
        ngettext_lazy("in %(number)d minute", "in %(number)d minutes", "number"),
    ),
)


def day(value: date) -> str:
    """Return a date or datetime as `16 Nov 2026`."""
    local = timezone.localtime(value) if isinstance(value, datetime) else value
    return date_format(local, "DATE_FORMAT")


def moment_without_zone(at: datetime) -> str:
    """Return `16 Nov 2026, 18:07`, for a sentence that names the zone itself."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def moment(at: datetime) -> str:
    """Return `16 Nov 2026, 18:07`, with `UTC` if the reader's zone is unknown."""
    return _with_zone(moment_without_zone(at))


def time_or_moment(at: datetime, today: datetime) -> str:
    """Return `18:07` for today, else with the date."""
    local = timezone.localtime(at)
    if local.date() != timezone.localtime(today).date():
        return moment(at)
    return _with_zone(date_format(local, "TIME_FORMAT"))


def _with_zone(said: str) -> str:
    return f"{said} UTC" if timezone.get_current_timezone_name() == "UTC" else said


def time_until(due: datetime, at: datetime) -> str:
    """Return `in 2 days`: the time left, rounded down; "" if it is past."""
    left = due - at
    if left < timedelta(0):
        return ""
    for unit, words in UNITS:
        if number := left // unit:
            return str(words % {"number": number})
    return gettext("any moment now")


def deadline(due: datetime, at: datetime) -> str:
    """Return `16 Nov 2026, 18:07 (in 2 days)`."""
    said, how_long = moment(due), time_until(due, at)
    return f"{said} ({how_long})" if how_long else said


def span(seconds: int) -> str:
    """Return `2 d 5 h`: the two largest of days, hours and minutes, rounded down."""
    minutes = max(0, seconds) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes % 60}
    return gettext("%(minutes)d min") % {"minutes": minutes}


DAYS, HOURS, MINUTES = ("%(days)d", "%(hours)d", "%(minutes)d")


def patterns() -> dict[str, str]:
    """Return the texts of `time_left` with placeholders, for the script that updates them."""
    by_days = gettext("%(days)d d %(hours)d h left")
    by_hours = gettext("%(hours)d h %(minutes)d min left")
    by_minutes = ngettext("%(minutes)d min left", "%(minutes)d min left", 2)
    return {
        "days": by_days.replace(DAYS, "{0}").replace(HOURS, "{1}"),
        "hours": by_hours.replace(HOURS, "{0}").replace(MINUTES, "{1}"),
        "minutes": by_minutes.replace(MINUTES, "{0}"),
        "over": gettext("overdue"),
    }


def time_left(due: datetime, at: datetime) -> str:
    """Return `2 d 4 h left`, `3 h 20 min left`, `12 min left` or `overdue`."""
    minutes = int((due - at).total_seconds() // 60)
    days, hours = minutes // 1440, minutes // 60
    if minutes < 0:
        return gettext("overdue")
    if days:
        return gettext("%(days)d d %(hours)d h left") % {"days": days, "hours": hours % 24}
    if hours:
        return gettext("%(hours)d h %(minutes)d min left") % {
            "hours": hours,
            "minutes": minutes % 60,
        }
    return ngettext("%(minutes)d min left", "%(minutes)d min left", minutes) % {"minutes": minutes}
