"""Pages that belong to the site and to no game: privacy, terms, contact, names."""

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

from accounts.models import User


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "site/privacy.html", {"periods": retention_periods()})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "site/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "site/contact.html", {"contact_email": settings.CONTACT_EMAIL})


@require_safe
def trademarks(request: HttpRequest) -> HttpResponse:
    """A note on names and trademarks."""
    return render(request, "site/names.html")


# --- Theme: stored with the account, or in the browser ---

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
THEME_COOKIE_AGE = 60 * 60 * 24 * 365


def chosen_theme(request: HttpRequest) -> str:
    """The reader's own choice, else this browser's, else what the system likes."""
    user = getattr(request, "user", None)  # a page for an error may come before the session
    if isinstance(user, User):
        return user.theme
    found = request.COOKIES.get(THEME_COOKIE, "")
    return found if found in THEMES else "auto"


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or automatic, for the account or else for this browser."""
    theme = request.POST.get("theme", "")
    if theme not in THEMES:
        return HttpResponseBadRequest()
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(theme=theme)
    response = HttpResponseRedirect(_safe_next(request))  # `redirect` would take it for a name
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


# --- Retention periods in words; the periods are settings ---

DAYS_PER_YEAR: Final = 365

RETENTION_SETTINGS: Final[dict[str, Promise]] = {
    "SESSION_COOKIE_AGE": _("A sign-in that is not used"),
    "KEEP_GUESTS": _("A guest who does not come again"),
    "KEEP_UNCONFIRMED_ACCOUNTS": _("A sign-up that nobody confirms"),
    "KEEP_CLOSED_TABLES": _("Tables that never began or were cancelled"),
    "KEEP_ABANDONED_TABLES": _("Tables that everybody left"),
    "KEEP_INVITED_ADDRESSES": _("Email addresses that were invited to a table"),
    "KEEP_VACATIONS": _("Vacations, after their last day"),
    "KEEP_NOTICES": _("Notices, after they were sent"),
    "KEEP_GIVEN_UP_MAIL": _("That a mail could not be delivered"),
    "KEEP_REFUSED_ADDRESSES": _("Hashes of addresses to which mail came back"),
    "KEEP_DEVICE_TRACES": _("Hints of shared devices"),
    "KEEP_REPORTS": _("Reports, after they were answered"),
    "KEEP_SANCTIONS": _("Decisions of moderators, after they end"),
    "KEEP_EARLIER_NAMES": _("Earlier names of players"),
    "KEEP_STAFF_NOTES": _("Notes of moderators"),
    "KEEP_AUDIT": _("The trail of what moderators did"),
}


def retention_periods() -> list[tuple[Promise, str]]:
    """What is kept, and for how long."""
    return [(what, period_in_words(_period(name))) for name, what in RETENTION_SETTINGS.items()]


def _period(name: str) -> timedelta:
    found = getattr(settings, name)
    return found if isinstance(found, timedelta) else timedelta(seconds=found)


def period_in_words(span: timedelta) -> str:
    years, rest = divmod(span.days, DAYS_PER_YEAR)
    if years and not rest:
        return ngettext("%(n)d year", "%(n)d years", years) % {"n": years}
    return ngettext("%(n)d day", "%(n)d days", span.days) % {"n": span.days}
