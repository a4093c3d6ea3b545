"""Context of every template."""

from __future__ import annotations

import json
from dataclasses import dataclass
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


# --- The banner while all clocks are stopped, and for a day afterwards ---

TOLD_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standstill:
    """A time in which all clocks were stopped, now or recently."""

    stands: bool
    """Clocks are stopped now."""
    planned: bool
    """For maintenance; otherwise the site was down."""
    since: datetime
    until: datetime | None
    """When clocks ran again, or when operators expect them to."""
    message: str
    """The operators' message."""
    length: str = ""
    """How long it was, in words; deadlines moved by at least that."""


def standstill(at: datetime) -> Standstill | None:
    """Return what the banner says, if anything. One query."""
    try:
        clock = SiteClock.current()
    except DatabaseError:
        return None
    if since := clock.stands_since(at):
        stopped = clock.is_stopped
        until = clock.until if stopped and clock.until and clock.until > at else None
        return Standstill(True, stopped, since, until, clock.message if stopped else "")
    if clock.stopped_at is None or clock.went_on_at is None or at - clock.went_on_at > TOLD_FOR:
        return None
    length = timesince(clock.stopped_at, clock.went_on_at)
    return Standstill(False, clock.planned, clock.stopped_at, clock.went_on_at, "", length)
