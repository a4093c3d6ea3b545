"""The drawings of a game as one sprite: shared parts first, then a symbol for each drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from games.kinds.common.art import actions, dwarfs, features, tunnels
from games.kinds.common.art.svg import BOX_OF_TOKENS, HEIGHT, WIDTH, part

VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"
PART: Final = re.compile(r'href="#part-([a-z0-9-]+)"')
IMAGES: Final = Path(__file__).parents[4] / "static" / "img"
SHARED: Final = {
    **tunnels.PARTS,
    **features.PARTS,
    **actions.PARTS,
    **dwarfs.PARTS,
}
"""The parts that every game may use; a sprite holds only those it needs."""


@dataclass(frozen=True, slots=True)
class Art:
    """A game's drawings: cards made from their faces, and other drawings by name."""

    file: str
    """The file name of its sprite in `static/img`."""
    faces: tuple[str, ...]
    own: Mapping[str, str]
    path: Callable[[str], str]
    """Draws a card by its face."""
    parts: Mapping[str, str]
    """Drawings that several of its symbols use."""
    boxes: Mapping[str, str] = field(default_factory=dict)
    """The view boxes of drawings other than cards, by the first word of their name."""

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.faces, *self.own)

    @property
    def stored(self) -> Path:
        """The path of the sprite in this repository."""
        return IMAGES / f"{self.file}.svg"

    def view_box(self, name: str) -> str:
        word = name.split("-")[0]
        return self.boxes.get(word, BOX_OF_TOKENS if word == "token" else VIEW_BOX)


def picture(name: str, art: Art) -> str:
    """Return a drawing by its name: one of the game's own, or made from a face."""
    return art.own[name] if name in art.own else art.path(name)


def symbol(name: str, art: Art) -> str:
    return (
        f'<symbol id="{name}" viewBox="{art.view_box(name)}" overflow="visible"'
        f' stroke-linejoin="round" stroke-linecap="round">{picture(name, art)}</symbol>'
    )


def sprite(art: Art) -> str:
    symbols = "\n".join(symbol(name, art) for name in art.names)
    return svg_file(needed(symbols, art), symbols)


def svg_file(parts: list[str], symbols: str) -> str:
    shared = "\n".join(["<defs>", *parts, "</defs>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{shared}\n{symbols}\n</svg>\n'


def needed(symbols: str, art: Art) -> list[str]:
    """Return the shared parts that these symbols use, and those that the parts use."""
    wanted: set[str] = set()
    fresh = set(PART.findall(symbols))
    while fresh:
        wanted |= fresh
        fresh = {used for name in fresh for used in PART.findall(art.parts[name])} - wanted
    return [part(name, drawing) for name, drawing in art.parts.items() if name in wanted]


# All drawings on one page for review, small and large, in daylight and lamplight.
#
# `python -m games.kinds.common.art --sheet OUT.html [GAME…]`. The page is
# self-contained; no server is needed.

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
    """Return the site's variables, and a class for each of its two themes."""
    return f"{PALETTE.read_text()} .day {{color-scheme: light}} .dark {{color-scheme: dark}}"


def section(art: Art, theme: str) -> str:
    small, large = ("".join(figure(art, name, size) for name in art.names) for size in SIZES)
    heading = f"<h1>{art.file}, {theme}</h1>"
    body = f'<div class="deep">{small}</div><div>{large}</div>'
    return f'<section class="{theme}">{heading}{body}</section>'


def figure(art: Art, name: str, width: int) -> str:
    """Draw a figure at this width; tokens in proportion to cards, as on a board."""
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
