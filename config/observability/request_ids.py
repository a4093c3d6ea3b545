"""Request ids: they connect log lines, error pages and tasks with a request.

A trusted proxy may set the id (`X-Request-ID`); otherwise we do. It is `request.id`, is returned in
the response header, and is in every line logged for the request, also by workers that it wakes.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse

HEADER = "X-Request-ID"
VALID_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

_number: ContextVar[str] = ContextVar("request id", default="")
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def current_id() -> str:
    """Return the id of the current request, or of the one that woke this task; "" if none."""
    return _number.get()


def current_request() -> HttpRequest | None:
    return _request.get()


class RequestIdMiddleware:
    """Middleware that sets the id of each request, and returns it in the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = _id_from_proxy(request) or secrets.token_hex(16)
        request.id = number  # type: ignore[attr-defined]
        before = _number.set(number), _request.set(request)
        try:
            response = self.get_response(request)
        finally:
            _number.reset(before[0])
            _request.reset(before[1])
        if not isinstance(response, FileResponse):  # static files are cached for everybody
            response.headers[HEADER] = number
        return response


def _id_from_proxy(request: HttpRequest) -> str:
    """Return the id set by a trusted proxy, if it is well-formed."""
    said: str = request.headers.get(HEADER, "") if settings.TRUSTED_PROXY_COUNT else ""
    return said if VALID_ID.fullmatch(said) else ""


def add_to_message(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Pass the id on to a task."""
    if headers is not None and current_id():
        headers["request_id"] = current_id()


def read_from_message(task: Any, **_: Any) -> None:
    _number.set((task.request.headers or {}).get("request_id", ""))
