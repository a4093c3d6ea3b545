"""Logs: one line an event, JSON in production, and never a secret in it."""

from __future__ import annotations

import copy
import logging
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.json import JsonFormatter

logger = logging.getLogger("undermine.request")

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
LONGEST = 8_000  # signs of a traceback
LONGEST_OF_REQUEST = 300  # it may quote a header of any length
TELLING = 6  # signs: a shorter value is no key, and stands in too many words

SECRETS = (
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"), "<email>"),
    (re.compile(r"(://[^:/\s]*:)[^@/\s]+(@)"), r"\1<password>\2"),
    (re.compile(r"(?<=/)[\w:~=-]{16,}(?=/|\b)"), "<key>"),
    (
        re.compile(
            r"(?i)(?<!status_)(password|secret|token|code|key|sessionid)(['\"]?\s*[=:]\s*['\"]?)[^\s'\",}&]+"
        ),
        r"\1\2<hidden>",
    ),
)


def redact(line: str) -> str:
    """The line without addresses of people, passwords, keys and long path parts."""
    for pattern, instead in SECRETS:
        line = pattern.sub(instead, line)
    return line


def quiet(record: logging.LogRecord) -> logging.LogRecord:
    """Without the request that Django hangs on it, and with a route where its path stood.

    What a stranger sent is no fault of ours: no error, and no traceback.
    """
    sent: HttpRequest | None = getattr(record, "request", None)
    calm = copy.copy(record)
    calm.__dict__.pop("request", None)
    if isinstance(calm.args, tuple):
        calm.args = tuple(_unaddressed(part, sent) for part in calm.args)
    if sent is not None:
        calm.msg, calm.args = calm.getMessage()[:LONGEST_OF_REQUEST], ()
    if getattr(record, "status_code", 500) < 500:
        calm.exc_info = calm.exc_text = None
        calm.levelno, calm.levelname = logging.WARNING, "WARNING"
    return calm


def _unaddressed(part: Any, sent: HttpRequest | None) -> Any:
    """Nobody but us and web servers logs addresses; theirs begin with a slash."""
    if not isinstance(part, str) or not part.startswith("/"):
        return part
    return route(sent) if sent is not None else "<path>"


def route(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.view_name if match else "?"


def _carried(record: logging.LogRecord) -> Iterator[str]:
    """What came with a request and may stand in the words of an error that it led to."""
    sent: HttpRequest | None = getattr(record, "request", None)
    if sent is None:
        return
    yield sent.path
    match = sent.resolver_match
    parts = [*(match.kwargs.values() if match else ()), *sent.COOKIES.values()]
    parts += [text for name in getattr(sent, "_post", {}) for text in sent.POST.getlist(name)]
    yield from (part for part in parts if isinstance(part, str) and len(part) >= TELLING)


class Careful(logging.Formatter):
    """Says nothing of what was sent, and never much."""

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(quiet(record))
        for part in _carried(record):
            line = line.replace(part, "<sent>") if part != "/" else line
        return redact(line)

    def formatException(self, ei: Any) -> str:  # noqa: N802  (logging's own name)
        """The beginning and, longer, the end, where the cause is."""
        text = super().formatException(ei)
        return text if len(text) <= LONGEST else f"{text[:1000]}\n…\n{text[1000 - LONGEST :]}"


class PlainLine(Careful):
    """For a person at a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s", "%H:%M:%S")


class JsonLine(Careful, JsonFormatter):
    """For a log store: one JSON object a line."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(name)s %(message)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        )


class RequestLog:
    """A line for each request: the name of its route, never its path, which may carry a key."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.monotonic()
        response = self.get_response(request)
        logger.info(
            "%s %s %s",
            request.method if request.method in METHODS else "?",
            route(request),
            response.status_code,
            extra={"milliseconds": round((time.monotonic() - started) * 1000)},
        )
        return response
