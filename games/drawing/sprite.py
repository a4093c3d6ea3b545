"""One sprite of all cards: shared parts first, then a symbol for each card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from games.drawing import actions, features, others, rock, tools, tunnels
from games.drawing.svg import HEIGHT, WIDTH
from games.engine.classic.cards import PATHS
from games.engine.notation import read_face

SPRITE: Final = Path(__file__).parents[2] / "static" / "img" / "cards.svg"
VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"
OWN: Final = {**others.CARDS, **actions.CARDS, **others.LIGHT}
CLASSIC: Final = (*PATHS, *OWN)
PART: Final = re.compile(r'href="#part-([a-z0-9-]+)"')


def picture(card: str) -> str:
    """The drawing of a card by its name: one of its own, or made from its face."""
    if card in OWN:
        return OWN[card]
    face = read_face(card)
    return tunnels.path_card(card, face) + features.features(face)


def symbol(card: str) -> str:
    return (
        f'<symbol id="{card}" viewBox="{VIEW_BOX}" overflow="visible"'
        f' stroke-linejoin="round" stroke-linecap="round">{picture(card)}</symbol>'
    )


def sprite(cards: Iterable[str] = CLASSIC) -> str:
    symbols = "\n".join(symbol(card) for card in cards)
    shared = "\n".join(["<defs>", *needed(symbols), "</defs>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{shared}\n{symbols}\n</svg>\n'


def needed(symbols: str) -> list[str]:
    """The shared parts these symbols use, and those that the parts use."""
    modules = (rock, tunnels, features, tools, actions)
    known = {_name(drawing): drawing for module in modules for drawing in module.parts()}
    wanted: set[str] = set()
    fresh = set(PART.findall(symbols))
    while fresh:
        wanted |= fresh
        fresh = {name for part in fresh for name in PART.findall(known[part])} - wanted
    return [drawing for name, drawing in known.items() if name in wanted]


def _name(drawing: str) -> str:
    return drawing.split('"')[1].removeprefix("part-")
