"""The mine as one picture: what lies where, in units of 80 by 120 a cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from games import wording
from games.engine import Cell, print_face
from games.show.looks.parts import Lying, nuggets
from games.wording import Names

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
    supply: tuple[str, ...]


def board(
    view: Any,
    look: ModuleType,
    words: ModuleType,
    names: Names,
    last: Collection[Cell],
    fresh: Iterable[Cell],
) -> Board:
    """What lies on the table, where the last move was, and what is new to the reader."""
    cards = (*_face_up(view, look, names), *_face_down(view, look, words))
    starts = view.mine.starts
    field = [*starts, *dict(view.goals)]  # always seen, whatever lies there
    return Board(
        cards=cards,
        lamps=tuple(Laid("lamp", cell) for cell in dict.fromkeys((*starts, *last))),
        last=tuple(Laid("last", cell) for cell in last),
        fresh=tuple(Laid("fresh", cell) for cell in dict.fromkeys(fresh) if cell not in last),
        view_box=view_box([*field, *(card.cell for card in cards)]),
        stock=getattr(view, "stock", None),
        supply=tuple(look.supply(view)),
    )


def _face_up(view: Any, look: ModuleType, names: Names) -> Iterator[Laid]:
    for cell, tile in view.mine.tiles.items():
        tokens = tuple(_lying_on(cell, token) for token in look.tokens(view, cell, tile, names))
        words = _lying(cell in view.mine.starts, tile, tokens)
        yield Laid(look.card(view, cell, tile), cell, tile.turned, words=words, tokens=tokens)


def _lying_on(cell: Cell, token: Lying) -> Lying:
    x, y = cell
    return token._replace(x=x * WIDTH + token.x, y=y * HEIGHT + token.y)


def _face_down(view: Any, look: ModuleType, words: ModuleType) -> Iterator[Laid]:
    """Goals, each with what this reader saw there; one that waits to be laid lies open."""
    goals, waiting = dict(view.goals), look.waiting_goals(view)
    for cell in view.mine.hidden:
        known = goals.get(cell)
        if known and cell in waiting:
            yield Laid(look.goal(known), cell, words=wording.card_name(known))
        else:
            drawing = look.goal(known) if known else ""
            yield Laid("goal", cell, known=drawing, words=words.goal(known))


def _lying(start: bool, tile: Any, tokens: Iterable[Lying]) -> str:
    """The card as it lies, which may be after a half turn, and what lies on it."""
    name = "start" if start else tile.name
    said = wording.card_name(name if wording.openings(name) == "" else print_face(tile.face))
    gold = [nuggets(tile.worth)] if tile.worth else []
    return ", ".join([said, *gold, *(token.words for token in tokens)])


def view_box(cells: Iterable[Cell]) -> str:
    """The smallest picture with all of these cells in it."""
    everywhere = tuple(cells)
    left = min(x for x, _ in everywhere) * WIDTH - MARGIN
    top = min(y for _, y in everywhere) * HEIGHT - MARGIN
    right = (max(x for x, _ in everywhere) + 1) * WIDTH + MARGIN
    bottom = (max(y for _, y in everywhere) + 1) * HEIGHT + MARGIN
    return f"{left} {top} {right - left} {bottom - top}"
