"""Distances in cards between a seat's tunnels and its targets: floods over sets of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.engine.caches import cached_per_mine
from games.engine.tunnels import ALL_SIDES, Cell, Mine, Sides, fits, neighbours
from games.kinds.duel.rules.cards import COLOURS, PATHS, path_tile

Cells = int
"""A set of cells, one bit each: flooding one step takes a few shifts."""

LEFT, RIGHT, TOP, BOTTOM = -2, 14, -5, 5
"""The area that is measured; nobody digs farther out."""
STRIDE: Final = RIGHT - LEFT + 2
"""Cells in a row, plus one that stops every flood."""
UNREACHABLE: Final = 12


def _bit(cell: Cell) -> Cells:
    x, y = cell
    return 1 << (y - TOP + 1) * STRIDE + (x - LEFT + 1)


BIT: Final[Mapping[Cell, Cells]] = {
    (x, y): _bit((x, y)) for x in range(LEFT, RIGHT + 1) for y in range(TOP, BOTTOM + 1)
}
ALL_CELLS: Final[Cells] = sum(BIT.values())
NEXT_TO: Final[Mapping[Cell, Cells]] = {
    cell: sum(BIT.get(there, 0) for _, there, _ in neighbours(cell)) for cell in BIT
}
SHAPES: Final = {path_tile(card, way, COLOURS).openings for card in PATHS for way in (False, True)}
UNFILLABLE: Final = tuple(not any(fits(needs, shape) for shape in SHAPES) for needs in range(256))
"""Whether no card of the deck fits a cell with these needs."""


@cached_per_mine
def free_ground(mine: Mine) -> Cells:
    """Return the cells where a card can still be laid, and the face-down goals."""
    bits, taken = BIT, 0
    for cell in mine.tiles:
        taken |= bits.get(cell, 0)
    for cell, needs in mine.spots.items():
        if UNFILLABLE[needs & 255]:
            taken |= bits.get(cell, 0)
    return ALL_CELLS & ~taken


def ends_of(mine: Mine, shift: int) -> Cells:
    """Return the empty cells that a traveller's tunnels lead into."""
    bits, ends = BIT, 0
    for cell, needs in mine.spots.items():
        if needs >> shift & 15:
            ends |= bits.get(cell, 0)
    return ends


@cached_per_mine
def passages(mine: Mine) -> tuple[tuple[Cells, ...], ...]:
    """Return for each traveller the tunnels not joined to theirs, as the empty cells they join."""
    return tuple(_passages(mine, traveller) for traveller in range(len(COLOURS)))


def _passages(mine: Mine, traveller: int) -> tuple[Cells, ...]:
    shift, found = 4 * traveller, []
    for cell, tile in mine.tiles.items():
        left = tile.openings & ~(mine.reach.get(cell, 0) >> shift)
        while left:
            side = left & -left
            group = tile.ways[side << shift] >> shift & ALL_SIDES | side
            left &= ~group
            if group != side:
                ends = mine.ends_of(cell, group << shift)
                found.append(sum(BIT.get(end, 0) for end in ends))
    return tuple(dict.fromkeys(found))


def cards_to(
    ends: Cells,
    late: Mapping[int, Cells],
    joined: Sequence[Cells],
    ground: Cells,
    doorsteps: Sequence[Cells],
    most: int,
) -> list[int]:
    """Return for each set of doorsteps how many cards reach one of them, up to `most`.

    `late` has the ends behind trolls and doors by the number of cards from which they count;
    `joined` are passages.
    """
    found = [UNREACHABLE] * len(doorsteps)
    wanted = 0
    for steps in doorsteps:
        wanted |= steps
    front = ends & ground
    left = ground & ~front
    for cards in range(1, most + 1):
        if front & wanted:
            wanted = _reached(found, doorsteps, front, cards)
            if not wanted:
                break
        here, front = front, front << 1 | front >> 1 | front << STRIDE | front >> STRIDE
        for passage in joined:
            if passage & here:
                front |= passage
        if late:
            front |= late.get(cards + 1, 0)
        front &= left
        left ^= front
    return found


def _reached(found: list[int], doorsteps: Sequence[Cells], front: Cells, cards: int) -> Cells:
    """Record the doorsteps that are reached now, and return those still wanted."""
    wanted = 0
    for number, steps in enumerate(doorsteps):
        if found[number] == UNREACHABLE:
            if steps & front:
                found[number] = cards
            else:
                wanted |= steps
    return wanted


def nearest(cells: Iterable[Cell], doorsteps: Cells, ground: Cells, spare: int) -> set[Cell]:
    """Return the cells nearest to a doorstep, and those at most `spare` cards farther."""
    waiting = {cell: BIT.get(cell, 0) for cell in cells}
    found: set[Cell] = set()
    front, left, more = doorsteps & ground, ground, UNREACHABLE
    while front and waiting and more >= 0:
        here = [cell for cell, bit in waiting.items() if bit & front]
        for cell in here:
            del waiting[cell]
        found.update(here)
        if found:
            more = min(more, spare + 1) - 1
        left &= ~front
        front = (front << 1 | front >> 1 | front << STRIDE | front >> STRIDE) & left
    return found


@lru_cache(maxsize=2**14)
def finishers(fit: int, joined: Sides, out: Sides, traveller: int) -> frozenset[str]:
    """Return the cards that lead from a side in `joined` to one in `out`, where `fit` is needed."""
    shift = 4 * traveller
    return frozenset(
        card
        for card in PATHS
        for tile in (path_tile(card, False, COLOURS), path_tile(card, True, COLOURS))
        if fits(fit, tile.openings) and tile.ways[joined << shift] >> shift & out
    )
