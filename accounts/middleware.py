"""For every request: the reader's language and time zone, and whether they are suspended."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject

from accounts import time_zones
from accounts.models import User
from accounts.privacy import reader_marks
from accounts.sign_in import attempt_limits, bans, guests, sessions
from accounts.sign_in.security_log import keyed_hash
from config.clock import now
from config.observability import metrics
from config.observability.logs import route


class AuthenticatedRequest(HttpRequest):
    """A request in a view behind `login_required`."""

    user: User


class PlayerMiddleware(AuthenticationMiddleware):
    """Django's, but that the player who was read with the session is not read again."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _current_player(request))  # type: ignore[assignment]


def _current_player(request: HttpRequest) -> User | AnonymousUser:
    if not hasattr(request, "_cached_user"):
        found = sessions.signed_in_player(request.session) or auth.get_user(request)
        request._cached_user = found  # type: ignore[attr-defined]
    known: User | AnonymousUser = request._cached_user  # type: ignore[attr-defined]
    return known


class ReaderMiddleware:
    """Show every page in the language and time zone of whoever is signed in; to a visitor, in the
    zone of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sessions.end_staff_session_if_over(request, now())
        if not isinstance(request.user, User):
            with timezone.override(time_zones.browser_zone(request)):
                return _with_reader_mark(
                    request, _answer_to_visitor(request, self.get_response(request))
                )
        with translation.override(request.user.language), timezone.override(request.user.zone):
            response = self.get_response(request)
            # LocaleMiddleware, further out, would state the language of the browser.
            response.headers.setdefault("Content-Language", translation.get_language())
        _keep_private(response)
        return _with_reader_mark(request, response)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """A suspended player who is still signed in sees one page, wherever they go."""
        if not isinstance(request.user, User):
            return None
        if sessions.counts_as_use(request):
            sessions.record_use(request, request.user, now())
        if request.user.is_suspended(now()) and not bans.may_suspended_visit(request):
            return bans.suspended_page(request, request.user)
        return guests.redirect_guest(request, request.user)


def _answer_to_visitor(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """An answer to a visitor, who may have signed in by it."""
    if isinstance(request.user, User):
        _keep_private(response)
    return response


def _with_reader_mark(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """It says whose it is, to the service worker in their browser."""
    response.headers[reader_marks.HEADER] = reader_marks.reader_mark(request)
    return response


def _keep_private(response: HttpResponse) -> None:
    """No cache on the way keeps it; what says nothing else is asked for again each time."""
    said = response.headers.get("Cache-Control")
    patch_cache_control(response, private=True, **({} if said else {"no_cache": True}))


# A line and a measure for each request: who, where and how long, never a path or an address.

logger = logging.getLogger("undermine.request")

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}


class RequestLogMiddleware:
    """The name of the route, and not the path, which may carry a key. No query is made for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = self.get_response(request)
        _log_request(request, response.status_code, time.monotonic() - began)
        return response


def _log_request(request: HttpRequest, status: int, seconds: float) -> None:
    method = str(request.method) if request.method in METHODS else "?"
    metrics.count_request(method, route(request), status, seconds)
    logger.info(
        "%s %s %s", method, route(request), status,
        extra={"method": method, "route": route(request), "status": status,
               "milliseconds": round(seconds * 1000), "user": _user_number(request),
               "network": _network(request)},
    )  # fmt: skip


def _user_number(request: HttpRequest) -> int | None:
    """Their number, if anybody has asked who they are: asking would cost a query."""
    user = getattr(request, "user", None)
    unknown = type(user) is SimpleLazyObject and not hasattr(request, "_cached_user")
    return None if user is None or unknown else user.pk


def _network(request: HttpRequest) -> str | None:
    """As in the log of the doors: the same for the same network, and nothing to read from it."""
    try:
        return keyed_hash(attempt_limits.request_network(request))
    except PermissionDenied:  # a web server that gave no address
        return None
