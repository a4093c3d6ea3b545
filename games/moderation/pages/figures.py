"""The figures of the site, on one page."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts import dates
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
    return dates.span(int(found.total_seconds())) if found is not None else ""
