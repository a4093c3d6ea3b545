"""What may be laid, opened and paid, and who then reaches which gold. (D8-D19)

All of it is public: the same functions judge a state and a seat's view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from games.engine.caches import cached_per_mine
from games.engine.notation import Seat
from games.engine.tunnels import (
    ALL_SIDES,
    Cell,
    Mine,
    Needs,
    Sides,
    Tile,
    best_orientation,
    connects,
    fits,
    neighbours,
)
from games.kinds.duel.rules.cards import EDITIONS, TRAVELLER, Colours, goal_tile, path_tile
from games.kinds.duel.rules.moves import Bribe, Place, PlayAt, Refusal
from games.kinds.duel.rules.state import OpenTable, Owned

CONNECTED: Final = ("ladders", "connected")
BY_CARD: Final = ("claims", "card")


def traveller(table: OpenTable, seat: Seat) -> int:
    return TRAVELLER[table.colours[seat]]


def reach_of(table: OpenTable, mine: Mine, seat: Seat, cell: Cell) -> Sides:
    """Return the openings of a card that are joined to this seat's start."""
    return mine.reach.get(cell, 0) >> 4 * traveller(table, seat) & 15


def judge_place(table: OpenTable, seat: Seat, cell: Cell, tile: Tile) -> None:
    """Check a placement: an empty cell next to a face-up card, fitting, joined to one's own start.
    Ladders keep away from goals and gold, and may lie unjoined. (D8-D10, D14)"""
    needs = table.mine.spots.get(cell)
    if needs is None:
        taken = cell in table.mine.tiles or cell in table.mine.hidden
        raise Refusal("occupied" if taken else "no-neighbour")
    if tile.source:
        judge_ladder(table, cell)
    if not fits(needs, tile.openings):
        raise Refusal("does-not-fit")
    if connects(needs, tile.openings, traveller(table, seat)):
        return
    if not (tile.source and lies_free(table, seat, tile.source)):
        raise Refusal("not-connected")


def lies_free(table: OpenTable, seat: Seat, source: Sides) -> bool:
    """Tell whether a seat may lay a ladder to this start without a connection: always to its own,
    to the other's unless the table requires one. (D14)"""
    own = source >> 4 * traveller(table, seat) & ALL_SIDES
    return bool(own) or CONNECTED not in table.options


def judge_ladder(table: OpenTable, cell: Cell) -> None:
    """Refuse a ladder next to a goal, face up or down, or a path card with gold. (D14)"""
    if cell in beside(EDITIONS[len(table.colours)].goals):
        raise Refusal("next-to-goal")
    if cell in beside(gold_cells(table.mine)):
        raise Refusal("next-to-gold")


@lru_cache(maxsize=1024)
def beside(cells: tuple[Cell, ...]) -> frozenset[Cell]:
    return frozenset(there for cell in cells for _, there, _ in neighbours(cell))


def gold_cells(mine: Mine) -> tuple[Cell, ...]:
    """Return the cells of path cards with gold."""
    tiles = mine.tiles
    return tuple(cell for cell in mine.special if tiles[cell].worth and not tiles[cell].fixed)


def judge_key(table: OpenTable, seat: Seat, cell: Cell) -> None:
    """Check a key: an unopened door of the other colour, and a key left. (D19)"""
    if code := why_no_key(table, seat, cell):
        raise Refusal(code)


def why_no_key(table: OpenTable, seat: Seat, cell: Cell) -> str:
    """Return the code with which a key is refused there; empty if it isn't."""
    tile = table.mine.tiles.get(cell)
    if tile is None:
        return "nothing-there"
    door = tile.face.feature("door")
    if door is None:
        return "no-door"
    if door.value == table.colours[seat]:
        return "own-door"
    if any(there == cell for there, _ in table.opened):
        return "already-open"
    return "" if table.keys_left else "no-key-left"


def judge_bribe(table: OpenTable, mine: Mine, seat: Seat, cell: Cell) -> None:
    """Check a bribe: an unpaid troll, joined to one's own start from either side. (D13)"""
    tile = mine.tiles.get(cell)
    if tile is None:
        raise Refusal("nothing-there")
    troll = tile.face.feature("troll")
    if troll is None:
        raise Refusal("no-troll")
    tunnel = next(group for group in tile.face.groups if group & troll.side)
    if not reach_of(table, mine, seat, cell) & tunnel:
        raise Refusal("not-reached")
    if not tile.toll:
        raise Refusal("already-bribed")


def unlocked(table: OpenTable, mine: Mine, cell: Cell) -> Mine:
    """Return the mine with the door there opened, or the troll there paid. (D12, D19)"""
    tile = mine.tiles[cell]
    make = goal_tile if tile.fixed else path_tile
    return mine.passing(cell, make(tile.name, tile.turned, table.colours, True))


def paid(table: OpenTable, mine: Mine, seat: Seat, cells: Iterable[Cell], left: int) -> Mine:
    """Return the mine with these trolls paid in order, while markers last. (D13)"""
    for cell in cells:
        judge_bribe(table, mine, seat, cell)
        if not left:
            raise Refusal("no-token-left")
        left -= 1
        mine = unlocked(table, mine, cell)
    return mine


def paid_with(table: OpenTable, mine: Mine, seat: Seat, cells: Sequence[Cell]) -> Mine:
    """Pay trolls together with an action: only those it has brought within reach. (D13)"""
    after = paid(table, mine, seat, cells, table.markers_left)
    for cell in cells:
        if reach_of(table, table.mine, seat, cell):
            raise Refusal("wrong-choice")
    return after


def dug(table: OpenTable, seat: Seat, move: Place | PlayAt | Bribe) -> Mine:
    """Judge a placement, key or bribe; return the mine after it, before goals are turned."""
    if isinstance(move, Bribe):
        return paid(table, table.mine, seat, (move.cell,), table.markers_left)
    if isinstance(move, PlayAt):
        judge_key(table, seat, move.cell)
        return paid_with(table, unlocked(table, table.mine, move.cell), seat, move.bribes)
    tile = path_tile(move.card, move.turned, table.colours)
    judge_place(table, seat, move.cell, tile)
    mine = table.mine.lay(move.cell, tile)
    return paid_with(table, mine, seat, move.bribes) if move.bribes else mine


def ways_to_lie(name: str, needs: Needs, colours: Colours) -> tuple[Tile, ...]:
    """Return how a goal may lie; both ways if both fit and differ: the player chooses. (D16)"""
    printed, turned = goal_tile(name, False, colours), goal_tile(name, True, colours)
    if turned != printed and fits(needs, printed.openings) and fits(needs, turned.openings):
        return printed, turned
    return (best_orientation(needs, printed, turned),)


@cached_per_mine
def doors(mine: Mine) -> list[Cell]:
    """Return the cards with a door, opened or not."""
    return [cell for cell in mine.special if mine.tiles[cell].face.feature("door")]


@cached_per_mine
def tolls(mine: Mine) -> list[Cell]:
    return [cell for cell in mine.special if mine.tiles[cell].toll]


@cached_per_mine
def reached_goals(mine: Mine) -> list[Cell]:
    """Return the face-down goals that anybody's tunnels lead into. (D16)"""
    return mine.reached_goals()


def claims(
    table: OpenTable, mine: Mine, turn: Seat, markers: Owned, left: int
) -> list[tuple[Seat, Cell]]:
    """Return the claims on gold in order: first those of the player on turn, the most valuable
    first, while markers last. (D17, D18)"""
    reached = reached_gold(mine)
    if not reached:
        return []
    taken, anywhere = dict(markers), BY_CARD in table.options
    found: list[tuple[bool, int, Cell]] = []
    for cell, worth, tunnel, card in reached:
        met = card if anywhere else tunnel
        if met and cell not in taken:
            others = not met >> 4 * traveller(table, turn) & ALL_SIDES
            found.append((others, -worth, cell))
    found.sort()
    return [(1 - turn if others else turn, cell) for others, _, cell in found[:left]]


@cached_per_mine
def reached_gold(mine: Mine) -> list[tuple[Cell, int, Sides, Sides]]:
    """Return the gold that tunnels lead to: its cell, its amount, and the openings joined, of its
    tunnel and of its whole card. (D17)"""
    found = []
    for cell in mine.special:
        tile, reach = mine.tiles[cell], mine.reach.get(cell, 0)
        if reach & tile.entries:
            found.append((cell, tile.worth, reach & tile.gold, reach & tile.entries))
    return found
