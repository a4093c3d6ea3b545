"""The site as a web server sees it: bytes in, bytes out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from config.observability.logs import JsonLineFormatter
from config.serving.handlers import WSGIApplication
from tests.fuzz.asking import Asked


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Lines(logging.Handler):
    """The log as an operator reads it."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonLineFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@cache
def _handler() -> Callable[..., Any]:
    return WSGIApplication()


def ask(asked: Asked) -> Answer:
    """Ask through the real WSGI entry; connections stay open, as under Django's client."""
    begun: list[tuple[str, dict[str, str]]] = []

    def begin(line: str, headers: Any, exc_info: Any = None, /) -> Callable[[bytes], object]:
        begun.append((line, dict(headers)))
        return bytes  # nobody uses the old `write` callable

    with _open_connections():
        answer = _handler()(asked.environ(), begin)
        body = b"".join(answer)
        answer.close()
    line, headers = begun[0]
    return Answer(int(line.split()[0]), headers, body)


@contextmanager
def _open_connections() -> Iterator[None]:
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@contextmanager
def logged() -> Iterator[list[str]]:
    """Collect what is logged meanwhile."""
    handler = Lines()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.lines
    finally:
        logging.getLogger().removeHandler(handler)
