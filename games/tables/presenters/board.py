"""The mine as one picture, in units of 80 by 120 for each cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine import Cell, Tile, print_face
from games.kinds.common.look import Backdrop, Figure, Look, PlacedToken, Things, V
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.phrases import Names, cell_words, nuggets, number_words, openings

WIDTH, HEIGHT = 80, 120
MARGIN = 12
AXIS = 24
"""Room for the numbers of columns and rows, on the left and above."""


class AxisMark(NamedTuple):
    """A number on an axis, as sentences name cells: where it stands, and what it says."""

    at: int
    words: str


class Axes(NamedTuple):
    """The numbers of the columns, above the board, and of the rows, on its left."""

    columns: tuple[AxisMark, ...]
    rows: tuple[AxisMark, ...]
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on the board: its drawing, and where its upper left corner is."""

    name: str
    cell: Cell
    turned: bool = False
    known: str = ""
    """What the reader, and not everybody, knows of a card that lies face down."""
    words: str = ""
    tokens: tuple[PlacedToken, ...] = ()
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
    cards: tuple[ShownCard, ...]
    lamps: tuple[ShownCard, ...]
    last: tuple[ShownCard, ...]
    fresh: tuple[ShownCard, ...]
    view_box: str
    stock: int
    supply: tuple[str, ...]
    axes: Axes
    ground: Backdrop | None = None
    joints: tuple[PlacedToken, ...] = ()
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
    things = look.things(view, names)
    cards = (*_face_up(view, look, words, things), *_face_down(view, look, words, things.figures))
    lit = dict.fromkeys((*view.mine.starts, *last))
    shown = [*look.FIELD, *(card.cell for card in cards)]
    return Board(
        cards=cards,
        lamps=tuple(ShownCard("lamp", cell) for cell in lit),
        last=tuple(ShownCard("last", cell) for cell in last),
        fresh=tuple(ShownCard("fresh", cell) for cell in dict.fromkeys(fresh) if cell not in last),
        view_box=view_box(shown),
        stock=view.stock,
        supply=things.supply,
        axes=axes(shown),
        ground=look.GROUND,
        joints=things.joints,
        figures=things.figures,
    )


def _face_up(view: V, look: Look[V], words: GameWords[Any], things: Things) -> Iterator[ShownCard]:
    for cell, tile in view.mine.tiles.items():
        tokens = tuple(_lying_on(cell, token) for token in things.tokens.get(cell, ()))
        said = [*(token.words for token in tokens), *_standing(cell, things.figures)]
        told = _lying(cell in view.mine.starts, tile, words, said)
        yield ShownCard(look.card(view, cell, tile), cell, tile.turned, words=told, tokens=tokens)


def _lying_on(cell: Cell, token: PlacedToken) -> PlacedToken:
    x, y = cell
    return token._replace(x=x * WIDTH + token.x, y=y * HEIGHT + token.y)


def _standing(cell: Cell, figures: Iterable[Figure]) -> list[str]:
    return [figure.words for figure in figures if figure.cell == cell]


def _face_down(
    view: V, look: Look[V], words: GameWords[Any], figures: Iterable[Figure]
) -> Iterator[ShownCard]:
    """Goals, each with what this reader saw there; some lie open already, or in the end."""
    goals, shown = look.goals(view), look.open_goals(view)
    for cell in view.mine.hidden:
        known = goals.get(cell)
        there = _standing(cell, figures)
        if known and cell in shown:
            said = ", ".join([words.CARDS.name(known), *there])
            yield ShownCard(look.goal(known), cell, words=said)
        else:
            drawing = look.goal(known) if known else ""
            said = ", ".join([words.goal(known), *there])
            yield ShownCard(look.BACK, cell, known=drawing, words=said)


def _lying(start: bool, tile: Tile, words: GameWords[Any], things: Iterable[str]) -> str:
    """The card as it lies, which may be after a half turn, and what lies or stands on it."""
    name = "start" if start else tile.name
    said = words.CARDS.name(name if openings(name) == "" else print_face(tile.face))
    gold = [nuggets(tile.worth)] if tile.worth else []
    return ", ".join([said, *gold, *things])


def view_box(cells: Collection[Cell]) -> str:
    """The smallest picture with all of these cells in it, and their numbers."""
    columns, rows = _spans(cells)
    left, top = columns.start * WIDTH - MARGIN - AXIS, rows.start * HEIGHT - MARGIN - AXIS
    right, bottom = columns.stop * WIDTH + MARGIN, rows.stop * HEIGHT + MARGIN
    return f"{left} {top} {right - left} {bottom - top}"


def axes(cells: Collection[Cell]) -> Axes:
    """The numbers by which these cells are named, along the edges of their picture."""
    columns, rows = _spans(cells)
    return Axes(
        tuple(AxisMark(x * WIDTH + WIDTH // 2, number_words(x)) for x in columns),
        tuple(AxisMark(y * HEIGHT + HEIGHT // 2, number_words(y)) for y in rows),
        columns.start * WIDTH - MARGIN - AXIS // 2,
        rows.start * HEIGHT - MARGIN - AXIS // 2,
    )


def _spans(cells: Collection[Cell]) -> tuple[range, range]:
    """From the first to the last column, and row."""
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
