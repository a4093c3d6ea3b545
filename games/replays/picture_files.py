"""Pictures as files: small PNGs drawn by resvg, covers, and the addresses of pictures."""

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
"""Bytes of a picture."""
MAX_SIDE: Final = 720
"""Pixels of its longer side: sharp in the column of a mail on a phone's dense screen."""
MAX_COLOURS: Final = 96
MAX_TRIES: Final = 4
SIZE: Final = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
COLOUR: Final = re.compile(r"#([0-9a-f]{6})\b")


def paint(svg: str) -> bytes:
    """As large as it may be. Bytes grow about as the width does: mostly two tries are enough."""
    wide = png_width(svg)
    for _ in range(MAX_TRIES):
        found = _small(svg, wide)
        if len(found) <= MAX_BYTES:
            break
        wide = int(wide * min(0.95, 0.95 * MAX_BYTES / len(found)))
    return found


def png_width(svg: str) -> int:
    """How many pixels wide it would be, were there no limit of bytes."""
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
    """The colours that the drawing names, for a door's green must stay green however little of it
    there is; then those that edges have most."""
    named = [bytes.fromhex(found) for found in dict.fromkeys(COLOUR.findall(svg))]
    left = max(MAX_COLOURS - len(named), MAX_COLOURS // 2)
    edges = bytes(picture.quantize(left).getpalette() or ())[: 3 * left]
    palette = Image.new("P", (1, 1))
    palette.putpalette((b"".join(named) + edges)[: 3 * 256])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


@dataclass(frozen=True, slots=True)
class Picture:
    """Made of what everybody may see."""

    name: str
    """Of which table, and which version of it; or of what else."""
    svg: str
    words: str

    @property
    def png(self) -> bytes:
        """Drawn once."""
        kept, key = caches["pictures"], f"{self.name}:{self.mark}"
        found: bytes | None = kept.get(key)
        if found is None:
            found = paint(self.svg)
            kept.set(key, found)
        return found

    @property
    def width(self) -> int:
        """How wide a page may show it, in its pixels."""
        return png_width(self.svg)

    @property
    def mark(self) -> str:
        """Different for every picture, and made of nothing but what is to be seen."""
        return sha256(self.svg.encode()).hexdigest()[:32]


# The colours of `static/css/palette.css` by daylight, for drawings that stand alone.

VARIABLE: Final = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
BOTH: Final = re.compile(r"light-dark\(([^,]+),[^)]+\)")
USED: Final = re.compile(r"var\(--([a-z0-9-]+)\)")


@cache
def daylight() -> Mapping[str, str]:
    """Every variable of the palette with its value in the light theme."""
    sheet = (settings.BASE_DIR / "static" / "css" / "palette.css").read_text()
    return {name: BOTH.sub(r"\1", value).strip() for name, value in VARIABLE.findall(sheet)}


def painted(drawing: str) -> str:
    """The drawing with colours instead of variables: a mail has no style sheet of ours."""
    return USED.sub(lambda found: daylight()[found[1]], drawing)


SITE: Final = "undermine"
NAMES: Final = (*KINDS, SITE)
WIDE, HIGH = 1200, 630
"""As previews of links are."""


def cover(name: str) -> Picture:
    """Of a game by its name, or of the site."""
    words = gettext("A drawing: tunnels in a mine.")
    return Picture(f"cover:{name}", _site_cover() if name == SITE else _game_cover(name), words)


@cache
def _game_cover(name: str) -> str:
    """The drawing of `img/games.svg`, cut to the shape of a preview."""
    sheet = (settings.BASE_DIR / "static" / "img" / "games.svg").read_text()
    found = re.search(rf'<symbol id="{KINDS[name].slug}"[^>]*>(.*)</symbol>', sheet)
    if found is None:
        raise LookupError(f"no drawing of {name} in games.svg")
    return _framed(f'<svg viewBox="0 12 240 126">{found[1]}</svg>')


@cache
def _site_cover() -> str:
    """The mine on the page of a visitor."""
    inner = render_to_string("tables/home/mine.html")
    return _framed(inner[inner.index("<svg") :])


def _framed(inner: str) -> str:
    return painted(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--deeper)"/>{inner}</svg>'
    )


SALT: Final = "tables.pictures"


def shared_address(table: Table) -> str:
    """Where everybody who has it sees the board as it is now, and never what comes after."""
    token = signing.Signer(salt=SALT).sign(f"{table.code}.{table.version}")
    return settings.SITE_URL + reverse("picture", args=[token])


def read_shared_address(token: str) -> tuple[str, int] | None:
    """Of which table, and which version of it, if we have signed that."""
    try:
        code, version = signing.Signer(salt=SALT).unsign(token).split(".")
    except signing.BadSignature:
        return None
    return code, int(version)


def address_to_show(table: Table) -> str:
    """For who sits there: to look at while it is played, to give to others when it is over."""
    if table.status == Table.Status.FINISHED:
        return shared_address(table)
    return reverse("table-board-png", args=[table.code])
