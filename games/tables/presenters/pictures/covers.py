"""What a game looks like before it has begun, and the site itself: for previews of links."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.kinds import KINDS
from games.tables.presenters.pictures.colours import painted
from games.tables.presenters.pictures.picture import Picture

SITE: Final = "undermine"
NAMES: Final = (*KINDS, SITE)
WIDE, HIGH = 1200, 630
"""As previews of links are."""


def cover(name: str) -> Picture:
    """Of a game by its name, or of the site."""
    words = gettext("A drawing: tunnels in a mine.")
    return Picture(f"cover:{name}", _site() if name == SITE else _game(name), words)


@cache
def _game(name: str) -> str:
    """The drawing of `img/games.svg`, cut to the shape of a preview."""
    sheet = (settings.BASE_DIR / "static" / "img" / "games.svg").read_text()
    found = re.search(rf'<symbol id="{KINDS[name].slug}"[^>]*>(.*)</symbol>', sheet)
    if found is None:
        raise LookupError(f"no drawing of {name} in games.svg")
    return _framed(f'<svg viewBox="0 12 240 126">{found[1]}</svg>')


@cache
def _site() -> str:
    """The mine on the page of a visitor."""
    inner = render_to_string("tables/home/mine.html")
    return _framed(inner[inner.index("<svg") :])


def _framed(inner: str) -> str:
    return painted(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--deeper)"/>{inner}</svg>'
    )
