"""Middleware that finds the player, sets their language and time zone, and logs each request."""

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
from accounts.sign_in import bans, guests, security_log, sessions
from config.clock import now
from config.observability.logs import route
from config.observability.metrics import Counter, Histogram


class PlayerMiddleware(AuthenticationMiddleware):
    """Like Django's, but uses the player that was read together with the session.

    Answers in the player's language and time zone, or in the time zone of a visitor's browser.
    """

    async_capable = False
    get_response: Callable[[HttpRequest], HttpResponse]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: _current_player(request))  # type: ignore[assignment]
        sessions.end_staff_session_if_over(request, now())
        response = self._answer(request)
        # Tells the service worker which player the answer is for.
        response.headers[sessions.MARK_HEADER] = sessions.reader_mark(request)
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User):
            with timezone.override(time_zones.browser_zone(request)):
                response = self.get_response(request)
            if isinstance(request.user, User):  # signed in by this request
                _keep_private(response)
            return response
        with translation.override(request.user.language), timezone.override(request.user.zone):
            response = self.get_response(request)
            # Otherwise LocaleMiddleware would set the language of the browser.
            response.headers.setdefault("Content-Language", translation.get_language())
        _keep_private(response)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Show suspended players an explanation, and guests how to create an account."""
        if not isinstance(request.user, User):
            return None
        if sessions.counts_as_use(request):
            sessions.record_use(request, request.user, now())
        if request.user.is_suspended(now()) and not bans.may_suspended_visit(request):
            return bans.suspended_page(request, request.user)
        return guests.redirect_guest(request, request.user)


def _current_player(request: HttpRequest) -> User | AnonymousUser:
    found = sessions.signed_in_player(request.session) or auth.get_user(request)
    request.loaded_player = found  # type: ignore[attr-defined]
    return found


def _keep_private(response: HttpResponse) -> None:
    """Forbid shared caches to store it, and browsers to reuse it unless it says otherwise."""
    said = response.headers.get("Cache-Control")
    patch_cache_control(response, private=True, **({} if said else {"no_cache": True}))


logger = logging.getLogger("undermine.request")

REQUESTS = Counter("undermine_requests", "Requests, by route.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "undermine_request_seconds", "Duration of requests, by route.", ["route"]
)

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}


class RequestLogMiddleware:
    """Logs and counts each request by route, as a path may contain a key. Makes no query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = self.get_response(request)
        _log_request(request, response.status_code, time.monotonic() - began)
        return response


def _log_request(request: HttpRequest, status: int, seconds: float) -> None:
    method = str(request.method) if request.method in METHODS else "?"
    REQUESTS.labels(method, route(request), status).inc()
    REQUEST_SECONDS.labels(route(request)).observe(seconds)
    logger.info(
        "%s %s %s", method, route(request), status,
        extra={"method": method, "route": route(request), "status": status,
               "milliseconds": round(seconds * 1000), "user": _user_number(request),
               "network": _network(request)},
    )  # fmt: skip


def _user_number(request: HttpRequest) -> int | None:
    """Return the id of the player if already loaded."""
    user = getattr(request, "user", None)
    unknown = type(user) is SimpleLazyObject and not hasattr(request, "loaded_player")
    return None if user is None or unknown else user.pk


def _network(request: HttpRequest) -> str | None:
    """Return the keyed hash of the network, as in the security log."""
    try:
        return security_log.keyed_hash(security_log.request_network(request))
    except PermissionDenied:  # the web server gave no address
        return None
