"""Distances to the goals in cards, measured from the open ends of the mine.

Cells are bits of one number, so a whole ring of cells takes one step of arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.engine.tunnels import JOINED, Cell, Mine, Tile, neighbours

STRIDE: Final = 16
COLUMNS: Final = range(-4, 11)
ROWS: Final = range(-5, 6)
CELL_BITS: Final[Mapping[Cell, int]] = {
    (x, y): 1 << ((y - ROWS[0]) * STRIDE + x - COLUMNS[0]) for y in ROWS for x in COLUMNS
}
"""The bit of each measured cell. An empty column separates the rows."""
ALL_CELLS: Final = sum(CELL_BITS.values())
EXITS: Final[Mapping[Cell, tuple[int, ...]]] = {
    cell: tuple(
        sum(CELL_BITS.get(there, 0) for side, there, _ in neighbours(cell) if sides & side)
        for sides in range(16)
    )
    for cell in CELL_BITS
}
"""The cells next to each set of sides of each cell."""
NO_EXITS: Final = (0,) * 16
MAX_RINGS: Final = 12
UNREACHABLE: Final = MAX_RINGS + 1


class DetachedCard(NamedTuple):
    """A card that isn't joined to the start, and the cells where a new card would join it."""

    card: int
    ends: int


class Distances:
    """The measurements of a mine. Immutable."""

    __slots__ = ("_after", "_open", "ends", "goals", "loose", "mine", "near", "nearest", "rings")

    def __init__(self, mine: Mine) -> None:
        field = CELL_BITS
        taken = ends = 0
        for cell in mine.tiles:
            taken |= field.get(cell, 0)
        for cell, needs in mine.spots.items():
            if needs >> JOINED:
                ends |= field.get(cell, 0)
        self.mine = mine
        self.ends = ends
        """The empty cells that tunnels lead into."""
        self.goals = {cell: field[cell] for cell in mine.hidden}
        self._open = ALL_CELLS & ~taken
        free = self._open & ~sum(self.goals.values())
        self.loose = _loose(mine) if len(mine.reach) < len(mine.tiles) else ()
        self.rings = [_rings(bit, free, self.loose) for bit in self.goals.values()]
        """For each goal the cells from which it takes one card, two cards, and so on."""
        self.near = tuple([_steps(rings, ends) for rings in self.rings])
        """The number of missing cards for each goal."""
        self.nearest = min(self.near, default=UNREACHABLE)
        """The number of missing cards to the nearest goal."""
        self._after: dict[int, tuple[int, ...]] = {}

    def ends_after(self, cell: Cell, tile: Tile) -> int:
        """Return the open ends after laying this card; a goal that it reaches is one of them."""
        here = CELL_BITS.get(cell, 0)
        joined = tile.ways[self.mine.spots[cell] >> JOINED & 15]
        exits = EXITS.get(cell, NO_EXITS)[joined]
        for loose in self.loose:
            if exits & loose.card and loose.ends & here:
                exits |= loose.ends
        return self.ends & ~here | exits & self._open

    def near_after(self, ends: int) -> tuple[int, ...]:
        """Return the missing cards for each goal with these open ends; 0 is a goal reached.

        One card brings a goal at most one step nearer, unless it joins a detached tunnel.
        """
        found = self._after.get(ends)
        if found is None:
            goals = zip(self.goals.values(), self.rings, self.near, strict=True)
            near = [
                0 if ends & goal else _steps(rings, ends, 0 if self.loose else max(steps - 2, 0))
                for goal, rings, steps in goals
            ]
            found = self._after[ends] = tuple(near)
        return found


def _steps(rings: list[int], ends: int, known: int = 0) -> int:
    """Return the distance of a goal that is known to be farther than `known` steps."""
    for steps in range(known, MAX_RINGS):
        if rings[steps] & ends:
            return steps + 1
    return UNREACHABLE


def _rings(goal: int, free: int, loose: tuple[DetachedCard, ...]) -> list[int]:
    """Return the rings of free cells around a goal; detached tunnels are passed through."""
    rings = []
    reach = goal
    for _ in range(MAX_RINGS):
        spread = reach << 1 | reach >> 1 | reach << STRIDE | reach >> STRIDE
        for tunnel in loose:
            if tunnel.ends & reach:
                spread |= tunnel.ends
        reach |= spread & free
        rings.append(reach)
    return rings


def _loose(mine: Mine) -> tuple[DetachedCard, ...]:
    """Return every tunnel of every card that is cut off from the start."""
    return tuple(
        DetachedCard(
            CELL_BITS.get(cell, 0), sum(CELL_BITS.get(end, 0) for end in mine.ends_of(cell, group))
        )
        for cell, tile in mine.tiles.items()
        if cell not in mine.reach
        for group in tile.face.groups
    )
