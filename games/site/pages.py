"""Pages that belong to the site and to no game, and what every page is told."""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from accounts import sign_in_first
from config.local_files import DEMO_EMAIL, DEMO_PASSWORD
from games.site import retention_periods

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
YEAR = 60 * 60 * 24 * 365

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
        "htmx_config": HTMX_CONFIG,
        "theme": theme_of(request),
        "sign_in_url": lambda: sign_in_first.from_here(request),
    }


def theme_of(request: HttpRequest) -> str:
    """The reader's own choice, else this browser's, else what the system likes."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return str(user.theme)
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else "auto"


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or automatic, for the account or else for this browser."""
    theme = request.POST.get("theme", "")
    if theme not in THEMES:
        return HttpResponseBadRequest()
    if request.user.is_authenticated:
        get_user_model().objects.filter(pk=request.user.pk).update(theme=theme)
    response = HttpResponseRedirect(_safe_next(request))  # `redirect` would take it for a name
    response.set_cookie(
        THEME_COOKIE, theme, YEAR, secure=settings.SECURE, httponly=True, samesite="Lax"
    )
    return response


def _safe_next(request: HttpRequest) -> str:
    target = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe and target.startswith("/") else "/"


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/privacy.html", {"periods": retention_periods.periods()})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/contact.html", {"contact_email": settings.CONTACT_EMAIL})


@require_safe
def names(request: HttpRequest) -> HttpResponse:
    """A note on names and trademarks."""
    return render(request, "pages/names.html")
