"""The film: what happened on the board now in play, as steps that the page shows one by one.

A step is made from an event as the reader may know it, so a film tells no more than the log. The
page shows the board as it is; static/js/film.js takes the steps back and plays them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.kinds.common.look import Look, V
from games.kinds.common.motions import Motion
from games.kinds.common.words import Names
from games.mine import Cell, Mine, print_cell
from games.mine.tunnels import around
from games.tables.presenters.log import Entry, on_this_board

MOST = 24
"""Steps of a film: more than that nobody watches, and the log tells it all."""
FOR_WATCHERS = 6
"""Entries that who watches may have missed while their page was out of sight."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that moves, and the sentence that tells it."""

    number: int
    """Of the entry that it is from."""
    by: int | None
    motion: Motion
    words: SafeString
    lit: str = ""
    """Cells that a card was joined to when it was laid."""

    @property
    def way(self) -> str:
        """The cells of a walk, in notation."""
        return _cells(self.motion.way)


class Film(NamedTuple):
    """Steps, the oldest first; those of entries up to `seen` are no news to the reader."""

    steps: tuple[Step, ...] = ()
    seen: int = 0


def film(log: Sequence[Entry], view: V, look: Look[V], names: Names, read_to: int) -> Film:
    """What is new to the reader, and before it their own last move."""
    told = on_this_board(log)
    first = _first(told, names, read_to)
    steps = [step for step in _steps(told, view, look) if step.number >= first]
    return Film(tuple(steps[-MOST:]), read_to)


def _first(told: Sequence[Entry], names: Names, read_to: int) -> int:
    """The number of the first entry that is shown."""
    if names.me is None:
        return min([entry.number for entry in told][-FOR_WATCHERS:], default=0)
    own = [entry.number for entry in told if names.is_me(entry.seat) and entry.number <= read_to]
    return own[-1] if own else read_to + 1


def _steps(told: Iterable[Entry], view: V, look: Look[V]) -> Iterator[Step]:
    """All of this round, for a walk begins where the one before it ended."""
    stands = dict(look.homes(view))
    for entry in told:
        for event, line in zip(entry.events, entry.told, strict=True):
            motion = look.motion(view, event)
            if motion is None:
                continue
            if motion.way and event.seat is not None:
                way = _from(stands.get(event.seat), motion.way)
                motion, stands[event.seat] = motion._replace(way=way), way[-1]
            lit = _lit(view.mine, event.cell) if motion.how == "lay" else ""
            yield Step(entry.number, event.seat, motion, line.text if line else SafeString(), lit)


def _from(start: Cell | None, way: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The way with the cell it begins on, if that is known: the log may be cut off before it."""
    next_to = {there for _, there, _ in around(way[0])}
    return (start, *way) if start in next_to and start is not None else way


def _lit(mine: Mine, cell: Cell | None) -> str:
    """The cells whose cards this one is joined to, as the board is now."""
    tile = mine.tiles.get(cell) if cell is not None else None
    if cell is None or tile is None:
        return ""
    beside = ((side, there, met, mine.tiles.get(there)) for side, there, met in around(cell))
    return _cells(
        there
        for side, there, met, other in beside
        if other and tile.openings & side and other.openings & met
    )


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(print_cell, cells))
