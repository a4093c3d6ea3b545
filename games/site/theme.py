"""Light, dark, or as the system likes: who has an account chooses for it, others for a browser."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import User

THEMES = ("auto", "light", "dark")
COOKIE = "theme"
YEAR = 60 * 60 * 24 * 365


def chosen(request: HttpRequest) -> str:
    """The reader's own choice, else this browser's, else what the system likes."""
    user = getattr(request, "user", None)  # a page for an error may come before the session
    if isinstance(user, User):
        return user.theme
    found = request.COOKIES.get(COOKIE, "")
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
    response.set_cookie(COOKIE, theme, YEAR, secure=settings.SECURE, httponly=True, samesite="Lax")
    return response


def _safe_next(request: HttpRequest) -> str:
    target = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe and target.startswith("/") else "/"
