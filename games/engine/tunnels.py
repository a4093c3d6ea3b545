"""Sides, faces, cells, fitting and reach: the geometry all games share.

Sides are bits, so a set of sides is a small integer. The needs of each empty cell, and the reach of
the tunnels, are updated card by card: laying a card examines only its neighbours and what it newly
joins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

Cell = tuple[int, int]
Sides = int
"""A set of sides: the sum of their bits."""

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
ALL_SIDES: Final = 15
SIDE_OF: Final = {"n": NORTH, "e": EAST, "s": SOUTH, "w": WEST}
LETTER_OF: Final = {bit: letter for letter, bit in SIDE_OF.items()}
STEP: Final = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def half_turn(sides: Sides) -> Sides:
    """Swap north with south and east with west; also the side seen from across."""
    return (sides << 2 | sides >> 2) & ALL_SIDES


def side_letters(sides: Sides) -> str:
    """Return a set of sides in notation, in the order n e s w."""
    return "".join(letter for letter, bit in SIDE_OF.items() if sides & bit)


@lru_cache(maxsize=4096)
def neighbours(cell: Cell) -> tuple[tuple[Sides, Cell, Sides], ...]:
    """Return the four ways out of a cell: the side, the next cell, and the side met there."""
    x, y = cell
    return tuple((s, (x + dx, y + dy), half_turn(s)) for s, (dx, dy) in STEP.items())


def steps_between(here: Cell, there: Cell) -> int:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


@dataclass(frozen=True, slots=True, order=True)
class Feature:
    """A thing printed on a card besides its tunnels: gold, a door, a troll, a campfire."""

    kind: str
    value: str = ""
    side: Sides = 0

    def turned(self) -> Feature:
        return Feature(self.kind, self.value, half_turn(self.side))


@dataclass(frozen=True, slots=True)
class Face:
    """The open sides of a card, and which of them join inside."""

    groups: tuple[Sides, ...]
    features: tuple[Feature, ...] = ()

    @property
    def openings(self) -> Sides:
        return sum(self.groups)

    def turned(self) -> Face:
        """Return the face after a half turn, the only turn the rules allow."""
        return Face.of(
            [half_turn(group) for group in self.groups], [f.turned() for f in self.features]
        )

    @property
    def same_both_ways(self) -> bool:
        return self.turned() == self

    def feature(self, kind: str) -> Feature | None:
        """Return the feature of this kind, if any: gold, a door, a troll."""
        for feature in self.features:
            if feature.kind == kind:
                return feature
        return None

    @staticmethod
    def of(groups: Iterable[Sides], features: Iterable[Feature] = ()) -> Face:
        """Return a face in canonical order: groups by first side, features by name.

        Gold lies in a whole group, so it is written at the first side of that group.
        """
        ordered = tuple(sorted(groups, key=_first))
        settled = [_settled(feature, ordered) for feature in features]
        return Face(ordered, tuple(sorted(settled, key=lambda f: (f.kind, f.value, f.side))))


def _first(sides: Sides) -> Sides:
    return sides & -sides


def _settled(feature: Feature, groups: tuple[Sides, ...]) -> Feature:
    if feature.kind != "gold" or not feature.side:
        return feature
    holding = next((group for group in groups if group & feature.side), feature.side)
    return Feature("gold", feature.value, _first(holding))


OpeningGroups = tuple[Sides, ...]
"""The openings joined inside, for every set of sides by which one may come in."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card as it lies on the table: its name, its face that way up, and its connections.

    `ways` are the connections; `source` are the openings joined to a start by the card itself: it
    is a start, or has a ladder to one. Where travellers differ, each has four bits of their own in
    both, the first one the lowest four.
    """

    name: str
    turned: bool
    face: Face = field(compare=False)
    fixed: bool = False
    ways: OpeningGroups = field(compare=False, default=())
    source: Sides = field(compare=False, default=0)
    worth: int = 0
    """The gold on it."""
    gold: Sides = field(compare=False, default=0)
    """The openings that lead to its gold, for each traveller."""
    entries: Sides = field(compare=False, default=0)
    """The openings that lead onto a card with gold at all, for each traveller."""
    toll: bool = field(compare=False, default=False)
    """Whether there is an unpaid troll."""
    openings: Sides = field(compare=False, init=False)
    special: bool = field(compare=False, init=False)
    """Whether something lies on it: gold, a door, a troll, a ladder."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "openings", self.face.openings)
        object.__setattr__(self, "special", bool(self.worth or self.face.features))
        if not self.ways:
            object.__setattr__(self, "ways", ways_through(self.face.groups))


@lru_cache(maxsize=1024)
def ways_through(*travellers: tuple[Sides, ...]) -> OpeningGroups:
    """Return a card's connections: for each traveller, the groups of joined openings."""
    if len(travellers) > 1:
        first, others = ways_through(travellers[0]), ways_through(*travellers[1:])
        return tuple(there << 4 | here for there in others for here in first)
    (groups,) = travellers
    return tuple(sum(group for group in groups if group & sides) for sides in range(16))


def both_ways(name: str, face: Face, fixed: bool = False) -> dict[tuple[str, bool], Tile]:
    """Return the tiles a card can become; one that looks the same both ways is never turned."""
    upright = Tile(name, False, face, fixed)
    turned = upright if face.same_both_ways else Tile(name, True, face.turned(), fixed)
    return {(name, False): upright, (name, True): turned}


Needs = int
"""Three sets of sides in one integer: where the neighbours need an opening (bits 0 to 3), where a
wall (bits 4 to 7), and which of those openings are joined to the start (bits 8 to 11, and four more
for each further traveller)."""

WALL: Final = 4
JOINED: Final = 8
FIT: Final = 255
"""The bits that decide what fits. A card that fits where a tunnel from the start leads in is joined
to it: it has an opening wherever a neighbour has one."""


def fits(needs: Needs, openings: Sides) -> bool:
    """Tell whether openings meet openings, and walls walls, at all face-up neighbours. (C10)"""
    wanted = needs & ALL_SIDES
    return openings & (wanted | needs >> WALL & ALL_SIDES) == wanted


def connects(needs: Needs, openings: Sides, traveller: int = 0) -> bool:
    """Tell whether an opening meets one that is joined to the start. (C11, D9)"""
    return bool(openings & needs >> JOINED + 4 * traveller)


def reached(needs: Needs) -> bool:
    """Tell whether any traveller's tunnel from the start leads into this cell. (C17, D16)"""
    return bool(needs >> JOINED)


def reaching(needs: Needs) -> Sides:
    """Return the sides by which any traveller's tunnel from the start leads into this cell."""
    joined = needs >> JOINED
    return (joined | joined >> 4) & ALL_SIDES


def fitting_sides(needs: Needs, openings: Sides) -> int:
    """Return how many sides fit a face-up neighbour."""
    opened = openings & needs & ALL_SIDES
    walled = ~openings & needs >> WALL & ALL_SIDES
    return (opened | walled).bit_count()


def fitting_orientations(tiles: Iterable[Tile], needs: Needs) -> tuple[bool, ...]:
    """Return the orientations in which a card fits a cell with these needs, each once."""
    return tuple(tile.turned for tile in dict.fromkeys(tiles) if fits(needs, tile.openings))


def best_orientation(needs: Needs, printed: Tile, turned: Tile, played: Sides = 0) -> Tile:
    """Return how a goal is laid: fitting all; else joining the card just played, or a tunnel that
    reached it; else fitting most; else as printed. `played` is the side where that card is. (C19,
    D16)"""

    def merit(tile: Tile) -> tuple[bool, bool, bool, int]:
        openings = tile.openings
        return (
            fits(needs, openings),
            bool(openings & played & needs),
            bool(openings & reaching(needs)),
            fitting_sides(needs, openings),
        )

    return turned if merit(turned) > merit(printed) else printed


@dataclass(frozen=True, slots=True, eq=False)
class Mine:
    """The cards on the table, face up, and the cells of the goals that are face down.

    `tiles` are in the order in which they were laid. `spots` are the empty cells next to a
    face-up card with their needs, `hidden` the face-down goals with theirs, `reach` the openings
    of each card that are joined to a start, `special` the cells of cards with something on them.
    Never change one: `lay`, `without` and `passing` give a new one.
    """

    starts: tuple[Cell, ...]
    tiles: Mapping[Cell, Tile]
    spots: Mapping[Cell, Needs]
    hidden: Mapping[Cell, Needs]
    reach: Mapping[Cell, Sides]
    special: tuple[Cell, ...]
    kept: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    """Values computed from this mine, by `caches.py`."""

    @staticmethod
    def of(starts: tuple[Cell, ...], tiles: Mapping[Cell, Tile], goals: Iterable[Cell]) -> Mine:
        """Return the mine with these face-up cards, in the order laid, and face-down goals."""
        asked: dict[Cell, Needs] = {}
        for cell, tile in tiles.items():
            for there, needs in _asks(cell, tile.openings):
                asked[there] = asked.get(there, 0) | needs
        by_cell = sorted(goals)  # the order must not reveal what a goal is
        hidden = {cell: asked.get(cell, 0) for cell in by_cell}
        spots = {c: n for c, n in asked.items() if c not in tiles and c not in hidden}
        reach: dict[Cell, Sides] = {}
        for cell, tile in tiles.items():
            if fresh := tile.source & ~reach.get(cell, 0):
                _spread(tiles, spots, hidden, reach, cell, fresh)
        special = tuple(cell for cell, tile in tiles.items() if tile.special)
        return Mine(starts, dict(tiles), spots, hidden, reach, special)

    def lay(self, cell: Cell, tile: Tile) -> Mine:
        """Return the mine with this card laid, or the goal there turned over; judge nothing."""
        tiles, spots = dict(self.tiles), dict(self.spots)
        hidden, reach = dict(self.hidden), dict(self.reach)
        needs = spots.pop(cell, 0) or hidden.pop(cell, 0)
        tiles[cell] = tile
        _border(tiles, spots, hidden, cell, tile)
        joined = tile.ways[needs >> JOINED] | tile.source
        if joined:
            _spread(tiles, spots, hidden, reach, cell, joined)
        special = (*self.special, cell) if tile.special else self.special
        return Mine(self.starts, tiles, spots, hidden, reach, special)

    def passing(self, cell: Cell, tile: Tile) -> Mine:
        """Return the mine with this card leading on to more: a door opened, a troll paid."""
        tiles, spots = {**self.tiles, cell: tile}, dict(self.spots)
        hidden, reach = dict(self.hidden), dict(self.reach)
        joined = reach.get(cell, 0)
        if fresh := tile.ways[joined] & ~joined:
            _spread(tiles, spots, hidden, reach, cell, fresh)
        return Mine(self.starts, tiles, spots, hidden, reach, self.special)

    def without(self, cell: Cell) -> Mine:
        """Return the mine without the card there. What lay behind it is cut off from the start."""
        tiles = {there: tile for there, tile in self.tiles.items() if there != cell}
        return Mine.of(self.starts, tiles, self.hidden)

    def __eq__(self, other: object) -> bool:
        """Tell whether the same cards lie there, laid in the same order."""
        if not isinstance(other, Mine):
            return NotImplemented
        return self._cards() == other._cards()

    def __hash__(self) -> int:
        return hash(self._cards())

    def _cards(self) -> tuple[object, ...]:
        return tuple(self.tiles.items()), frozenset(self.hidden)

    def ends_of(self, cell: Cell, sides: Sides) -> Mapping[Cell, Needs]:
        """Return the empty cells that tunnels lead into from these openings of a card."""
        ends: dict[Cell, Needs] = defaultdict(int)
        _spread(self.tiles, ends, {}, {}, cell, sides)
        return ends

    def reached_goals(self) -> list[Cell]:
        """Return face-down goals that a tunnel from the start leads into, by x, then y. (C17)"""
        return [cell for cell, needs in self.hidden.items() if needs >> JOINED]


EVERYBODY: Final = 0x11
"""A side's bit times this is the same side for each of two travellers."""
ACROSS: Final = tuple((sides << 2 & 0xCC) | (sides >> 2 & 0x33) for sides in range(256))
"""The sides met on the other side, for every set of sides of two travellers."""


@lru_cache(maxsize=2**14)
def _exits(cell: Cell, openings: Sides) -> tuple[tuple[Cell, Sides], ...]:
    """Return the cells that openings lead into, each with the sides by which travellers enter."""
    ways = ((there, openings & side * EVERYBODY) for side, there, _ in neighbours(cell))
    return tuple((there, ACROSS[leaving]) for there, leaving in ways if leaving)


@lru_cache(maxsize=2**14)
def _asks(cell: Cell, openings: Sides) -> tuple[tuple[Cell, Needs], ...]:
    """Return the needs of the cells next to a card with these openings."""
    return tuple(
        (there, met if openings & side else met << WALL) for side, there, met in neighbours(cell)
    )


def _border(
    tiles: Mapping[Cell, Tile],
    spots: dict[Cell, Needs],
    hidden: dict[Cell, Needs],
    cell: Cell,
    tile: Tile,
) -> None:
    """Update the needs of the neighbouring empty cells and face-down goals."""
    for there, asked in _asks(cell, tile.openings):
        if there in tiles:
            continue
        if there in hidden:
            hidden[there] |= asked
        else:
            spots[there] = spots.get(there, 0) | asked


def _spread(
    tiles: Mapping[Cell, Tile],
    spots: dict[Cell, Needs],
    hidden: dict[Cell, Needs],
    reach: dict[Cell, Sides],
    cell: Cell,
    joined: Sides,
) -> None:
    """Follow the tunnels from openings newly joined to the start, as far as they lead."""
    reach[cell] = reach.get(cell, 0) | joined
    todo = [(cell, joined)]
    while todo:
        for there, met in _exits(*todo.pop()):
            tile = tiles.get(there)
            if tile is None:
                border = hidden if there in hidden else spots
                border[there] |= met << JOINED
                continue
            known = reach.get(there, 0)
            fresh = tile.ways[met] & ~known
            if fresh:
                reach[there] = known | fresh
                todo.append((there, fresh))
