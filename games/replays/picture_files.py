"""Picture files: small PNGs drawn by resvg, covers, and the URLs of pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import Final

import resvg_py
from django.conf import settings
from django.core import signing
from django.core.cache import caches
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from PIL import Image

from games.kinds import KINDS
from games.tables.models import Table

MAX_BYTES: Final = 40_000
"""Maximum size of a picture in bytes."""
MAX_SIDE: Final = 720
"""Maximum length of its longer side in pixels: sharp in a mail on a phone's dense screen."""
MAX_COLOURS: Final = 96
MAX_TRIES: Final = 4
SIZE: Final = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
COLOUR: Final = re.compile(r"#([0-9a-f]{6})\b")


def paint(svg: str) -> bytes:
    """Render as large as allowed. Size grows about as width does, so two tries usually suffice."""
    wide = png_width(svg)
    for _ in range(MAX_TRIES):
        found = _small(svg, wide)
        if len(found) <= MAX_BYTES:
            break
        wide = int(wide * min(0.95, 0.95 * MAX_BYTES / len(found)))
    return found


def png_width(svg: str) -> int:
    """Return the width in pixels it would have without a limit in bytes."""
    found = SIZE.match(svg)
    if found is None:
        raise ValueError("an SVG without a size")
    across, down = int(found[1]), int(found[2])
    return round(MAX_SIDE * min(1, across / down))


def _small(svg: str, wide: int) -> bytes:
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=wide, skip_system_fonts=True)
    with Image.open(BytesIO(bytes(drawn))) as picture:
        few = _with_few_colours(picture.convert("RGB"), svg)
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def _with_few_colours(picture: Image.Image, svg: str) -> Image.Image:
    """Reduce the colours to those that the drawing names, so that even a small door stays green,
    and the most frequent ones on edges."""
    named = [bytes.fromhex(found) for found in dict.fromkeys(COLOUR.findall(svg))]
    left = max(MAX_COLOURS - len(named), MAX_COLOURS // 2)
    edges = bytes(picture.quantize(left).getpalette() or ())[: 3 * left]
    palette = Image.new("P", (1, 1))
    palette.putpalette((b"".join(named) + edges)[: 3 * 256])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture made only of what everybody may see."""

    name: str
    """The table and its version, or the name of another subject."""
    svg: str
    words: str

    @property
    def png(self) -> bytes:
        """The rendered picture, cached."""
        kept, key = caches["pictures"], f"{self.name}:{self.mark}"
        found: bytes | None = kept.get(key)
        if found is None:
            found = paint(self.svg)
            kept.set(key, found)
        return found

    @property
    def width(self) -> int:
        """Its width on a page, in CSS pixels."""
        return png_width(self.svg)

    @property
    def mark(self) -> str:
        """A hash of the visible content, so that different pictures have different marks."""
        return sha256(self.svg.encode()).hexdigest()[:32]


# The light theme's colours from `static/css/palette.css`, for drawings outside a page.

VARIABLE: Final = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
BOTH: Final = re.compile(r"light-dark\(([^,]+),[^)]+\)")
USED: Final = re.compile(r"var\(--([a-z0-9-]+)\)")


@cache
def daylight() -> Mapping[str, str]:
    """Return every variable of the palette with its value in the light theme."""
    sheet = (settings.BASE_DIR / "static" / "css" / "palette.css").read_text()
    return {name: BOTH.sub(r"\1", value).strip() for name, value in VARIABLE.findall(sheet)}


def painted(drawing: str) -> str:
    """Replace variables by colours, since a mail doesn't have our style sheet."""
    return USED.sub(lambda found: daylight()[found[1]], drawing)


SITE: Final = "undermine"
NAMES: Final = (*KINDS, SITE)
WIDE, HIGH = 1200, 630
"""The size of link previews."""


def cover(name: str) -> Picture:
    """Return the cover of a game by its name, or of the site."""
    words = gettext("A drawing: tunnels in a mine.")
    return Picture(f"cover:{name}", _site_cover() if name == SITE else _game_cover(name), words)


@cache
def _game_cover(name: str) -> str:
    """Return the drawing from `img/games.svg`, cropped to the size of a preview."""
    sheet = (settings.BASE_DIR / "static" / "img" / "games.svg").read_text()
    found = re.search(rf'<symbol id="{KINDS[name].slug}"[^>]*>(.*)</symbol>', sheet)
    if found is None:
        raise LookupError(f"no drawing of {name} in games.svg")
    return _framed(f'<svg viewBox="0 12 240 126">{found[1]}</svg>')


@cache
def _site_cover() -> str:
    """Return the mine from the landing page."""
    inner = render_to_string("tables/home/mine.html")
    return _framed(inner[inner.index("<svg") :])


def _framed(inner: str) -> str:
    return painted(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--deeper)"/>{inner}</svg>'
    )


SALT: Final = "tables.pictures"


def shared_address(table: Table) -> str:
    """Return the URL that shows the current board, and nothing later, to anyone who has it."""
    token = signing.Signer(salt=SALT).sign(f"{table.code}.{table.version}")
    return settings.SITE_URL + reverse("picture", args=[token])


def read_shared_address(token: str) -> tuple[str, int] | None:
    """Return the table and version from a token that we signed, or None."""
    try:
        code, version = signing.Signer(salt=SALT).unsign(token).split(".")
    except signing.BadSignature:
        return None
    return code, int(version)


def address_to_show(table: Table) -> str:
    """Return the picture's URL for players: private during the game, shareable after it."""
    if table.status == Table.Status.FINISHED:
        return shared_address(table)
    return reverse("table-board-png", args=[table.code])
