"""Who reads: his language, his hours, and whether he may be here at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import activity, suspension
from accounts.models import User
from config.clock import now


class ReaderMiddleware:
    """Show every page in the language and time zone of whoever is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User):
            return self.get_response(request)
        activity.note(request, request.user, now())
        with translation.override(request.user.language), timezone.override(request.user.zone):
            response = self.get_response(request)
            # LocaleMiddleware, further out, would state the language of the browser.
            response.headers.setdefault("Content-Language", translation.get_language())
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """A suspended player meets one page, wherever he goes with a session of before."""
        if not isinstance(request.user, User) or not request.user.is_suspended(now()):
            return None
        return None if suspension.may_visit(request) else suspension.page(request, request.user)
