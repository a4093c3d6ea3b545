"""A table that a signed-out reader may not see, or that is not there: the same answer for both."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from accounts import sign_in_first


class TableDoorMiddleware:
    """Signed out, it asks to sign in and then goes there: whether there is a table tells only 404,
    and only to who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        match = request.resolver_match
        at_a_table = match is not None and "code" in match.kwargs
        if isinstance(exception, Http404) and at_a_table and not request.user.is_authenticated:
            return sign_in_first.ask_to_sign_in(request)
        return None
