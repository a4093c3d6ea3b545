"""Logs: one line an event, JSON in production, and never a secret in it."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.json import JsonFormatter

logger = logging.getLogger("undermine.request")

SECRETS = (
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"), "<email>"),
    (re.compile(r"(://[^:/\s]*:)[^@/\s]+(@)"), r"\1<password>\2"),
    (re.compile(r"(?<=/)[\w:~=-]{16,}(?=/|\b)"), "<key>"),
    (
        re.compile(
            r"(?i)(password|secret|token|code|key|sessionid)(['\"]?\s*[=:]\s*['\"]?)[^\s'\",}&]+"
        ),
        r"\1\2<hidden>",
    ),
)


def redact(line: str) -> str:
    """The line without addresses of people, passwords, keys and long path parts."""
    for pattern, instead in SECRETS:
        line = pattern.sub(instead, line)
    return line


class PlainLine(logging.Formatter):
    """For a person at a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class JsonLine(JsonFormatter):
    """For a log store: one JSON object a line."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(name)s %(message)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        )

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class RequestLog:
    """A line for each request: the name of its route, never its path, which may carry a key."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.monotonic()
        response = self.get_response(request)
        match = request.resolver_match
        logger.info(
            "%s %s %s",
            request.method,
            match.view_name if match else "?",
            response.status_code,
            extra={"milliseconds": round((time.monotonic() - started) * 1000)},
        )
        return response
