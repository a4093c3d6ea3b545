"""What a path card does for one's own way."""

from __future__ import annotations

from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.minds.terrain import (
    A_STEP,
    BIT,
    FAR,
    TO_BUILD,
    TO_CLEAR,
    Terrain,
    is_obstacle,
)
from games.kinds.lost_mines.rules.cards import path_tile
from games.kinds.lost_mines.rules.moves import Place
from games.kinds.lost_mines.rules.walking import ways_out
from games.mine.tunnels import Cell


def laid(ground: Terrain, move: Place) -> Terrain:
    """The ground with this card on it."""
    tile = path_tile(move.card, move.turned)
    return ground.laid(move.cell, tile.openings, is_obstacle(tile))


def nearer(outlook: Outlook, move: Place) -> int:
    """How many steps shorter one's own way becomes over this card; less than nothing where the
    way over it would be a detour."""
    tile, ahead, behind = path_tile(move.card, move.turned), outlook.ahead, outlook.behind
    before = after = FAR
    for side, there, _, _ in ways_out(move.cell):
        if tile.openings & side and there in behind:
            before = min(before, behind[there])
            after = min(after, ahead.get(there, FAR) + entering(outlook.ground, there))
    return outlook.far - before - after - (TO_CLEAR if is_obstacle(tile) else A_STEP)


def entering(ground: Terrain, cell: Cell) -> int:
    """What it costs to enter this cell."""
    bit = BIT[cell]
    if ground.cards & bit:
        return A_STEP
    return TO_BUILD if ground.empty & bit else TO_CLEAR
