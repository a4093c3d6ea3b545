"""Pages of the site: privacy, terms, contact, trademarks; and the theme."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django.views.generic import TemplateView

from accounts.models import User
from config import environment


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "site/privacy.html", {"periods": retention_periods()})


terms = require_safe(TemplateView.as_view(template_name="site/terms.html"))
trademarks = require_safe(TemplateView.as_view(template_name="site/names.html"))


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "site/contact.html", {"contact_email": settings.CONTACT_EMAIL})


THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
THEME_COOKIE_AGE = 60 * 60 * 24 * 365


def chosen_theme(request: HttpRequest) -> str:
    """Return the account's theme, or this browser's."""
    user = getattr(request, "user", None)  # an error page may come before the session
    if isinstance(user, User):
        return user.theme
    found = request.COOKIES.get(THEME_COOKIE, "")
    return found if found in THEMES else "auto"


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Store the theme, for the account or else for this browser."""
    theme = request.POST.get("theme", "")
    if theme not in THEMES:
        return HttpResponseBadRequest()
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(theme=theme)
    response = HttpResponseRedirect(_safe_next(request))  # `redirect` would resolve it as a route
    response.set_cookie(
        THEME_COOKIE, theme, THEME_COOKIE_AGE, secure=settings.SECURE, httponly=True, samesite="Lax"
    )
    return response


def _safe_next(request: HttpRequest) -> str:
    target = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe and target.startswith("/") else "/"


DAYS_PER_YEAR: Final = 365


def retention_periods() -> list[tuple[Promise, str]]:
    """Return what is kept and for how long, in words."""
    signed_in = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    kept = [(what, getattr(settings, name)) for name, what in environment.RETENTION.items()]
    found = [(_("A sign-in that is not used"), signed_in), *kept]
    return [(what, period_in_words(span)) for what, span in found]


def period_in_words(span: timedelta) -> str:
    years, rest = divmod(span.days, DAYS_PER_YEAR)
    if years and not rest:
        return ngettext("%(n)d year", "%(n)d years", years) % {"n": years}
    return ngettext("%(n)d day", "%(n)d days", span.days) % {"n": span.days}
