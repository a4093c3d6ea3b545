"""What cards do for one's own way."""

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
    ways_to,
)
from games.kinds.lost_mines.rules.cards import TOOLS, path_tile
from games.kinds.lost_mines.rules.moves import Move, Place, PlayAt
from games.kinds.lost_mines.rules.view import moves_of
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


def is_stuck(outlook: Outlook) -> bool:
    """On turn, with nothing more to draw, no mine to walk to and no card in hand that leads on."""
    view = outlook.view
    if view.stock or view.turn != outlook.me or _is_open(outlook):
        return False
    return not any(_leads_on(outlook, move) for move in moves_of(view))


def _is_open(outlook: Outlook) -> bool:
    """Can one walk to a treasure over what lies there?"""
    as_it_lies = outlook.ground._replace(empty=0, shut=0)
    wanted = {cell: 0 for cell in outlook.prizes if outlook.wants(cell)}
    return ways_to(as_it_lies, wanted).of(outlook.home) < FAR


def _leads_on(outlook: Outlook, move: Move) -> bool:
    if isinstance(move, Place):
        return nearer(outlook, move) > 0
    return isinstance(move, PlayAt) and move.card in TOOLS
