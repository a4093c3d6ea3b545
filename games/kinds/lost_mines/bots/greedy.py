"""Quick choices by one's own way alone, for the easy bot and for playouts.

It builds towards the mine it wants, clears what is in its way, walks there and takes what it can.
Where it can build nothing it scouts, hinders the other side, or throws away what is of no use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.rng import Rng
from games.engine.tunnels import Cell
from games.kinds.lost_mines.bots.distances import BUILD_COST, UNREACHABLE, distances_to
from games.kinds.lost_mines.bots.expectations import own_character
from games.kinds.lost_mines.bots.outlook import Outlook
from games.kinds.lost_mines.bots.weighing import steps_saved
from games.kinds.lost_mines.rules import moves
from games.kinds.lost_mines.rules.cards import CARDS, MINE_TILES, PATHS
from games.kinds.lost_mines.rules.rounds import works_for
from games.kinds.lost_mines.rules.routes import cells_of, traps_on
from games.kinds.lost_mines.rules.view import moves_of
from games.kinds.lost_mines.rules.walks import numbers_left

NEVER: Final = -99
DRAGON_WOKEN: Final = -20
"""The worth of waking the dragon where there can be no treasure."""
SHORTCUT_WORTH: Final = 40
KEEP_WORTHS: Final = {card: 6 if card in PATHS else 3 for card in CARDS}


def greedy_move(outlook: Outlook, rng: Rng, leeway: int = 0) -> moves.Move:
    """Draw a move at most `leeway` worse than the best; a harmful one only if all are."""
    possible = moves_of(outlook.view)
    weighed = _onward(outlook, possible) or [
        (_WORTH[type(move)](outlook, move), move) for move in possible
    ]
    best = max(worth for worth, _ in weighed)
    least = max(best - leeway, min(best, 0))
    return rng.choose([move for worth, move in weighed if worth >= least])


def _onward(outlook: Outlook, possible: Sequence[moves.Move]) -> list[tuple[int, moves.Move]]:
    """Return the cards that shorten one's own way.

    If there are any, nothing else is considered, unless a proposal waits for an answer.
    """
    if outlook.view.proposal:
        return []
    places = [move for move in possible if isinstance(move, moves.Place)]
    near = {cell for cell in {move.cell for move in places} if _over(outlook, cell) <= BUILD_COST}
    gained = ((steps_saved(outlook, move), move) for move in places if move.cell in near)
    return [(_leads_on(steps, move), move) for steps, move in gained if steps > 0]


def _build(outlook: Outlook, move: moves.Place) -> int:
    """Prefer a shorter way and many openings; don't block one's way or build behind all."""
    over = _over(outlook, move.cell)
    if over <= BUILD_COST and (gained := steps_saved(outlook, move)):
        if gained > 0:
            return _leads_on(gained, move)
        if over <= 0:
            return -40
    return 4 + _openings(move) if outlook.ahead.get(move.cell, UNREACHABLE) < outlook.rear else -20


def _over(outlook: Outlook, cell: Cell) -> int:
    """Return how much longer the way over this cell is than one's own."""
    return (
        outlook.behind.get(cell, UNREACHABLE) + outlook.ahead.get(cell, UNREACHABLE) - outlook.far
    )


def _leads_on(gained: int, move: moves.Place) -> int:
    return SHORTCUT_WORTH + 4 * gained + _openings(move)


def _openings(move: moves.Place) -> int:
    return len(move.card.partition("+")[0])


def _at(outlook: Outlook, move: moves.PlayAt) -> int:
    return _blow_away(outlook, move) if move.card == "storm" else _clear(outlook, move)


def _clear(outlook: Outlook, move: moves.PlayAt) -> int:
    there = outlook.behind.get(move.cell, UNREACHABLE) + outlook.ahead.get(move.cell, UNREACHABLE)
    return 45 if there <= outlook.far else -5


def _blow_away(outlook: Outlook, move: moves.PlayAt) -> int:
    """Use a storm only to open a way where there is none."""
    if not outlook.lost:
        return -30
    wanted = {cell: 0 for cell, prize in outlook.prizes.items() if prize.next > 0}
    opened = distances_to(outlook.ground.bared(move.cell), wanted).of(outlook.home) < UNREACHABLE
    return 30 if opened else -30


def _set(outlook: Outlook, move: moves.PlayJoint) -> int:
    """Set tokens in front of the other clan's dwarfs, but not in one's own way."""
    view, seat = outlook.view, outlook.me
    cells = cells_of(move.joint)
    near = [other for other, cell in enumerate(view.dwarfs) if cell in cells]
    if seat in near or not near:
        return -20
    side = works_for(view.clans[seat], own_character(view))
    return 12 if all(view.clans[other] != side for other in near) else -10


def _look(outlook: Outlook, move: moves.Scout) -> int:
    """Look at something unknown, preferably a mine."""
    view = outlook.view
    if isinstance(move.target, tuple):
        return 18 if len(outlook.chances[move.target]) > 1 else -20
    if move.what == "treasure":
        return 10 if view.values[move.target - 1] is None else -20
    return 9 if view.characters[move.target] is None else -20


def _throw(outlook: Outlook, move: moves.Discard) -> int:
    """Discard what is of least use; two cards if the hand is poor and they can be replaced."""
    if len(move.cards) > max(1, outlook.view.stock):
        return -30
    return 6 - sum(KEEP_WORTHS[card] for card in move.cards) // len(move.cards)


def _go(outlook: Outlook, move: moves.Walk) -> int:
    """Walk towards a treasure, around traps, and take the best one known."""
    view, end = outlook.view, move.cells[-1]
    lost = 6 * traps_on(view, outlook.me, move.cells) if view.traps else 0
    if outlook.wants(end):
        return 60 - lost + _promised(outlook, move.take)
    if outlook.wakes(end):
        return DRAGON_WOKEN
    return 5 * (outlook.far - outlook.ahead.get(end, UNREACHABLE)) - lost - len(move.cells)


def _promised(outlook: Outlook, number: int | None) -> int:
    """Return the worth of naming a treasure: high if it is known to be good."""
    if number is None:
        return 2
    return (outlook.view.values[number - 1] or 2) - 1


def _stand(outlook: Outlook, move: moves.Stay) -> int:
    if move.leave:
        return -50
    return 70 + _promised(outlook, move.take) if outlook.wants(outlook.home) else 0


def _turn(outlook: Outlook, move: moves.Orient) -> int:
    """Prefer the orientation that leads on to the next mine."""
    tile = MINE_TILES[dict(outlook.view.mines)[move.cell] or "", move.turned]
    wanted = {
        cell: 0 for cell, prize in outlook.prizes.items() if prize.next > 0 and cell != move.cell
    }
    ground = outlook.ground.laid(move.cell, tile.openings, False)
    return -distances_to(ground, wanted).of(outlook.home)


def _consent(outlook: Outlook, move: moves.Consent) -> int:
    """Never propose; agree when no treasure can be brought home anymore. (L24)"""
    if move.word == "propose":
        return NEVER
    view = outlook.view
    hopeless = outlook.lost or not numbers_left(view, view.kinds)
    spent = (
        view.stock == 0
        and not any(card in PATHS for card in view.hand)
        and outlook.far > 2 * len(view.hand) + 3
    )
    return 99 if (move.word == "agree") == (hopeless or spent) else NEVER


_WORTH: Final[Mapping[type[moves.Move], Callable[[Outlook, Any], int]]] = {
    moves.Place: _build,
    moves.PlayAt: _at,
    moves.PlayJoint: _set,
    moves.Scout: _look,
    moves.Discard: _throw,
    moves.Walk: _go,
    moves.Stay: _stand,
    moves.Orient: _turn,
    moves.Consent: _consent,
}
