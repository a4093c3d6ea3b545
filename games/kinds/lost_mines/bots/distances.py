"""Distances on the board: a cell is a bit, a set of cells an integer.

Distances are in steps. Entering a card is one step; an empty cell costs more for the turn it takes
to lay a card there, an obstacle for the tool that has to be found. All of it is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.caches import cached_per_mine
from games.engine.notation import Joint
from games.engine.tunnels import EAST, NORTH, SOUTH, WEST, Cell, Mine, Sides, Tile
from games.kinds.lost_mines.rules.cards import BOARD, COLUMNS, OBSTACLES, feature
from games.kinds.lost_mines.rules.state import OpenTable

STEP_COST, BUILD_COST, CLEAR_COST = 1, 3, 5
"""The cost of entering a card, an empty cell, and an obstacle that isn't overcome."""
UNREACHABLE: Final = 60
STRIDE: Final = COLUMNS + 1
"""An unused column separates the rows."""
BIT: Final[Mapping[Cell, int]] = {cell: 1 << cell[1] * STRIDE + cell[0] for cell in sorted(BOARD)}
CELL: Final[Mapping[int, Cell]] = {bit: cell for cell, bit in BIT.items()}
ALL_CELLS: Final = sum(BIT.values())


class Terrain(NamedTuple):
    """The sides that cells are open to, and the cost of entering them."""

    north: int
    east: int
    south: int
    west: int
    cards: int
    """Cells with a card that can be entered, or a face-down mine."""
    empty: int
    shut: int
    """Cells with an obstacle that isn't overcome."""
    ends: int
    """Face-down mines, where every walk ends."""

    def neighbours(self, cells: int) -> int:
        """Return the cells that are, or could be, joined to these."""
        north, east, south, west = self[:4]
        return (
            ((cells & east) << 1 & west)
            | ((cells & west) >> 1 & east)
            | ((cells & south) << STRIDE & north)
            | ((cells & north) >> STRIDE & south)
        )

    def laid(self, cell: Cell, openings: Sides, shut: bool) -> Terrain:
        bit = BIT[cell]
        return Terrain(
            self.north if openings & NORTH else self.north & ~bit,
            self.east if openings & EAST else self.east & ~bit,
            self.south if openings & SOUTH else self.south & ~bit,
            self.west if openings & WEST else self.west & ~bit,
            self.cards if shut else self.cards | bit,
            self.empty & ~bit,
            self.shut | bit if shut else self.shut,
            self.ends & ~bit,
        )

    def cleared(self, cell: Cell) -> Terrain:
        bit = BIT[cell]
        return self._replace(cards=self.cards | bit, shut=self.shut & ~bit)

    def bared(self, cell: Cell) -> Terrain:
        bit = BIT[cell]
        return Terrain(
            self.north | bit,
            self.east | bit,
            self.south | bit,
            self.west | bit,
            self.cards & ~bit,
            self.empty | bit,
            self.shut & ~bit,
            self.ends,
        )

    def barred(self, joint: Joint) -> Terrain:
        bit = BIT[joint.cell]
        if joint.side == EAST:
            return self._replace(east=self.east & ~bit)
        return self._replace(south=self.south & ~bit)


def terrain(table: OpenTable) -> Terrain:
    """Return the terrain of the board, without trolls, which are gone in a turn."""
    ground = _as_laid(table.mine)
    for cell in table.overcome:
        ground = ground.cleared(cell)
    return ground


@cached_per_mine
def _as_laid(mine: Mine) -> Terrain:
    """Return the terrain with no obstacle overcome."""
    north = east = south = west = ALL_CELLS
    empty, ends = ALL_CELLS, _bits(mine.hidden)
    for cell, tile in mine.tiles.items():
        bit, openings = BIT[cell], tile.openings
        empty ^= bit
        north ^= 0 if openings & NORTH else bit
        east ^= 0 if openings & EAST else bit
        south ^= 0 if openings & SOUTH else bit
        west ^= 0 if openings & WEST else bit
    shut = _bits(cell for cell in mine.special if is_obstacle(mine.tiles[cell]))
    return Terrain(
        north, east, south, west, ~empty & ALL_CELLS & ~shut | ends, empty & ~ends, shut, ends
    )


def is_obstacle(tile: Tile) -> bool:
    return tile.special and feature(tile.name) in OBSTACLES


def _bits(cells: Iterable[Cell]) -> int:
    return sum(BIT[cell] for cell in cells)


class Distances(NamedTuple):
    """Cells grouped by their distance."""

    rings: Sequence[int]

    def of(self, cell: Cell) -> int:
        bit = BIT[cell]
        for far, ring in enumerate(self.rings):
            if ring & bit:
                return far
        return UNREACHABLE

    def by_cell(self) -> dict[Cell, int]:
        found = {}
        for far, ring in enumerate(self.rings):
            while ring:
                bit = ring & -ring
                found[CELL[bit]] = far
                ring ^= bit
        return found


def distances_to(ground: Terrain, begin: Mapping[Cell, int], until: int = 0) -> Distances:
    """Return the distance from each cell to the nearest in `begin`, plus the steps given there.

    It may stop when all cells of `until` are found. A walk from a neighbour pays for entering the
    cell. `neighbours` is inlined, since every bot spends most of its time in this loop.
    """
    north, east, south, west, cards, empty, shut, ends = ground
    rings = [0] * (UNREACHABLE + CLEAR_COST + 1)
    for cell, added in begin.items():
        rings[min(added, UNREACHABLE)] |= BIT[cell]
    unseen, walked_on = ALL_CELLS, ~ends | _bits(begin)
    for far in range(UNREACHABLE):
        ring = rings[far] & unseen
        rings[far] = ring
        if not ring:
            continue
        unseen ^= ring
        if until and not until & unseen:
            break
        ring &= walked_on
        for cells, cost in (
            (ring & cards, STEP_COST),
            (ring & empty, BUILD_COST),
            (ring & shut, CLEAR_COST),
        ):
            if cells:
                rings[far + cost] |= (
                    ((cells & east) << 1 & west)
                    | ((cells & west) >> 1 & east)
                    | ((cells & south) << STRIDE & north)
                    | ((cells & north) >> STRIDE & south)
                ) & unseen
    return Distances(rings[: far + 1])


@lru_cache(maxsize=4096)
def steps_to_nearest(ground: Terrain, begin: tuple[tuple[Cell, int], ...]) -> dict[Cell, int]:
    """Return the distances of all cells. Cached: don't change the result."""
    return distances_to(ground, dict(begin)).by_cell()


def distances_from(ground: Terrain, home: Cell) -> Distances:
    rings = [0] * (UNREACHABLE + CLEAR_COST + 1)
    rings[0] = BIT[home]
    unseen = ALL_CELLS
    for far in range(UNREACHABLE):
        ring = rings[far] & unseen
        rings[far] = ring
        if not ring:
            continue
        unseen ^= ring
        on = ring & ~ground.ends if far else ring
        there = ground.neighbours(on) & unseen
        rings[far + STEP_COST] |= there & ground.cards
        rings[far + BUILD_COST] |= there & ground.empty
        rings[far + CLEAR_COST] |= there & ground.shut
    return Distances(rings[:UNREACHABLE])
