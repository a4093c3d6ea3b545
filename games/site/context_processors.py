"""The context of every template."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.timesince import timesince

from accounts import demo
from accounts.sign_in import redirects
from config.clock import now
from config.environment import DEMO_EMAIL, DEMO_MODERATOR_EMAIL, DEMO_PASSWORD
from games.site import views
from games.tables.models import SiteClock

# No eval, no injected styles, and no copy of a hand in the browser's storage.
HTMX_CONFIG = json.dumps(
    {
        "includeIndicatorStyles": False,
        "allowEval": False,
        "historyCacheSize": 0,
        "timeout": 15_000,
    }
)


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "local_mode": settings.LOCAL_MODE,
        "demo_player": (DEMO_EMAIL, DEMO_PASSWORD) if settings.LOCAL_MODE else None,
        "demo_moderator": DEMO_MODERATOR_EMAIL if settings.LOCAL_MODE else None,
        "demo_code": demo.demo_code,  # called only where it is shown; empty in production
        "htmx_config": HTMX_CONFIG,
        "theme": lambda: views.chosen_theme(request),
        "sign_in_url": lambda: redirects.sign_in_link(request),
        "standstill": SimpleLazyObject(partial(standstill, now())),  # read only where it is shown
    }


TOLD_FOR = timedelta(days=1)


def standstill(at: datetime) -> dict[str, object] | None:
    """Return what the banner says, if anything. One query.

    `planned` is maintenance, with the operators' message; otherwise the site was down.
    """
    try:
        clock = SiteClock.current()
    except DatabaseError:
        return None
    if since := clock.stands_since(at):
        stopped = clock.is_stopped
        until = clock.until if stopped and clock.until and clock.until > at else None
        return {
            "stands": True,
            "planned": stopped,
            "since": since,
            "until": until,  # when operators expect clocks to run again
            "message": clock.message if stopped else "",
        }
    if clock.stopped_at is None or clock.went_on_at is None or at - clock.went_on_at > TOLD_FOR:
        return None
    length = timesince(clock.stopped_at, clock.went_on_at)  # deadlines moved by at least that
    return {"stands": False, "planned": clock.planned, "until": clock.went_on_at, "length": length}
