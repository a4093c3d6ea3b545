"""Times in words: one style a language (config/formats), in the zone of whoever reads.

Where nobody knows the reader's zone it is UTC, and every time says so.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def day(value: date) -> str:
    """`16 Nov 2026`, of a day or of a moment."""
    local = timezone.localtime(value) if isinstance(value, datetime) else value
    return date_format(local, "DATE_FORMAT")


def moment_without_zone(at: datetime) -> str:
    """`16 Nov 2026, 18:07`, for a sentence that tells the zone by itself."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def moment(at: datetime) -> str:
    """The same; with the zone, where that is nobody's own."""
    return _with_zone(moment_without_zone(at))


def time_or_moment(at: datetime, today: datetime) -> str:
    """`18:07`, of what was today; else the whole moment."""
    local = timezone.localtime(at)
    if local.date() != timezone.localtime(today).date():
        return moment(at)
    return _with_zone(date_format(local, "TIME_FORMAT"))


def _with_zone(said: str) -> str:
    return f"{said} UTC" if timezone.get_current_timezone_name() == "UTC" else said


def time_until(due: datetime, at: datetime) -> str:
    """`in 2 days`: roughly how long it is till then, rounded down; nothing once it is past."""
    left = due - at
    if left < timedelta(0):
        return ""
    if left >= DAY:
        number = left // DAY
        return ngettext("in %(number)d day", "in %(number)d days", number) % {"number": number}
    if left >= HOUR:
        number = left // HOUR
        return ngettext("in %(number)d hour", "in %(number)d hours", number) % {"number": number}
    number = left // MINUTE
    if not number:
        return gettext("any moment now")
    return ngettext("in %(number)d minute", "in %(number)d minutes", number) % {"number": number}


def deadline(due: datetime, at: datetime) -> str:
    """`16 Nov 2026, 18:07 (in 2 days)`."""
    said, how_long = moment(due), time_until(due, at)
    return f"{said} ({how_long})" if how_long else said


def span(seconds: int) -> str:
    """`2 d 5 h`: the two largest of days, hours and minutes, rounded down."""
    minutes = max(0, seconds) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes % 60}
    return gettext("%(minutes)d min") % {"minutes": minutes}


# --- how long is left, in few signs --------------------------------------------------------------

DAYS, HOURS, MINUTES = ("%(days)d", "%(hours)d", "%(minutes)d")


def patterns() -> dict[str, str]:
    """The sentences of `time_left` with gaps that a script can fill, as time goes by."""
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
    """`2 d 4 h left`, `3 h 20 min left`, `12 min left`, `overdue`."""
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
