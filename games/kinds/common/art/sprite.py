"""The drawings of a game as one sprite: shared parts first, then a symbol for each drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from games.kinds.common.art import actions, dwarfs, features, rock, tools, tunnels
from games.kinds.common.art.svg import BOX_OF_TOKENS, HEIGHT, WIDTH

VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"
PART: Final = re.compile(r'href="#part-([a-z0-9-]+)"')
IMAGES: Final = Path(__file__).parents[4] / "static" / "img"
Parts = Callable[[], list[str]]
"""Gives drawings that several symbols use."""
SHARED: Final[tuple[Parts, ...]] = (
    rock.parts, tunnels.parts, features.parts, tools.parts, actions.parts, dwarfs.parts,
)  # fmt: skip
"""The parts that every game may use; a sprite holds those that it needs."""


@dataclass(frozen=True, slots=True)
class Art:
    """The drawings of a game: cards made from their faces, and drawings of their own by name."""

    file: str
    """What its sprite is called in `static/img`."""
    faces: tuple[str, ...]
    own: Mapping[str, str]
    path: Callable[[str], str]
    """Draws a card by its face."""
    parts: tuple[Parts, ...]
    boxes: Mapping[str, str] = field(default_factory=dict)
    """The view boxes of drawings that are no cards, by the first word of their name."""

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.faces, *self.own)

    @property
    def stored(self) -> Path:
        """Where the sprite is kept in this repository."""
        return IMAGES / f"{self.file}.svg"

    def view_box(self, name: str) -> str:
        word = name.split("-")[0]
        return self.boxes.get(word, BOX_OF_TOKENS if word == "token" else VIEW_BOX)


def picture(name: str, art: Art) -> str:
    """A drawing by its name: one of its own, or made from a face."""
    return art.own[name] if name in art.own else art.path(name)


def symbol(name: str, art: Art) -> str:
    return (
        f'<symbol id="{name}" viewBox="{art.view_box(name)}" overflow="visible"'
        f' stroke-linejoin="round" stroke-linecap="round">{picture(name, art)}</symbol>'
    )


def sprite(art: Art, names: Iterable[str] = ()) -> str:
    """All that a game needs, or only these drawings."""
    symbols = "\n".join(symbol(name, art) for name in names or art.names)
    shared = "\n".join(["<defs>", *needed(symbols, art), "</defs>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{shared}\n{symbols}\n</svg>\n'


def needed(symbols: str, art: Art) -> list[str]:
    """The shared parts these symbols use, and those that the parts use."""
    known = {_name(drawing): drawing for parts in art.parts for drawing in parts()}
    wanted: set[str] = set()
    fresh = set(PART.findall(symbols))
    while fresh:
        wanted |= fresh
        fresh = {name for part in fresh for name in PART.findall(known[part])} - wanted
    return [drawing for name, drawing in known.items() if name in wanted]


def _name(drawing: str) -> str:
    return drawing.split('"')[1].removeprefix("part-")
