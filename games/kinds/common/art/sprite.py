"""One sprite a game: shared parts first, then a symbol for each card, token and board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from games.kinds.classic.rules import cards as classic_cards
from games.kinds.common.art import actions, dwarfs, features, others, rock, tokens, tools, tunnels
from games.kinds.common.art.svg import HEIGHT, WIDTH
from games.kinds.duel import art as duel
from games.kinds.duel.rules import cards as duel_cards
from games.kinds.lost_mines.art import board as lost_mines
from games.kinds.lost_mines.art import forest, wilds
from games.kinds.lost_mines.rules import cards as lost_mines_cards
from games.mine.notation import read_face

VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"
PART: Final = re.compile(r'href="#part-([a-z0-9-]+)"')

MODULES: Final = (
    rock, tunnels, features, tools, actions, dwarfs, tokens, forest, lost_mines, wilds,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a game needs: cards made from their faces, and drawings of their own by name."""

    faces: tuple[str, ...]
    own: Mapping[str, str]
    path: Callable[[str], str]

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.faces, *self.own)


def underground(card: str) -> str:
    """A card of tunnels, with what lies in them."""
    face = read_face(card)
    return tunnels.path_card(card, face) + features.features(face)


CLASSIC: Final = Drawn(
    tuple(classic_cards.PATHS),
    {**others.CARDS, **actions.CARDS, **others.LIGHT},
    underground,
)
DUEL: Final = Drawn(
    tuple(duel_cards.PATHS),
    {**duel.CARDS, **actions.CARDS, **actions.KEY, **others.LIGHT, **tokens.DUEL},
    underground,
)
LOST_MINES: Final = Drawn(
    tuple(lost_mines_cards.PATHS),
    {**lost_mines.CARDS, **wilds.CARDS, **others.LIGHT, **wilds.TOKENS},
    forest.forest_card,
)
GAMES: Final = {"classic": CLASSIC, "duel": DUEL, "lost_mines": LOST_MINES}
VIEW_BOXES: Final = {
    "token": tokens.VIEW_BOX,
    "figure": wilds.FIGURE_BOX,
    "board": lost_mines.BOARD,
}
"""By the first word of a name, for what is no card."""


def picture(card: str, game: Drawn = CLASSIC) -> str:
    """The drawing of a card by its name: one of its own, or made from its face."""
    return game.own[card] if card in game.own else game.path(card)


def symbol(card: str, game: Drawn = CLASSIC) -> str:
    view_box = VIEW_BOXES.get(card.split("-")[0], VIEW_BOX)
    return (
        f'<symbol id="{card}" viewBox="{view_box}" overflow="visible"'
        f' stroke-linejoin="round" stroke-linecap="round">{picture(card, game)}</symbol>'
    )


def sprite(game: Drawn = CLASSIC, cards: Iterable[str] = ()) -> str:
    """All that a game needs, or only these cards."""
    symbols = "\n".join(symbol(card, game) for card in cards or game.names)
    shared = "\n".join(["<defs>", *needed(symbols), "</defs>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{shared}\n{symbols}\n</svg>\n'


def needed(symbols: str) -> list[str]:
    """The shared parts these symbols use, and those that the parts use."""
    known = {_name(drawing): drawing for module in MODULES for drawing in module.parts()}
    wanted: set[str] = set()
    fresh = set(PART.findall(symbols))
    while fresh:
        wanted |= fresh
        fresh = {name for part in fresh for name in PART.findall(known[part])} - wanted
    return [drawing for name, drawing in known.items() if name in wanted]


def _name(drawing: str) -> str:
    return drawing.split('"')[1].removeprefix("part-")
