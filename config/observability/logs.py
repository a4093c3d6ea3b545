"""Logs: one line per event, JSON in production, without secrets.

`configuration` is for Django, gunicorn and Celery (uvicorn: `config/uvicorn.json`).
`configure_process` and `log_failed_start` cover what a process logs before Django is set up.
"""

from __future__ import annotations

import copy
import logging
import logging.config
import math
import os
import re
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from config import environment
from config.observability import request_ids

MAX_TRACEBACK = 8_000
MAX_REQUEST_TEXT = 300  # it may quote a long header
MIN_SECRET_LENGTH = 6  # shorter values are no keys, and occur in many words

NAMES = "password|secret|token|code|key|sessionid"
SECRET_NAME = re.compile(rf"(?i)(?<!status_)({NAMES})$")
SECRETS = (
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"), "<email>"),
    (re.compile(r"(://[^:/\s]*:)[^@/\s]+(@)"), r"\1<password>\2"),
    (re.compile(r"(?<=/)[\w:~=-]{16,}(?=/|\b)"), "<key>"),
    (
        re.compile(rf"(?i)(?<!status_)({NAMES})(['\"]?\s*[=:]\s*['\"]?)[^\s'\",}}&]+"),
        r"\1\2<hidden>",
    ),
)
ADDRESS = re.compile(r"(?<![\w.:])(?:\d+(?:\.\d+){3}|[\da-fA-F]*(?::[\da-fA-F]*){2,7})(?!\w|\.\d)")
GUNICORN_INVALID_REQUEST = "Invalid request from"
"""How gunicorn starts a line that quotes an unreadable request."""
BOOT_FAILED_EXIT_CODE = 3
"""The exit code that tells gunicorn and uvicorn not to start the process again."""
OMITTED_ATTRIBUTES = [*RESERVED_ATTRS, "request", "color_message"]


def redact(line: str) -> str:
    """Remove email addresses, passwords, keys and long path parts from a line."""
    for pattern, instead in SECRETS:
        line = pattern.sub(instead, line)
    return line


def route(request: HttpRequest) -> str:
    """Return the name of the request's URL pattern; "?" if there is none."""
    match = request.resolver_match
    return match.view_name if match else "?"


def redact_record(record: logging.LogRecord) -> logging.LogRecord:
    """Replace paths by routes, and shorten quotes of a request.

    A bad request is not our error: it becomes a warning without traceback.
    """
    sent: HttpRequest | None = getattr(record, "request", None)
    calm = copy.copy(record)
    if isinstance(calm.args, tuple):
        calm.args = tuple(_without_addresses(part, sent) for part in calm.args)
    if str(calm.msg).startswith(GUNICORN_INVALID_REQUEST):
        calm.msg, calm.args = "Invalid request", ()
    if sent is not None:
        calm.msg, calm.args = calm.getMessage()[:MAX_REQUEST_TEXT], ()
    if getattr(record, "status_code", 500) < 500:
        calm.exc_info = calm.exc_text = None
        calm.levelno, calm.levelname = logging.WARNING, "WARNING"
    return calm


def _without_addresses(part: Any, sent: HttpRequest | None) -> Any:
    if not isinstance(part, str) or not part.startswith("/"):
        return part
    return route(sent) if sent is not None else "<path>"


def request_parts(record: logging.LogRecord) -> list[str]:
    """Return the parts of a request that an error message may quote."""
    sent: HttpRequest | None = getattr(record, "request", None)
    if sent is None and record.exc_info:
        sent = request_ids.current_request()
    return [] if sent is None else list(_parts(sent))


def _parts(sent: HttpRequest) -> Iterator[str]:
    if sent.path != "/":
        yield sent.path
    match = sent.resolver_match
    parts = [*(match.kwargs.values() if match else ()), *sent.COOKIES.values()]
    parts += [text for name in getattr(sent, "_post", {}) for text in sent.POST.getlist(name)]
    yield from (part for part in parts if isinstance(part, str) and len(part) >= MIN_SECRET_LENGTH)


def _clean(text: str, sent: list[str]) -> str:
    for part in sent:
        text = text.replace(part, "<sent>")
    return ADDRESS.sub(_hide_address, redact(text))


def _hide_address(found: re.Match[str]) -> str:
    """Hide public IP addresses; private ones belong to our own machines."""
    try:
        return "<address>" if ip_address(found[0]).is_global else found[0]
    except ValueError:
        return found[0]


def _clean_value(name: str, value: Any, sent: list[str]) -> Any:
    """Convert a value for JSON, without secrets."""
    if SECRET_NAME.search(name):
        return "<hidden>"
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Mapping):
        found = {str(key): _clean_value(str(key), part, sent) for key, part in value.items()}
        return {_clean(key, sent): part for key, part in found.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean_value("", part, sent) for part in value]
    return _clean(str(value), sent)


class RedactingFormatter(logging.Formatter):
    """A formatter that redacts and shortens; even a record it can't format gives a line."""

    def format(self, record: logging.LogRecord) -> str:
        try:
            return super().format(redact_record(record))
        except Exception as error:
            words = f"unformattable log record: {type(error).__name__}"
            return super().format(
                logging.LogRecord(record.name, record.levelno, "", 0, words, (), None)
            )

    def formatException(self, ei: Any) -> str:  # noqa: N802  (logging's own name)
        """Shorten a traceback to its start and, mainly, its end, where the cause is."""
        text = super().formatException(ei)
        return (
            text
            if len(text) <= MAX_TRACEBACK
            else f"{text[:1000]}\n…\n{text[1000 - MAX_TRACEBACK :]}"
        )


class PlainFormatter(RedactingFormatter):
    """A formatter for a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return _clean(super().format(record), request_parts(record))


class JsonLineFormatter(RedactingFormatter, JsonFormatter):
    """A formatter that writes one JSON object per line, each value redacted."""

    converter = staticmethod(time.gmtime)
    default_time_format, default_msec_format = "%Y-%m-%dT%H:%M:%S", "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(name)s %(message)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            reserved_attrs=OMITTED_ATTRIBUTES,
        )

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        if number := request_ids.current_id():
            log_data.setdefault("request_id", number)
        sent = request_parts(record)
        for name, value in log_data.items():
            log_data[name] = _clean_value(name, value, sent)


def formatter() -> logging.Formatter:
    return PlainFormatter() if environment.is_local(os.environ) else JsonLineFormatter()


def configuration(level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "config.observability.logs.formatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {
            "handlers": ["stderr"],
            "level": level if level in environment.LOG_LEVELS else "INFO",
        },
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.request": {"level": "ERROR"},  # accounts.middleware logs requests
            # Access logs contain URLs, which may contain keys; errors go through our formatters.
            "gunicorn.error": {"handlers": ["stderr"], "propagate": False},
            "gunicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "uvicorn": {"handlers": [], "propagate": False},
            "uvicorn.error": {"handlers": ["stderr"], "propagate": False},
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "celery": {"level": "WARNING"},
            "psycopg.pool": {"level": "ERROR"},  # config/storage/limits.py logs it once
            "kombu": {"level": "ERROR"},  # it warns that the broker of local mode has no host
        },
    }


def configure_process() -> None:
    """Format all lines of a process: those before Django's setup, warnings, uncaught errors."""
    logging.config.dictConfig(configuration(os.environ.get("LOG_LEVEL", "INFO")))
    logging.captureWarnings(True)
    if not environment.is_local(os.environ):
        sys.excepthook = _log_uncaught
        threading.excepthook = lambda ended: _log_uncaught(ended.exc_type, ended.exc_value, None)


@contextmanager
def log_failed_start() -> Iterator[None]:
    """Log why a web process failed to start; servers would print it in their own format."""
    configure_process()
    try:
        yield
    except Exception as error:
        if environment.is_local(os.environ):
            raise
        _log_uncaught(type(error), error, None)
        sys.exit(BOOT_FAILED_EXIT_CODE)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, _: object) -> None:
    if error is not None and not issubclass(kind, KeyboardInterrupt):
        logging.getLogger("undermine.process").critical(
            "ended by an error: %s", kind.__name__, exc_info=error
        )


def log_line(words: str, *_: object) -> None:
    """Write a line from a signal handler, where logging could deadlock."""
    told = logging.LogRecord("undermine.process", logging.INFO, "", 0, words, (), None)
    os.write(2, f"{formatter().format(told)}\n".encode())
