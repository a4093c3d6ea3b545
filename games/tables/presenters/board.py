"""The mine as one picture: what lies where, in units of 80 by 120 a cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.kinds.common.look import Look, V
from games.kinds.common.look_parts import Figure, Ground, Lying
from games.kinds.common.words import GameWords, Names, cell_words, openings
from games.kinds.common.words.phrases import nuggets
from games.mine import Cell, Tile, print_face

WIDTH, HEIGHT = 80, 120
MARGIN = 12


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the board: its drawing, and where its upper left corner is."""

    name: str
    cell: Cell
    turned: bool = False
    known: str = ""
    """What the reader, and not everybody, knows of a card that lies face down."""
    words: str = ""
    tokens: tuple[Lying, ...] = ()
    """What lies on it, in units of the whole board."""
    back: str = ""
    """The drawing that it is turned over from, in a scene."""
    step: int = 0
    """As which step of the scene."""

    @property
    def x(self) -> int:
        return self.cell[0] * WIDTH

    @property
    def y(self) -> int:
        return self.cell[1] * HEIGHT

    @property
    def where(self) -> str:
        return cell_words(self.cell)


@dataclass(frozen=True, slots=True)
class Board:
    cards: tuple[Laid, ...]
    lamps: tuple[Laid, ...]
    last: tuple[Laid, ...]
    fresh: tuple[Laid, ...]
    view_box: str
    stock: int
    supply: tuple[str, ...]
    ground: Ground | None = None
    joints: tuple[Lying, ...] = ()
    figures: tuple[Figure, ...] = ()


def board(
    view: V,
    look: Look[V],
    words: GameWords[Any],
    names: Names,
    last: Collection[Cell],
    fresh: Iterable[Cell],
) -> Board:
    """What lies on the table, where the last move was, and what is new to the reader."""
    figures = tuple(look.figures(view, names))
    cards = (*_face_up(view, look, words, names, figures), *_face_down(view, look, words, figures))
    lit = dict.fromkeys((*view.mine.starts, *last))
    return Board(
        cards=cards,
        lamps=tuple(Laid("lamp", cell) for cell in lit),
        last=tuple(Laid("last", cell) for cell in last),
        fresh=tuple(Laid("fresh", cell) for cell in dict.fromkeys(fresh) if cell not in last),
        view_box=view_box([*look.field(view), *(card.cell for card in cards)]),
        stock=view.stock,
        supply=tuple(look.supply(view)),
        ground=look.GROUND,
        joints=tuple(look.joints(view, names)),
        figures=figures,
    )


def _face_up(
    view: V, look: Look[V], words: GameWords[Any], names: Names, figures: Iterable[Figure]
) -> Iterator[Laid]:
    for cell, tile in view.mine.tiles.items():
        tokens = tuple(_lying_on(cell, token) for token in look.tokens(view, cell, tile, names))
        said = [*(token.words for token in tokens), *_standing(cell, figures)]
        told = _lying(cell in view.mine.starts, tile, words, said)
        yield Laid(look.card(view, cell, tile), cell, tile.turned, words=told, tokens=tokens)


def _lying_on(cell: Cell, token: Lying) -> Lying:
    x, y = cell
    return token._replace(x=x * WIDTH + token.x, y=y * HEIGHT + token.y)


def _standing(cell: Cell, figures: Iterable[Figure]) -> list[str]:
    return [figure.words for figure in figures if figure.cell == cell]


def _face_down(
    view: V, look: Look[V], words: GameWords[Any], figures: Iterable[Figure]
) -> Iterator[Laid]:
    """Goals, each with what this reader saw there; some lie open already, or in the end."""
    goals, shown = look.goals(view), look.open_goals(view)
    for cell in view.mine.hidden:
        known = goals.get(cell)
        there = _standing(cell, figures)
        if known and cell in shown:
            said = ", ".join([words.CARDS.name(known), *there])
            yield Laid(look.goal(known), cell, words=said)
        else:
            drawing = look.goal(known) if known else ""
            said = ", ".join([words.goal(known), *there])
            yield Laid(look.back(), cell, known=drawing, words=said)


def _lying(start: bool, tile: Tile, words: GameWords[Any], things: Iterable[str]) -> str:
    """The card as it lies, which may be after a half turn, and what lies or stands on it."""
    name = "start" if start else tile.name
    said = words.CARDS.name(name if openings(name) == "" else print_face(tile.face))
    gold = [nuggets(tile.worth)] if tile.worth else []
    return ", ".join([said, *gold, *things])


def view_box(cells: Iterable[Cell]) -> str:
    """The smallest picture with all of these cells in it."""
    everywhere = tuple(cells)
    left = min(x for x, _ in everywhere) * WIDTH - MARGIN
    top = min(y for _, y in everywhere) * HEIGHT - MARGIN
    right = (max(x for x, _ in everywhere) + 1) * WIDTH + MARGIN
    bottom = (max(y for _, y in everywhere) + 1) * HEIGHT + MARGIN
    return f"{left} {top} {right - left} {bottom - top}"
