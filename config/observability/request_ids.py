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
VALID_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

_number: ContextVar[str] = ContextVar("request id", default="")
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def current_id() -> str:
    """The number of the request that is being answered, or that woke this task; '' if none."""
    return _number.get()


def current_request() -> HttpRequest | None:
    return _request.get()


class RequestIdMiddleware:
    """Give each request its number, and say it in the answer."""

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
        if not isinstance(response, FileResponse):  # static files are light, and anybody's
            response.headers[HEADER] = number
        return response


def _id_from_proxy(request: HttpRequest) -> str:
    """By a proxy of ours, if there is one; anything else than a plain word is none."""
    said: str = request.headers.get(HEADER, "") if settings.TRUSTED_PROXY_COUNT else ""
    return said if VALID_ID.fullmatch(said) else ""


def propagate_to_tasks() -> None:
    """From now on a message to a worker names the request that sent it."""
    before_task_publish.connect(_add_to_message)
    task_prerun.connect(_read_from_message)


def _add_to_message(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and current_id():
        headers["request_id"] = current_id()


def _read_from_message(task: Any, **_: Any) -> None:
    _number.set((task.request.headers or {}).get("request_id", ""))
