"""The figures of the site, on one page."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from config.clock import now
from games.moderation import figures as counted
from games.moderation.actions import Action
from games.moderation.pages.page import admin_page, require_staff


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    reader = require_staff(request, Action.FIGURES)
    found = counted.figures(now(), reader)
    series = [
        (_("Tables started"), found.started),
        (_("Tables finished"), found.finished),
        (_("Tables abandoned"), found.abandoned),
        (_("Mails sent"), found.mails_sent),
    ]
    charts = [(title, row.total, counted.bars(row)) for title, row in series]
    context = {
        "f": found,
        "charts": charts,
        "days": counted.DAYS,
        "turn": _span(found.turn),
        "heartbeat": _span(found.heartbeat),
        "lag": _span(found.lag),
    }
    return admin_page(request, "figures.html", _("Figures"), context)


def _span(found: timedelta | None) -> str:
    """The two largest of days, hours and minutes."""
    if found is None:
        return ""
    minutes = int(found.total_seconds() // 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes % 60}
    return gettext("%(minutes)d min") % {"minutes": minutes}
