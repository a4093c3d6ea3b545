"""The film: what happened on the current board, as steps that the page plays one by one.

A step is made from an event as the reader may know it, so a film tells no more than the log. The
page shows the board as it is; static/js/film.js takes the steps back and plays them again.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.engine import Cell, Mine, Tile, print_cell, read_cell
from games.engine.tunnels import neighbours
from games.kinds.common.look import Look, Motion, V
from games.kinds.common.words.phrases import Names
from games.tables.presenters.log import Entry, on_this_board

MAX_STEPS = 24
"""Steps of a film: nobody watches more, and the log has everything."""
FOR_WATCHERS = 6
"""Entries that spectators may have missed while their page was out of sight."""


@dataclass(frozen=True, slots=True)
class FilmStep:
    """One thing that moves, and the sentence that tells it."""

    number: int
    """Of the entry that it is from."""
    by: int | None
    motion: Motion
    words: SafeString
    lit: str = ""
    """Cells that a laid card newly joined to the start, in the order in which light comes there."""

    @property
    def way(self) -> str:
        """The cells of a walk, in notation."""
        return _cells(self.motion.way)


class Film(NamedTuple):
    """Steps, the oldest first; those of entries up to `seen` are no news to the reader."""

    steps: tuple[FilmStep, ...] = ()
    seen: int = 0


def film(log: Sequence[Entry], view: V, look: Look[V], names: Names, read_to: int) -> Film:
    """What is new to the reader, and before it their own last move."""
    told = on_this_board(log)
    first = _first(told, names, read_to)
    steps = [step for step in _steps(told, view, look) if step.number >= first]
    return Film(tuple(_lit(steps[-MAX_STEPS:], view.mine)), read_to)


def _first(told: Sequence[Entry], names: Names, read_to: int) -> int:
    """The number of the first entry that is shown."""
    if names.me is None:
        return min([entry.number for entry in told][-FOR_WATCHERS:], default=0)
    own = [entry.number for entry in told if names.is_me(entry.seat) and entry.number <= read_to]
    return own[-1] if own else read_to + 1


def _steps(told: Iterable[Entry], view: V, look: Look[V]) -> Iterator[FilmStep]:
    """All of this round, for a walk begins where the one before it ended."""
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
            yield FilmStep(entry.number, event.seat, motion, line.text if line else SafeString())


def _from(start: Cell | None, way: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The way with the cell it begins on, if that is known: the log may be cut off before it."""
    next_to = {there for _, there, _ in neighbours(way[0])}
    return (start, *way) if start in next_to and start is not None else way


def _lit(steps: Sequence[FilmStep], mine: Mine) -> Iterator[FilmStep]:
    """Each with what its card has joined; what was laid later did not lie there yet."""
    laid = [read_cell(step.motion.at) if step.motion.how == "lay" else None for step in steps]
    for place, (step, cell) in enumerate(zip(steps, laid, strict=True)):
        later = set(laid[place + 1 :])
        found = () if cell is None or cell in later else _joined(mine, cell, later)
        yield replace(step, lit=_cells(found)) if found else step


def _joined(mine: Mine, cell: Cell, later: Container[Cell | None]) -> Sequence[Cell]:
    """The cards behind this one, which it joined to the start."""
    tile = mine.tiles.get(cell)
    if tile is None or not _is_between(mine, cell, tile):
        return ()
    there = {c: card for c, card in mine.tiles.items() if c != cell and c not in later}
    before = Mine.of(mine.starts, there, mine.hidden)
    return [c for c in before.lay(cell, tile).reach if c not in before.reach and c != cell]


def _is_between(mine: Mine, cell: Cell, tile: Tile) -> bool:
    """Does it lead to two cards at least? Most lead to one, and join nothing but themselves."""
    next_to = ((side, met, mine.tiles.get(there)) for side, there, met in neighbours(cell))
    leads = [other for side, met, other in next_to
             if other and tile.openings & side and other.openings & met]  # fmt: skip
    return len(leads) > 1


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(print_cell, cells))
