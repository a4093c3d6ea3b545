"""For every request: the reader's language and time zone, and whether they are suspended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject

from accounts import not_for_guests, reader_marks, session_store, sessions, suspension, time_zones
from accounts.models import User
from config.clock import now


class WhoMiddleware(AuthenticationMiddleware):
    """Django's, but that the player who was read with the session is not read again."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _who(request))  # type: ignore[assignment]


def _who(request: HttpRequest) -> User | AnonymousUser:
    if not hasattr(request, "_cached_user"):
        found = session_store.signed_in(request.session) or auth.get_user(request)
        request._cached_user = found  # type: ignore[attr-defined]
    known: User | AnonymousUser = request._cached_user  # type: ignore[attr-defined]
    return known


class ReaderMiddleware:
    """Show every page in the language and time zone of whoever is signed in; to a visitor, in the
    zone of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sessions.end_if_over(request, now())
        if not isinstance(request.user, User):
            with timezone.override(time_zones.of_browser(request)):
                return _marked(request, _for_one(request, self.get_response(request)))
        with translation.override(request.user.language), timezone.override(request.user.zone):
            response = self.get_response(request)
            # LocaleMiddleware, further out, would state the language of the browser.
            response.headers.setdefault("Content-Language", translation.get_language())
        _keep_private(response)
        return _marked(request, response)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """A suspended player who is still signed in sees one page, wherever they go."""
        if not isinstance(request.user, User):
            return None
        if sessions.counts(request):
            sessions.note_use(request, request.user, now())
        if request.user.is_suspended(now()) and not suspension.may_visit(request):
            return suspension.page(request, request.user)
        return not_for_guests.instead(request, request.user)


def _for_one(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """An answer to a visitor, who may have signed in by it."""
    if isinstance(request.user, User):
        _keep_private(response)
    return response


def _marked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """It says whose it is, to the service worker in their browser."""
    response.headers[reader_marks.HEADER] = reader_marks.of(request)
    return response


def _keep_private(response: HttpResponse) -> None:
    """No cache on the way keeps it; what says nothing else is asked for again each time."""
    said = response.headers.get("Cache-Control")
    patch_cache_control(response, private=True, **({} if said else {"no_cache": True}))
