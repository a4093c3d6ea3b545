"""Drawings of dwarfs are the same for everybody: they are answered before anybody is asked who they
are, so that they cost no query and every cache may keep them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.kinds.common import own_dwarfs
from games.kinds.common.art import own_dwarfs as drawn

PATH: Final = re.compile(r"/dwarfs/([0-9a-f]+)/([0-9]+)\.svg", re.ASCII)
YEAR: Final = 365 * 24 * 3600
HOUR: Final = 3600


class DwarfFiles:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = PATH.fullmatch(request.path_info) if request.method in ("GET", "HEAD") else None
        if found is None or not own_dwarfs.is_code(found[2]):
            return self.get_response(request)
        return answer(found[1], found[2])


def answer(mark: str, code: str) -> HttpResponse:
    """For good, under the mark of today's drawings; a page of another release asks by another."""
    response = HttpResponse(drawn.file(code), content_type="image/svg+xml")
    if mark == drawn.mark():
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, max_age=HOUR)
    return response
