"""From an SVG to a small PNG: drawn by resvg, with few colours, and no larger than a mail bears."""

from __future__ import annotations

import re
from hashlib import sha256
from io import BytesIO
from typing import Final

import resvg_py
from django.core.cache import caches
from PIL import Image

AT_MOST: Final = 40_000
"""Bytes of a picture."""
LONGEST: Final = 720
"""Pixels of its longer side: sharp in the column of a mail on a phone's dense screen."""
COLOURS: Final = 96
TRIES: Final = 4
SIZE: Final = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
COLOUR: Final = re.compile(r"#([0-9a-f]{6})\b")


def png(svg: str, name: str) -> bytes:
    """The picture as a PNG, drawn once; `name` says of what (a table and its version)."""
    kept, key = caches["pictures"], f"{name}:{fingerprint(svg)}"
    found: bytes | None = kept.get(key)
    if found is None:
        found = paint(svg)
        kept.set(key, found)
    return found


def fingerprint(svg: str) -> str:
    """Of what everybody sees, and of nothing else."""
    return sha256(svg.encode()).hexdigest()[:32]


def paint(svg: str) -> bytes:
    """As large as it may be. Bytes grow about as the width does: mostly two tries are enough."""
    wide = width(svg)
    for _ in range(TRIES):
        found = _small(svg, wide)
        if len(found) <= AT_MOST:
            break
        wide = int(wide * min(0.95, 0.95 * AT_MOST / len(found)))
    return found


def width(svg: str) -> int:
    """How many pixels wide it would be, were there no limit of bytes."""
    found = SIZE.match(svg)
    if found is None:
        raise ValueError("an SVG without a size")
    across, down = int(found[1]), int(found[2])
    return round(LONGEST * min(1, across / down))


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
    left = max(COLOURS - len(named), COLOURS // 2)
    edges = bytes(picture.quantize(left).getpalette() or ())[: 3 * left]
    palette = Image.new("P", (1, 1))
    palette.putpalette((b"".join(named) + edges)[: 3 * 256])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)
