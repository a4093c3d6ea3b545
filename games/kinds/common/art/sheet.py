"""All drawings on one page, small and large, in daylight and lamplight: to be looked at.

`python -m games.kinds.common.art --sheet OUT.html [GAME…]`. The page stands
alone; no site need run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from games.kinds.common.art.sprite import IMAGES, Art, sprite

PALETTE: Final = IMAGES.parent / "css" / "palette.css"
SIZES: Final = (40, 120)
OWN_ID: Final = re.compile(r'(id="|href="#)')
LOOK: Final = """
body { margin: 0; font: 11px/1.3 sans-serif }
section { background: var(--ground); color: var(--ink); padding: 8px }
div { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 12px }
figure { margin: 0 } figcaption { overflow-wrap: anywhere; padding: 2px 0 6px }
.deep { background: var(--deeper); gap: 2px; padding: 6px }
"""


def sheet(arts: Iterable[Art]) -> str:
    shown = list(arts)
    sprites = "".join(OWN_ID.sub(rf"\1{art.file}-", sprite(art)) for art in shown)
    sections = "".join(section(art, theme) for art in shown for theme in ("day", "dark"))
    return (
        f'<!doctype html><meta charset="utf-8"><title>Drawings</title><style>{colours()}{LOOK}'
        f"</style><span hidden>{sprites.replace('<svg ', '<svg width=0 height=0 ')}</span>"
        f"{sections}"
    )


def colours() -> str:
    """The site's variables, and a class for each of its two looks."""
    return f"{PALETTE.read_text()} .day {{color-scheme: light}} .dark {{color-scheme: dark}}"


def section(art: Art, theme: str) -> str:
    small, large = ("".join(figure(art, name, size) for name in art.names) for size in SIZES)
    heading = f"<h1>{art.file}, {theme}</h1>"
    body = f'<div class="deep">{small}</div><div>{large}</div>'
    return f'<section class="{theme}">{heading}{body}</section>'


def figure(art: Art, name: str, width: int) -> str:
    """A drawing at that width; tokens in proportion to cards, as they lie on a board."""
    view_box = art.view_box(name)
    left, top, wide, high = (float(part) for part in view_box.split())
    scale = min(width, 40 if wide > 80 else width) / 80
    picture = (
        f'<svg viewBox="{view_box}" width="{wide * scale:g}" height="{high * scale:g}">'
        f'<use href="#{art.file}-{name}" x="{left:g}" y="{top:g}"'
        f' width="{wide:g}" height="{high:g}"/></svg>'
    )
    caption = f"<figcaption>{name}</figcaption>" if width > SIZES[0] else ""
    return f"<figure>{picture}{caption}</figure>"
