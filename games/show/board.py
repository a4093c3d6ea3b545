"""The mine as one picture: what lies where, in units of 80 by 120 a cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from games import wording
from games.engine import Cell, print_face

WIDTH, HEIGHT = 80, 120
MARGIN = 12
FIELD = ((0, -2), (8, 2))
"""Always seen: from the start to the goals, whatever lies there."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the board: its drawing, and where its upper left corner is."""

    name: str
    cell: Cell
    turned: bool = False
    known: str = ""
    """What the reader, and not everybody, knows of a card that lies face down."""
    words: str = ""

    @property
    def x(self) -> int:
        return self.cell[0] * WIDTH

    @property
    def y(self) -> int:
        return self.cell[1] * HEIGHT

    @property
    def where(self) -> str:
        return wording.cell_words(self.cell)


@dataclass(frozen=True, slots=True)
class Board:
    cards: tuple[Laid, ...]
    lamps: tuple[Laid, ...]
    last: tuple[Laid, ...]
    fresh: tuple[Laid, ...]
    view_box: str
    stock: int | None


def board(view: Any, words: ModuleType, last: Collection[Cell], fresh: Iterable[Cell]) -> Board:
    """What lies on the table, where the last move was, and what is new to the reader."""
    cards = (*_face_up(view), *_face_down(view, words))
    starts = view.mine.starts
    return Board(
        cards=cards,
        lamps=tuple(Laid("lamp", cell) for cell in dict.fromkeys((*starts, *last))),
        last=tuple(Laid("last", cell) for cell in last),
        fresh=tuple(Laid("fresh", cell) for cell in dict.fromkeys(fresh) if cell not in last),
        view_box=view_box(card.cell for card in cards),
        stock=getattr(view, "stock", None),
    )


def _face_up(view: Any) -> Iterator[Laid]:
    for cell, tile in view.mine.tiles.items():
        name = "start" if cell in view.mine.starts else tile.name
        yield Laid(name, cell, tile.turned, words=_lying(name, tile))


def _face_down(view: Any, words: ModuleType) -> Iterator[Laid]:
    """Goals, each with what this reader saw there."""
    goals = dict(view.goals)
    for cell in view.mine.hidden:
        known = goals.get(cell)
        yield Laid("goal", cell, known=known or "", words=words.goal(known))


def _lying(name: str, tile: Any) -> str:
    """The card as it lies, which may be after a half turn."""
    face = print_face(tile.face)
    return wording.card_name(name if wording.openings(name) == "" else face)


def view_box(cells: Iterable[Cell]) -> str:
    """The smallest picture with all of these cells and the field in it."""
    everywhere = (*FIELD, *cells)
    left = min(x for x, _ in everywhere) * WIDTH - MARGIN
    top = min(y for _, y in everywhere) * HEIGHT - MARGIN
    right = (max(x for x, _ in everywhere) + 1) * WIDTH + MARGIN
    bottom = (max(y for _, y in everywhere) + 1) * HEIGHT + MARGIN
    return f"{left} {top} {right - left} {bottom - top}"
