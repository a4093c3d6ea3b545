"""The icons of the app, drawn from the mark of the site: `python -m tools.app_icons`.

They are committed, since a browser that installs the app wants PNGs by size. Draw them again after
changing `static/img/favicon.svg`; a test compares.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Final, NamedTuple

import resvg_py
from PIL import Image

from config.environment import ROOT

MARK: Final = ROOT / "static/img/favicon.svg"
FOLDER: Final = ROOT / "static/img/app"
GROUND: Final = "#33271f"
COLOURS: Final = 64


class Drawing(NamedTuple):
    name: str
    size: int
    share: float
    """The mark's share of its width. Maskable icons are cut to a circle of four fifths."""
    round: float
    """Radius of its corners, as a share of its width; 0 if the system cuts it."""


DRAWINGS: Final = (
    Drawing("icon-192", 192, 0.76, 0.2),
    Drawing("icon-512", 512, 0.76, 0.2),
    Drawing("maskable-192", 192, 0.54, 0),
    Drawing("maskable-512", 512, 0.54, 0),
    Drawing("apple-touch", 180, 0.72, 0),
)


def svg(drawing: Drawing) -> str:
    found = re.search(r"<svg[^>]*>(.*)</svg>", MARK.read_text(), re.DOTALL)
    assert found is not None
    scale, edge = 100 * drawing.share / 48, 50 * (1 - drawing.share)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<rect width="100" height="100" rx="{100 * drawing.round:g}" fill="{GROUND}"/>'
        f'<g transform="translate({edge:g} {edge:g}) scale({scale:g})">{found[1]}</g></svg>'
    )


def png(drawing: Drawing) -> bytes:
    drawn = resvg_py.svg_to_bytes(svg_string=svg(drawing), width=drawing.size)
    with Image.open(BytesIO(bytes(drawn))) as picture:
        few = picture.convert("RGBA").quantize(COLOURS, Image.Quantize.FASTOCTREE)
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def draw() -> None:
    FOLDER.mkdir(exist_ok=True)
    for drawing in DRAWINGS:
        (FOLDER / f"{drawing.name}.png").write_bytes(png(drawing))


if __name__ == "__main__":
    draw()
