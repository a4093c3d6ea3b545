"""A player's own dwarf: the choices for each part, as pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.kinds.common import dwarfs
from games.kinds.common.art import faces as drawn
from games.kinds.common.dwarfs import DWARF_PARTS, DwarfChoice, DwarfPart, choices_of, code_of


def part_choices(code: str) -> list[tuple[DwarfPart, list[dict[str, Any]]]]:
    """Return all parts, with the choices of this dwarf marked."""
    now = choices_of(code)
    return [(part, [_shown(part, choice, now) for choice in part.choices]) for part in DWARF_PARTS]


def _shown(part: DwarfPart, choice: DwarfChoice, now: Mapping[str, str]) -> dict[str, Any]:
    """Return a choice for a part, and the dwarf with that choice."""
    code = code_of({**now, part.key: choice.key})
    return {"choice": choice, "is_chosen": choice.key == now[part.key], "code": code}


def described(code: str) -> str:
    """Describe the dwarf in words, for screen readers."""
    now = choices_of(code)
    return "; ".join(
        f"{part.name}: {choice.name}"
        for part in DWARF_PARTS
        for choice in part.choices
        if choice.key == now[part.key]
    )


# Drawings of dwarfs are the same for everybody. They are served before authentication, so they cost
# no query and every cache may keep them.

PATH: Final = re.compile(r"/dwarfs/([0-9a-f]+)/([0-9]+)\.svg", re.ASCII)
YEAR: Final = 365 * 24 * 3600
HOUR: Final = 3600


class DwarfPictureMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = PATH.fullmatch(request.path_info) if request.method in ("GET", "HEAD") else None
        if found is None or not dwarfs.is_dwarf_code(found[2]):
            return self.get_response(request)
        return dwarf_picture_response(found[1], found[2])


def dwarf_picture_response(mark: str, code: str) -> HttpResponse:
    """Return the drawing, cacheable forever: its URL contains the version of the drawings."""
    response = HttpResponse(drawn.dwarf_svg(code), content_type="image/svg+xml")
    if mark == drawn.drawings_version():
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, max_age=HOUR)
    return response
