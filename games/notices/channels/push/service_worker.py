"""The service worker that shows push messages, at the root: its place is how far it reaches."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@cache
def _script() -> bytes:
    return (settings.BASE_DIR / "static" / "js" / "service_worker.js").read_bytes()


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Never from a cache: browsers compare it with theirs to learn of a new one."""
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
