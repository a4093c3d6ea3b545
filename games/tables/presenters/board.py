"""The board as a picture (80 by 120 units per cell), and the film of what happened."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.engine import Cell, Mine, Tile, print_cell, print_face, read_cell
from games.engine.tunnels import neighbours
from games.kinds.common.look import Backdrop, Figure, Look, Motion, PlacedToken, Things, V
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.phrases import Names, cell_words, nuggets, number_words, openings
from games.kinds.kind import GameKind
from games.tables.presenters.log import Entry, on_this_board

WIDTH, HEIGHT = 80, 120
MARGIN = 12
AXIS = 24
"""Room for the numbers of columns and rows, above and on the left."""


class AxisMark(NamedTuple):
    """A column or row number as sentences use it to name cells: its position and text."""

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
    """A card on the board: its drawing, and the position of its upper left corner."""

    name: str
    cell: Cell
    turned: bool = False
    known: str = ""
    """What this reader, but not everybody, knows of a face-down card."""
    words: str = ""
    tokens: tuple[PlacedToken, ...] = ()
    """The tokens on it, in units of the whole board."""
    back: str = ""
    """The drawing on its other side, when it is turned over in a scene."""
    step: int = 0
    """The step of the scene in which it is turned over."""

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
    kind: GameKind[Any, V],
    names: Names,
    last: Collection[Cell],
    fresh: Iterable[Cell] = (),
) -> Board:
    """Return what lies on the table, where the last move was, and what is new to the reader."""
    look, things = kind.look, kind.look.things(view, names)
    cards = (*_face_up(view, kind, things), *_face_down(view, kind, things.figures))
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


def _face_up(view: V, kind: GameKind[Any, V], things: Things) -> Iterator[ShownCard]:
    for cell, tile in view.mine.tiles.items():
        tokens = tuple(
            token._replace(x=cell[0] * WIDTH + token.x, y=cell[1] * HEIGHT + token.y)
            for token in things.tokens.get(cell, ())
        )
        said = [token.words for token in tokens]
        said += [figure.words for figure in things.figures if figure.cell == cell]
        told = _lying(cell in view.mine.starts, tile, kind.words, said)
        name = kind.look.card(view, cell, tile)
        yield ShownCard(name, cell, tile.turned, words=told, tokens=tokens)


def _face_down(view: V, kind: GameKind[Any, V], figures: Iterable[Figure]) -> Iterator[ShownCard]:
    """Yield the goals with what this reader saw there; some are already face up."""
    look, words = kind.look, kind.words
    goals, shown = look.goals(view), look.open_goals(view)
    for cell in view.mine.hidden:
        known = goals.get(cell)
        there = [figure.words for figure in figures if figure.cell == cell]
        if known and cell in shown:
            said = ", ".join([words.CARDS.name(known), *there])
            yield ShownCard(look.goal(known), cell, words=said)
        else:
            drawing = look.goal(known) if known else ""
            said = ", ".join([words.goal(known), *there])
            yield ShownCard(look.BACK, cell, known=drawing, words=said)


def _lying(start: bool, tile: Tile, words: GameWords[Any], things: Iterable[str]) -> str:
    """Describe the card with its orientation and what lies or stands on it."""
    name = "start" if start else tile.name
    said = words.CARDS.name(name if openings(name) == "" else print_face(tile.face))
    gold = [nuggets(tile.worth)] if tile.worth else []
    return ", ".join([said, *gold, *things])


def view_box(cells: Collection[Cell], margin: int = MARGIN, axis: int = AXIS) -> str:
    """Return the smallest view box with all of these cells and their numbers."""
    columns, rows = spans(cells)
    left, top = columns.start * WIDTH - margin - axis, rows.start * HEIGHT - margin - axis
    right, bottom = columns.stop * WIDTH + margin, rows.stop * HEIGHT + margin
    return f"{left} {top} {right - left} {bottom - top}"


def axes(cells: Collection[Cell]) -> Axes:
    """Return the numbers of these cells' columns and rows, along the edges of their picture."""
    columns, rows = spans(cells)
    return Axes(
        tuple(AxisMark(x * WIDTH + WIDTH // 2, number_words(x)) for x in columns),
        tuple(AxisMark(y * HEIGHT + HEIGHT // 2, number_words(y)) for y in rows),
        columns.start * WIDTH - MARGIN - AXIS // 2,
        rows.start * HEIGHT - MARGIN - AXIS // 2,
    )


def spans(cells: Collection[Cell]) -> tuple[range, range]:
    """Return the columns and the rows from the first to the last."""
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


# --- the film: what happened on the board, as steps that the page plays one by one ---------------
#
# A step is made from an event as the reader may know it, so a film reveals no more than the log.
# The page shows the current board; static/js/film.js undoes the steps and replays them.

MAX_STEPS = 24
"""Maximum number of steps in a film; the log has everything."""
FOR_WATCHERS = 6
"""Entries that spectators may have missed while their page was hidden."""


@dataclass(frozen=True, slots=True)
class FilmStep:
    """One thing that moves, and the sentence that describes it."""

    number: int
    """The number of its entry."""
    by: int | None
    motion: Motion
    words: SafeString
    way: str
    """The cells of a walk, in notation."""
    lit: str = ""
    """Cells that a placed card newly connected to the start, in the order they light up."""


class Film(NamedTuple):
    """Steps, oldest first; those of entries up to `seen` are not new to the reader."""

    steps: tuple[FilmStep, ...] = ()
    seen: int = 0


def film(log: Sequence[Entry], view: V, look: Look[V], names: Names, read_to: int) -> Film:
    """Return what is new to the reader, preceded by their own last move."""
    told = on_this_board(log)
    if names.me is None:
        first = min([entry.number for entry in told][-FOR_WATCHERS:], default=0)
    else:
        own = [e.number for e in told if names.is_me(e.seat) and e.number <= read_to]
        first = own[-1] if own else read_to + 1
    steps = [step for step in _steps(told, view, look) if step.number >= first]
    return Film(tuple(_lit(steps[-MAX_STEPS:], view.mine)), read_to)


def _steps(told: Iterable[Entry], view: V, look: Look[V]) -> Iterator[FilmStep]:
    """Yield all steps of this round, since a walk begins where the previous one ended."""
    stands: dict[int, Cell] = {}
    for entry in told:
        for event, line in zip(entry.events, entry.told, strict=True):
            motion = look.motion(view, event)
            if motion is None:
                continue
            if motion.way and event.seat is not None:
                start = stands.get(event.seat) or look.home(view, event.seat)
                way = _from(start, motion.way)
                motion, stands[event.seat] = motion._replace(way=way), way[-1]
            words, cells = line.text if line else SafeString(), _cells(motion.way)
            yield FilmStep(entry.number, event.seat, motion, words, cells)


def _from(start: Cell | None, way: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the way with its first cell, if known: the log may be cut off before it."""
    next_to = {there for _, there, _ in neighbours(way[0])}
    return (start, *way) if start in next_to and start is not None else way


def _lit(steps: Sequence[FilmStep], mine: Mine) -> Iterator[FilmStep]:
    """Add the cells that each step's card connected, ignoring cards placed later."""
    laid = [read_cell(step.motion.at) if step.motion.how == "lay" else None for step in steps]
    for place, (step, cell) in enumerate(zip(steps, laid, strict=True)):
        later = set(laid[place + 1 :])
        found = () if cell is None or cell in later else _joined(mine, cell, later)
        yield replace(step, lit=_cells(found)) if found else step


def _joined(mine: Mine, cell: Cell, later: Container[Cell | None]) -> Sequence[Cell]:
    """Return the cards behind this one that it connects to the start."""
    tile = mine.tiles.get(cell)
    if tile is None or not _is_between(mine, cell, tile):
        return ()
    there = {c: card for c, card in mine.tiles.items() if c != cell and c not in later}
    before = Mine.of(mine.starts, there, mine.hidden)
    return [c for c in before.lay(cell, tile).reach if c not in before.reach and c != cell]


def _is_between(mine: Mine, cell: Cell, tile: Tile) -> bool:
    """Check whether it leads to two or more cards; most lead to one and connect only themselves."""
    next_to = ((side, met, mine.tiles.get(there)) for side, there, met in neighbours(cell))
    leads = [other for side, met, other in next_to
             if other and tile.openings & side and other.openings & met]  # fmt: skip
    return len(leads) > 1


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(print_cell, cells))
