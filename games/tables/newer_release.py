"""A table with rules that only a newer release has: while a site is upgraded step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.kinds.kind import UnknownRules

SECONDS: Final = 60
"""An upgrade replaces this process soon, and another may have the rules already."""


class NewerReleaseMiddleware:
    """Says so, and to try again in a minute. Nothing was changed: no rules, no move."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnknownRules):
            return None
        answer = render(request, "tables/newer_release.html", status=503)
        answer["Retry-After"] = str(SECONDS)
        return answer
