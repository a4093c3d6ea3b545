"""Redirecting to sign-in, and back to the requested page.

On the way they may sign up, open an email, reset a password or enter a second factor. Pages pass on
`next`; a short-lived cookie remembers it where they can't. Only paths of this site count.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME as NEXT
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

COOKIE = "wanted"
COOKIE_LIFETIME = timedelta(hours=2)
MAX_LENGTH = 300
SAFE_METHODS = ("GET", "HEAD")
ACCOUNT_PAGES = "/accounts/"


def safe_path(target: str, request: HttpRequest) -> str:
    """Return path and query of a URL of this site; "" for any other URL."""
    host, https = {request.get_host()}, request.is_secure()
    if len(target) > MAX_LENGTH or not url_has_allowed_host_and_scheme(target, host, https):
        return ""
    parts = urlsplit(target)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return path if path.startswith("/") and not path.startswith("//") else ""


def remembered_path(request: HttpRequest) -> str:
    return safe_path(request.COOKIES.get(COOKIE, ""), request)


def sign_in_url(back: str) -> str:
    """Return the URL of the sign-in page that leads back to this path."""
    query = urlencode({NEXT: back}, safe="/") if back else ""
    return f"{resolve_url(settings.LOGIN_URL)}?{query}".rstrip("?")


def with_next(path: str, request: HttpRequest | None) -> str:
    """Add `next` to a path for an email, which may be opened in another browser."""
    if request is None:  # sent by a task
        return path
    asked = request.POST.get(NEXT) or request.GET.get(NEXT) or ""
    wanted = safe_path(asked, request) or remembered_path(request)
    return f"{path}?{urlencode({NEXT: wanted}, safe='/')}" if wanted else path


def sign_in_link(request: HttpRequest) -> str:
    """Return the URL of a page's own sign-in link, which leads back to the page."""
    at_the_door = request.path.startswith(ACCOUNT_PAGES) or request.resolver_match is None
    if at_the_door or request.method not in SAFE_METHODS or request.path == "/":
        return sign_in_url(safe_path(request.GET.get(NEXT, ""), request))
    return sign_in_url(safe_path(request.get_full_path(), request))


def redirect_to_sign_in(request: HttpRequest, back: str = "") -> HttpResponse:
    """Redirect to sign-in, which leads back to `back` or the current page."""
    target = sign_in_url(back or _current_page(request))
    if "HX-Request" in request.headers:  # htmx would follow a plain redirect unseen
        return HttpResponseClientRedirect(target)
    return HttpResponseRedirect(target)


def _current_page(request: HttpRequest) -> str:
    """Return the path of the full page, also for requests from parts of it."""
    seen = request.headers.get("HX-Current-URL", "")
    if not seen and request.method in SAFE_METHODS:
        return safe_path(request.get_full_path(), request)
    return safe_path(seen or request.headers.get("Referer", ""), request)


class SignInRedirectMiddleware:
    """Remembers the page that a visitor requested, and redirects whole pages for htmx requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated:
            if COOKIE in request.COOKIES:
                response.delete_cookie(COOKIE)
            return response
        if _leads_to_sign_in(response) and not _is_full_page(request):
            response = redirect_to_sign_in(request, _path_back(response, request))
        self._remember(request, response)
        return response

    def _remember(self, request: HttpRequest, response: HttpResponse) -> None:
        if wanted := safe_path(request.GET.get(NEXT, ""), request):
            response.set_cookie(
                COOKIE,
                wanted,
                COOKIE_LIFETIME,
                secure=settings.SECURE,
                httponly=True,
                samesite="Lax",
            )


def _leads_to_sign_in(response: HttpResponse) -> bool:
    target = response.headers.get("Location", "")
    return urlsplit(target).path == resolve_url(settings.LOGIN_URL)


def _path_back(response: HttpResponse, request: HttpRequest) -> str:
    """Return the path that the redirect leads back to; for a form's URL, the page of the form."""
    query = parse_qs(urlsplit(response.headers["Location"]).query)
    back = safe_path(query.get(NEXT, [""])[0], request)
    return back if urlsplit(back).path != request.path else _current_page(request) or back


def _is_full_page(request: HttpRequest) -> bool:
    """Return whether a full page was requested, so that Django knows where to come back to."""
    return request.method in SAFE_METHODS and "HX-Request" not in request.headers
