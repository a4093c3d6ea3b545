"""Where a dwarf may go, by which way and at what cost; joints and what lies on them. (L12-L20)

All of it is public: these functions use only what the whole table can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from games.engine.caches import cached_per_mine
from games.engine.notation import Joint, Seat
from games.engine.tunnels import EAST, NORTH, SOUTH, WEST, Cell, Mine, Sides, Tile, neighbours
from games.kinds.lost_mines.rules.cards import BOARD, OBSTACLES, STEPS, STEPS_FROM_CAMPFIRE, feature
from games.kinds.lost_mines.rules.moves import Refusal
from games.kinds.lost_mines.rules.state import OpenTable

Route = tuple[Cell, ...]
"""The cells of a walk, without the first."""
RouteCost = tuple[int, int, Route]
"""A route, preceded by its number of traps and of steps."""
JointsByCell = dict[Cell, Joint]
"""The next cells of a walk, each with the joint in between."""
BY_CELL: Final = (WEST, NORTH, SOUTH, EAST)
"""The sides of a cell in the order of the cells beyond them."""


@lru_cache(maxsize=1024)
def ways_out(cell: Cell) -> tuple[tuple[Sides, Cell, Sides, Joint], ...]:
    """Return side, next cell, side of it that is met, and joint; sorted by the next cell."""
    found = {
        side: (side, there, met, joint_of(cell, side)) for side, there, met in neighbours(cell)
    }
    return tuple(found[side] for side in BY_CELL)


def joint_of(cell: Cell, side: Sides) -> Joint:
    """Return the joint on this side of a cell, named from the upper or left one."""
    if side in (EAST, SOUTH):
        return Joint(cell, side)
    x, y = cell
    return Joint((x - 1, y), EAST) if side == WEST else Joint((x, y - 1), SOUTH)


def cells_of(joint: Joint) -> tuple[Cell, Cell]:
    x, y = joint.cell
    return joint.cell, (x + 1, y) if joint.side == EAST else (x, y + 1)


def path_runs(mine: Mine, joint: Joint) -> bool:
    """Tell whether openings of two face-up cards meet there, or one opens to an empty cell of the
    board or to a face-down mine. (L15)"""
    first, second = cells_of(joint)
    if first not in BOARD or second not in BOARD:
        return False
    here, there = mine.tiles.get(first), mine.tiles.get(second)
    if here is None and there is None:
        return False
    met = SOUTH | NORTH if joint.side == SOUTH else EAST | WEST
    opens = here is None or bool(here.openings & joint.side)
    return opens and (there is None or bool(there.openings & met & ~joint.side))


@cached_per_mine
def joints_with_paths(mine: Mine) -> tuple[Joint, ...]:
    """Return every joint that can take a trap or troll if it is free: as in `path_runs`, but by the
    open sides of every card, and each joint once. (L15)"""
    found = []
    for cell, tile in mine.tiles.items():
        for side, there, met, joint in ways_out(cell):
            if not tile.openings & side or cell not in BOARD or there not in BOARD:
                continue
            other = mine.tiles.get(there)
            if other is None or (side in (EAST, SOUTH) and other.openings & met):
                found.append(joint)
    return tuple(found)


def token_on(table: OpenTable, joint: Joint) -> bool:
    return joint in table.traps or any(joint == there for there, _ in table.trolls)


def steps_allowed(table: OpenTable, seat: Seat) -> int:
    """Return three, or five for a dwarf that begins its move at a campfire. (L12, L20)"""
    tile = table.mine.tiles.get(table.dwarfs[seat])
    by_the_fire = tile is not None and feature(tile.name) == "campfire"
    return STEPS_FROM_CAMPFIRE if by_the_fire else STEPS


class WaysOn(dict[Cell, JointsByCell]):
    """The cells that paths lead on to from every card, ignoring obstacles and tokens. Filled as
    dwarfs come by. (L20)"""

    __slots__ = ("_hidden", "_tiles")

    def __init__(self, mine: Mine) -> None:
        super().__init__()
        self._tiles, self._hidden = mine.tiles, mine.hidden

    def __missing__(self, cell: Cell) -> JointsByCell:
        tiles, found = self._tiles, JointsByCell()
        openings = tiles[cell].openings if cell in tiles else 0
        for side, there, met, joint in ways_out(cell):
            if not openings & side:
                continue
            if tiles[there].openings & met if there in tiles else there in self._hidden:
                found[there] = joint
        self[cell] = found  # whole: another thread may ask the same mine
        return found

    def carry_over(self, before: WaysOn, cell: Cell) -> None:
        """Keep what was known before a card was laid there, except about it and its neighbours."""
        self.update(before)
        self.pop(cell, None)
        for _, there, _ in neighbours(cell):
            self.pop(there, None)


ways_on: Final = cached_per_mine(WaysOn)


def laid(mine: Mine, cell: Cell, tile: Tile) -> Mine:
    """Return the mine with this card laid there, keeping the known ways elsewhere."""
    after = mine.lay(cell, tile)
    ways_on(after).carry_over(ways_on(mine), cell)
    return after


@cached_per_mine
def rough_cells(mine: Mine) -> tuple[tuple[Cell, bool], ...]:
    """Return cells where a dwarf may be stopped, and whether by an obstacle. (L12, L13)"""
    features = ((cell, feature(mine.tiles[cell].name)) for cell in mine.special)
    rough = ((cell, what) for cell, what in features if what not in ("", "campfire"))
    return tuple((cell, what in OBSTACLES) for cell, what in rough)


def closed_to(table: OpenTable, seat: Seat) -> set[Cell]:
    """Return obstacles not overcome, and occupied plateaus and overcome obstacles. (L12, L13)"""
    others = (*table.dwarfs[:seat], *table.dwarfs[seat + 1 :])
    return {
        cell
        for cell, obstacle in rough_cells(table.mine)
        if (obstacle and cell not in table.overcome) or cell in others
    }


class WalkingGround(NamedTuple):
    """The ways on from every card, the cells closed to a dwarf, and joints held by trolls."""

    ways: WaysOn
    closed: set[Cell]
    held: Mapping[Joint, Seat]

    def leads(self, here: Cell, there: Cell) -> bool:
        """Tell whether the dwarf may go on from here to there. (L20)"""
        joint = self.ways[here].get(there)
        if joint is None or there in self.closed:
            return False
        return not (self.held and joint in self.held)


def walking_ground(table: OpenTable, seat: Seat) -> WalkingGround:
    return WalkingGround(ways_on(table.mine), closed_to(table, seat), dict(table.trolls))


def routes(table: OpenTable, seat: Seat) -> dict[Cell, Route]:
    """Return every cell where this dwarf can end its walk, with the way that passes fewest traps,
    then takes fewest steps, then comes first by its cells. (L20)

    A way to a cell is only continued if no earlier one was as good.
    """
    home, hidden, under = table.dwarfs[seat], table.mine.hidden, walking_ground(table, seat)
    best: dict[Cell, RouteCost] = {home: (0, 0, ())}
    ring = [home]
    for _ in range(steps_allowed(table, seat)):
        further = _one_further(table.traps, under, best, ring)
        best.update(further)
        ring = [cell for cell in further if cell not in hidden]
    del best[home]
    return {cell: route for cell, (_, _, route) in best.items()}


def _one_further(
    traps: tuple[Joint, ...], under: WalkingGround, best: dict[Cell, RouteCost], ring: list[Cell]
) -> dict[Cell, RouteCost]:
    """Return the ways one step longer than those to these cells, and better than any other."""
    further: dict[Cell, RouteCost] = {}
    ways, closed, held = under
    for here in ring:
        passed, length, route = best[here]
        at_best = passed, length + 1
        for there, joint in ways[here].items():
            known = further.get(there) or best.get(there)
            if there in closed or (held and joint in held) or (known and known < at_best):
                continue
            way = (passed + (joint in traps), length + 1, (*route, there))
            if known is None or way < known:
                further[there] = way
    return further


def joints_on(table: OpenTable, seat: Seat, route: Route) -> list[Joint]:
    return [_joint(here, there) for here, there in pairwise((table.dwarfs[seat], *route))]


@lru_cache(maxsize=1024)
def _joint(here: Cell, there: Cell) -> Joint:
    first, second = sorted((here, there))
    return Joint(first, EAST if first[1] == second[1] else SOUTH)


def traps_on(table: OpenTable, seat: Seat, route: Route) -> int:
    """Return how often a walk passes a trap. (L15)"""
    return sum(joint in table.traps for joint in joints_on(table, seat, route))


def judge_walk(table: OpenTable, seat: Seat, route: Route) -> None:
    """Refuse a walk that is blocked, too long, or malformed. (L20, L21)"""
    under, hidden = walking_ground(table, seat), table.mine.hidden.keys()
    wrong = {
        _wrong_step(table.mine, here, there)
        for here, there in pairwise((table.dwarfs[seat], *route))
        if not under.leads(here, there)
    }
    if "blocked" in wrong or not hidden.isdisjoint(route[:-1]):
        raise Refusal("blocked")
    if len(route) > steps_allowed(table, seat):
        raise Refusal("too-far")
    if "not-adjacent" in wrong:
        raise Refusal("not-adjacent")


def _wrong_step(mine: Mine, here: Cell, there: Cell) -> str:
    """Return what is wrong with a forbidden step."""
    beside = any(cell == there for _, cell, _ in neighbours(here))
    if not beside or (there not in mine.tiles and there not in mine.hidden):
        return "not-adjacent"
    return "blocked" if here in mine.tiles else ""  # how it came here was wrong already
