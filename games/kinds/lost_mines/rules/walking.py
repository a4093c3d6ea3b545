"""Where a dwarf may go, by which way, and what that costs; joints and what lies on them. (L12-L20)

All of it is open to everybody: these functions ask nothing but what the whole table can see.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from games.kinds.lost_mines.rules.cards import BOARD, OBSTACLES, STEPS, STEPS_FROM_CAMPFIRE, feature
from games.kinds.lost_mines.rules.refusals import Refusal
from games.kinds.lost_mines.rules.state import Table
from games.mine.notation import Joint, Seat
from games.mine.tunnels import EAST, NORTH, SOUTH, WEST, Cell, Mine, Sides, Tile, around

Route = tuple[Cell, ...]
"""The cells of a walk, without the one it begins on."""
BY_CELL: Final = (WEST, NORTH, SOUTH, EAST)
"""The sides of a cell in the order of the cells beyond them."""


@lru_cache(maxsize=1024)
def ways_out(cell: Cell) -> tuple[tuple[Sides, Cell, Sides, Joint], ...]:
    """The side, the next cell, the side of it that is met, and the joint; by the next cell."""
    found = {side: (side, there, met, joint_of(cell, side)) for side, there, met in around(cell)}
    return tuple(found[side] for side in BY_CELL)


def joint_of(cell: Cell, side: Sides) -> Joint:
    """The joint on this side of a cell, written from the upper or left one."""
    if side in (EAST, SOUTH):
        return Joint(cell, side)
    x, y = cell
    return Joint((x - 1, y), EAST) if side == WEST else Joint((x, y - 1), SOUTH)


def cells_of(joint: Joint) -> tuple[Cell, Cell]:
    """The two cells that meet there."""
    x, y = joint.cell
    return joint.cell, (x + 1, y) if joint.side == EAST else (x, y + 1)


def path_runs(mine: Mine, joint: Joint) -> bool:
    """Two face-up cards meet there with openings; or one opens to an empty cell of the board, or
    to a face-down mine. (L15)"""
    first, second = cells_of(joint)
    if first not in BOARD or second not in BOARD:
        return False
    here, there = mine.tiles.get(first), mine.tiles.get(second)
    if here is None and there is None:
        return False
    met = SOUTH | NORTH if joint.side == SOUTH else EAST | WEST
    opens = here is None or bool(here.openings & joint.side)
    return opens and (there is None or bool(there.openings & met & ~joint.side))


def joints_with_paths(mine: Mine) -> Iterator[Joint]:
    """Every joint that a trap or troll could be set on, if it is free. (L15)"""
    for cell, tile in mine.tiles.items():
        for side, there, _, joint in ways_out(cell):
            seen_twice = side in (NORTH, WEST) and there in mine.tiles
            if tile.openings & side and not seen_twice and path_runs(mine, joint):
                yield joint


def token_on(table: Table, joint: Joint) -> bool:
    return joint in table.traps or any(joint == there for there, _ in table.trolls)


# --- steps ----------------------------------------------------------------------------------------


def steps_allowed(table: Table, seat: Seat) -> int:
    """Three, or five for a dwarf that begins its move at a campfire. (L12, L20)"""
    tile = table.mine.tiles.get(table.dwarfs[seat])
    by_the_fire = tile is not None and feature(tile.name) == "campfire"
    return STEPS_FROM_CAMPFIRE if by_the_fire else STEPS


def closed_to(table: Table, seat: Seat, cell: Cell, tile: Tile) -> bool:
    """An obstacle not overcome; a plateau or an overcome obstacle with a dwarf on it. (L12, L13)"""
    what = feature(tile.name)
    if not what or what == "campfire":
        return False
    if what in OBSTACLES and cell not in table.overcome:
        return True
    return any(there == cell for other, there in enumerate(table.dwarfs) if other != seat)


def steps_from(table: Table, seat: Seat, cell: Cell) -> Iterator[tuple[Cell, Joint]]:
    """Where this dwarf may go on from a card, by cell, and over which joint. (L20)"""
    tiles, hidden = table.mine.tiles, table.mine.hidden
    openings = tiles[cell].openings if cell in tiles else 0
    for side, there, met, joint in ways_out(cell):
        if not openings & side:
            continue
        tile = tiles.get(there)
        if tile is None:
            if there not in hidden:
                continue
        elif not tile.openings & met or (tile.special and closed_to(table, seat, there, tile)):
            continue
        if not table.trolls or all(joint != held for held, _ in table.trolls):
            yield there, joint


# --- routes ---------------------------------------------------------------------------------------


def routes(table: Table, seat: Seat) -> dict[Cell, Route]:
    """Every cell where this dwarf can end its walk, with the way to it that passes fewest traps,
    then takes fewest steps, then comes first by its cells. (L20)"""
    found = _shortest(table, seat)
    near = {table.dwarfs[seat], *found} if table.traps else set()
    if any(cell in near for joint in table.traps for cell in cells_of(joint)):
        return _cheapest(table, seat)
    return found


def _shortest(table: Table, seat: Seat) -> dict[Cell, Route]:
    """Ring by ring, each in the order of its routes: the first way found is the best."""
    home = table.dwarfs[seat]
    found: dict[Cell, Route] = {home: ()}
    ring = [home]
    for _ in range(steps_allowed(table, seat)):
        further = []
        for here in ring:
            for there, _joint in steps_from(table, seat, here):
                if there not in found:
                    found[there] = (*found[here], there)
                    further.append(there)
        ring = [cell for cell in further if cell not in table.mine.hidden]
    del found[home]
    return found


def _cheapest(table: Table, seat: Seat) -> dict[Cell, Route]:
    """The best way to each cell in exactly so many steps, step by step."""
    home, hidden = table.dwarfs[seat], table.mine.hidden
    best: dict[Cell, tuple[int, int, Route]] = {}
    ring: dict[Cell, tuple[int, Route]] = {home: (0, ())}
    for step in range(1, steps_allowed(table, seat) + 1):
        ring = _one_further(table, seat, ring)
        for cell, (traps, route) in ring.items():
            best[cell] = min(best.get(cell, (traps, step, route)), (traps, step, route))
        ring = {cell: way for cell, way in ring.items() if cell not in hidden}
    best.pop(home, None)
    return {cell: route for cell, (_, _, route) in best.items()}


def _one_further(
    table: Table, seat: Seat, ring: dict[Cell, tuple[int, Route]]
) -> dict[Cell, tuple[int, Route]]:
    further: dict[Cell, tuple[int, Route]] = {}
    for here, (traps, route) in ring.items():
        for there, joint in steps_from(table, seat, here):
            way = (traps + (joint in table.traps), (*route, there))
            further[there] = min(further.get(there, way), way)
    return further


def joints_on(table: Table, seat: Seat, route: Route) -> list[Joint]:
    """The joints that a walk passes."""
    return [_joint(here, there) for here, there in pairwise((table.dwarfs[seat], *route))]


def _joint(here: Cell, there: Cell) -> Joint:
    first, second = sorted((here, there))
    return Joint(first, EAST if first[1] == second[1] else SOUTH)


def traps_on(table: Table, seat: Seat, route: Route) -> int:
    """How often a walk passes a trap. (L15)"""
    return sum(joint in table.traps for joint in joints_on(table, seat, route))


# --- judging a walk -------------------------------------------------------------------------------


def judge_walk(table: Table, seat: Seat, route: Route) -> None:
    """Refuse a walk that is blocked, too far, or no walk at all. (L20, L21)"""
    pairs = pairwise((table.dwarfs[seat], *route))
    found = {_wrong_step(table, seat, here, there) for here, there in pairs}
    if "blocked" in found or any(cell in table.mine.hidden for cell in route[:-1]):
        raise Refusal("blocked")
    if len(route) > steps_allowed(table, seat):
        raise Refusal("too-far")
    if "not-adjacent" in found:
        raise Refusal("not-adjacent")


def _wrong_step(table: Table, seat: Seat, here: Cell, there: Cell) -> str:
    """What is wrong with one step; nothing if it may be taken."""
    tiles, hidden = table.mine.tiles, table.mine.hidden
    side = next((side for side, cell, _ in around(here) if cell == there), 0)
    if not side or (there not in tiles and there not in hidden):
        return "not-adjacent"
    if here not in tiles:
        return ""  # how it came here was wrong already
    return "" if any(cell == there for cell, _ in steps_from(table, seat, here)) else "blocked"
