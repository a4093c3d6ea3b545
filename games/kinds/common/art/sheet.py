"""All drawings on one page, small and large, in daylight and lamplight: to be looked at.

`python -m games.drawing --sheet OUT.html [GAME…]`. The page stands alone; no site need run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from games.kinds.common.art.files import IMAGES
from games.kinds.common.art.sprite import GAMES, VIEW_BOX, VIEW_BOXES, sprite

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


def sheet(games: Iterable[str] = ()) -> str:
    chosen = list(games) or list(GAMES)
    sprites = "".join(OWN_ID.sub(rf"\1{game}-", sprite(GAMES[game])) for game in chosen)
    shown = "".join(section(game, theme) for game in chosen for theme in ("day", "dark"))
    return (
        f'<!doctype html><meta charset="utf-8"><title>Drawings</title><style>{colours()}{LOOK}'
        f"</style><span hidden>{sprites.replace('<svg ', '<svg width=0 height=0 ')}</span>{shown}"
    )


def colours() -> str:
    """The site's variables, and a class for each of its two looks."""
    return f"{PALETTE.read_text()} .day {{color-scheme: light}} .dark {{color-scheme: dark}}"


def section(game: str, theme: str) -> str:
    small, large = (
        "".join(figure(game, name, size) for name in GAMES[game].names) for size in SIZES
    )
    heading = f"<h1>{game}, {theme}</h1>"
    body = f'<div class="deep">{small}</div><div>{large}</div>'
    return f'<section class="{theme}">{heading}{body}</section>'


def figure(game: str, name: str, width: int) -> str:
    """A drawing at that width; tokens in proportion to cards, as they lie on a board."""
    view_box = VIEW_BOXES.get(name.split("-")[0], VIEW_BOX)
    _, _, wide, high = (float(part) for part in view_box.split())
    scale = min(width, 40 if wide > 80 else width) / 80
    picture = (
        f'<svg viewBox="{view_box}" width="{wide * scale:g}" height="{high * scale:g}">'
        f'<use href="#{game}-{name}" x="{view_box.split()[0]}" y="{view_box.split()[1]}"'
        f' width="{wide:g}" height="{high:g}"/></svg>'
    )
    caption = f"<figcaption>{name}</figcaption>" if width > SIZES[0] else ""
    return f"<figure>{picture}{caption}</figure>"
