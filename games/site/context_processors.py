"""What every template is given."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import demo, sign_in_first
from config.clock import now
from config.local_files import DEMO_EMAIL, DEMO_MODERATOR_EMAIL, DEMO_PASSWORD
from games.site import theme
from games.tables.presenters.standstill import standstill

# No evaluation, no injected styles, and no snapshot of a hand in the browser's storage.
HTMX_CONFIG = json.dumps(
    {
        "includeIndicatorStyles": False,
        "allowEval": False,
        "historyCacheSize": 0,
        "timeout": 15_000,  # what has not answered by then is as good as gone
    }
)


def site(request: HttpRequest) -> dict[str, object]:
    """Context of every template."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "local_mode": settings.LOCAL_MODE,
        "demo_player": (DEMO_EMAIL, DEMO_PASSWORD) if settings.LOCAL_MODE else None,
        "demo_moderator": DEMO_MODERATOR_EMAIL if settings.LOCAL_MODE else None,
        "demo_code": demo.code_now,  # asked only where it is shown; empty in production
        "htmx_config": HTMX_CONFIG,
        "theme": lambda: theme.chosen(request),
        "sign_in_url": lambda: sign_in_first.from_here(request),
        "standstill": SimpleLazyObject(lambda: standstill(now())),  # asked only where it is shown
    }
