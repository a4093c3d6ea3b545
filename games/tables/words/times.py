"""How long is left, in few signs."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext, ngettext

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
