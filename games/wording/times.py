"""How long is left, in few signs."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext, ngettext


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
