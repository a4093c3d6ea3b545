"""A line and a measure for each request: who, where and how long, never a path or an address."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from accounts import networks
from accounts.security_log import hidden
from config import metrics
from config.logs import route

logger = logging.getLogger("undermine.request")

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}


class RequestLog:
    """The name of the route, and not the path, which may carry a key. No query is made for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = self.get_response(request)
        _tell(request, response.status_code, time.monotonic() - began)
        return response


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    method = str(request.method) if request.method in METHODS else "?"
    metrics.answered(method, route(request), status, seconds)
    logger.info(
        "%s %s %s", method, route(request), status,
        extra={"method": method, "route": route(request), "status": status,
               "milliseconds": round(seconds * 1000), "user": _user(request),
               "network": _network(request)},
    )  # fmt: skip


def _user(request: HttpRequest) -> int | None:
    """Their number, if anybody has asked who they are: asking would cost a query."""
    user = getattr(request, "user", None)
    unknown = type(user) is SimpleLazyObject and not hasattr(request, "_cached_user")
    return None if user is None or unknown else user.pk


def _network(request: HttpRequest) -> str | None:
    """As in the log of the doors: the same for the same network, and nothing to read from it."""
    try:
        return hidden(networks.of(request))
    except PermissionDenied:  # a web server that gave no address
        return None
