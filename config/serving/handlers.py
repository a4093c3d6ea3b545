"""Django's request handlers, made robust against malformed and oversized requests.

tests/config/test_framework_internals.py fails when an update of Django changes what they override.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpResponse
from django.utils.http import parse_header_parameters


class SafeContentType:
    """A mixin that accepts any Content-Type: RequestValidation refuses charsets other than UTF-8.

    Django would apply the charset at once, and raise before any middleware could answer.
    """

    content_type: str | None
    content_params: dict[str, str] | None

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            found = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (LookupError, ValueError):
            found = "", {"charset": "unreadable"}
        self.content_type, self.content_params = found


class SafeWSGIRequest(SafeContentType, WSGIRequest):
    pass


class SafeASGIRequest(SafeContentType, ASGIRequest):
    pass


class WSGIApplication(WSGIHandler):
    request_class = SafeWSGIRequest


class ASGIApplication(ASGIHandler):
    """A handler that limits the size of a body and answers WEB_THREADS requests at a time.

    Content-Length may lie, so the body is cut off while it is read.
    """

    request_class = SafeASGIRequest

    def __init__(self) -> None:
        super().__init__()
        self._slots = asyncio.Semaphore(settings.WEB_THREADS)

    async def run_get_response(self, request: Any) -> Any:
        async with self._slots:
            return await super().run_get_response(request)

    async def read_body(self, receive: Any) -> Any:
        remaining = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1

        async def limited() -> Any:
            nonlocal remaining
            message = await receive()
            kept = message.get("body", b"")[:remaining]
            remaining -= len(kept)
            return {**message, "body": kept}

        return await super().read_body(limited)

    def create_request(self, scope: Any, body_file: Any) -> Any:
        size = body_file.seek(0, os.SEEK_END)
        body_file.seek(0)
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return None, HttpResponse("413 Content Too Large\n", "text/plain", 413)
        return super().create_request(scope, body_file)
