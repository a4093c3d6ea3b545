"""/healthz: the process is up. It asks nothing of anybody: no session, no database, no cache."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

ADDRESS = "/healthz"


class Liveness:
    """Before every other middleware: whatever is wrong with those, this answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != ADDRESS or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        return HttpResponse("ok", "text/plain", headers={"Cache-Control": "no-store"})
