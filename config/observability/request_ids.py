"""Which request a log line, an error page or a woken task belongs to: a number for each request.

A proxy of ours may have given it one (`X-Request-ID`); what a stranger writes there is not taken.
The number is `request.id`, goes back in the answer's header, and is in every line that is logged
meanwhile, in whatever thread or task of the loop, and by the worker that the request woke.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_prerun
from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse

HEADER = "X-Request-ID"
SANE = re.compile(r"[A-Za-z0-9._-]{8,64}")

_number: ContextVar[str] = ContextVar("request id", default="")
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def current() -> str:
    """The number of the request that is being answered, or that woke this task; '' if none."""
    return _number.get()


def current_request() -> HttpRequest | None:
    return _request.get()


class RequestIds:
    """Give each request its number, and say it in the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = _given(request) or secrets.token_hex(16)
        request.id = number  # type: ignore[attr-defined]
        before = _number.set(number), _request.set(request)
        try:
            response = self.get_response(request)
        finally:
            _number.reset(before[0])
            _request.reset(before[1])
        if not isinstance(response, FileResponse):  # static files are light, and anybody's
            response.headers[HEADER] = number
        return response


def _given(request: HttpRequest) -> str:
    """By a proxy of ours, if there is one; anything else than a plain word is none."""
    said: str = request.headers.get(HEADER, "") if settings.TRUSTED_PROXY_COUNT else ""
    return said if SANE.fullmatch(said) else ""


def travel() -> None:
    """From now on a message to a worker names the request that sent it."""
    before_task_publish.connect(_hand_on)
    task_prerun.connect(_take_on)


def _hand_on(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and current():
        headers["request_id"] = current()


def _take_on(task: Any, **_: Any) -> None:
    _number.set((task.request.headers or {}).get("request_id", ""))
