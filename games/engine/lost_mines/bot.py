"""The easy bot: it weighs each legal move a little, from its own view alone, and takes the best.

It builds from its clan's start towards mines that may hold treasures left, clears what stands in
its own way, walks there and takes what it can. A saboteur builds like the others, since treasures
he brings home count for his side, but sets traps and trolls in front of his own clan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple

from games.engine.deal import Lots
from games.engine.lost_mines.cards import (
    BOARD,
    CARDS,
    DRAGON,
    OBSTACLES,
    PATHS,
    feature,
    path_tile,
)
from games.engine.lost_mines.treasures import numbers_left, on_offer
from games.engine.lost_mines.view import View, moves_of
from games.engine.lost_mines.walking import cells_of, traps_on, ways_out
from games.engine.moves import (
    Consent,
    Discard,
    Move,
    Orient,
    Place,
    PlayAt,
    PlayJoint,
    Scout,
    Stay,
    Walk,
)
from games.engine.tunnels import Cell, Mine

FAR: Final = 99
"""Farther than any mine that can still be reached."""
TO_BUILD, TO_CLEAR, A_STEP = 4, 4, 1
"""What an empty cell, an obstacle and a card cost on the way to a mine."""

Distances = Mapping[Cell, int]


class Outlook(NamedTuple):
    """A view, and what the bot makes of it."""

    view: View
    wanted: tuple[Cell, ...]
    """The mines worth going to."""
    home: Cell
    distances: Distances
    """How far each cell is from the nearest of these, as the board lies."""


def choose(view: View, lots: Lots) -> Move:
    """One of the moves that seem best, by lot."""
    assert view.seat is not None
    wanted = _wanted(view)
    home = view.dwarfs[view.seat]
    outlook = Outlook(view, wanted, home, _distances(view, view.mine, wanted))
    worth = [(WEIGHTS[type(move)](outlook, move), move) for move in moves_of(view)]
    best = max(value for value, _ in worth)
    return lots.choose([move for value, move in worth if value == best])


def _wanted(view: View) -> tuple[Cell, ...]:
    """Mines that may hold a treasure nobody has taken."""
    known = dict(view.mines)
    return tuple(
        cell for cell, kind in view.mines if kind != DRAGON and on_offer(view, cell, known)
    )


def _distances(view: View, mine: Mine, wanted: tuple[Cell, ...]) -> Distances:
    """From the wanted mines outwards: along paths a step a card, over empty cells more."""
    found = dict.fromkeys(wanted, 0)
    todo = [(0, cell) for cell in wanted]
    while todo:
        far, cell = heappop(todo)
        if far > found[cell]:
            continue
        for there, step in _neighbours(view, mine, cell):
            if far + step < found.get(there, FAR):
                found[there] = far + step
                heappush(todo, (far + step, there))
    return found


def _neighbours(view: View, mine: Mine, cell: Cell) -> list[tuple[Cell, int]]:
    """The cells from which this one can be entered, and what it costs to do so."""
    tile = mine.tiles.get(cell)
    cost = A_STEP if tile or cell in mine.hidden else TO_BUILD
    if tile and feature(tile.name) in OBSTACLES and cell not in view.overcome:
        cost += TO_CLEAR
    found = []
    for side, there, met, _ in ways_out(cell):
        other = mine.tiles.get(there)
        shut = (tile and not tile.openings & side) or (other and not other.openings & met)
        if there in BOARD and there not in mine.hidden and not shut:
            found.append((there, cost))
    return found


def _far(outlook: Outlook, cell: Cell) -> int:
    return outlook.distances.get(cell, FAR)


# --- cards ----------------------------------------------------------------------------------------


def _build(outlook: Outlook, move: Place) -> int:
    """Nearer is better; a card that brings nothing nearer may still lead somewhere."""
    mine = outlook.view.mine.lay(move.cell, path_tile(move.card, move.turned))
    after = _distances(outlook.view, mine, outlook.wanted).get(outlook.home, FAR)
    nearer = _far(outlook, outlook.home) - after
    if nearer < 0:
        return -40
    ways = move.card.partition("+")[0]
    return (40 + 4 * nearer if nearer else 8) + len(ways)


def _at(outlook: Outlook, move: PlayAt) -> int:
    return _blow_away(outlook, move) if move.card == "storm" else _clear(outlook, move)


def _clear(outlook: Outlook, move: PlayAt) -> int:
    """Worth most for an obstacle that lies on one's own way."""
    return 45 if _far(outlook, move.cell) < _far(outlook, outlook.home) else 20


def _blow_away(outlook: Outlook, move: PlayAt) -> int:
    mine = outlook.view.mine.without(move.cell)
    after = _distances(outlook.view, mine, outlook.wanted).get(outlook.home, FAR)
    nearer = _far(outlook, outlook.home) - after
    return 30 + nearer if nearer > 2 else -30


def _set(outlook: Outlook, move: PlayJoint) -> int:
    """In front of dwarfs of the other side, not in front of one's own nose."""
    view = outlook.view
    near = [other for other, cell in enumerate(view.dwarfs) if cell in cells_of(move.joint)]
    if view.seat in near or not near:
        return -20
    return 12 if view.clans[near[0]] != view.clans[view.seat or 0] else -10


def _look(outlook: Outlook, move: Scout) -> int:
    """Something not known yet: a mine first of all."""
    view = outlook.view
    if move.what == "mine":
        return 18 if dict(view.mines)[move.target] is None else -20  # type: ignore[index]
    assert isinstance(move.target, int)
    if move.what == "treasure":
        return 10 if view.values[move.target - 1] is None else -20
    return 9 if view.characters[move.target] is None else -20


KEEP: Final = {card: 6 if card in PATHS else 3 for card in CARDS}


def _throw(outlook: Outlook, move: Discard) -> int:
    """What is of least use; two at once when the hand is poor."""
    return 6 - sum(KEEP[card] for card in move.cards) // len(move.cards)


# --- walking --------------------------------------------------------------------------------------


def _go(outlook: Outlook, move: Walk) -> int:
    """Nearer to a treasure, round traps; the best treasure of those known."""
    view, end = outlook.view, move.cells[-1]
    assert view.seat is not None
    lost = 6 * traps_on(view, view.seat, move.cells)
    if end in outlook.wanted:
        return 60 - lost + _promised(outlook, move.take)
    return 5 * (_far(outlook, outlook.home) - _far(outlook, end)) - lost - len(move.cells)


def _promised(outlook: Outlook, number: int | None) -> int:
    """A treasure known to be good is worth naming, one known to be poor is not."""
    if number is None:
        return 2
    return (outlook.view.values[number - 1] or 2) - 1


def _stand(outlook: Outlook, move: Stay) -> int:
    if move.leave:
        return -50
    taking = outlook.home in outlook.wanted
    return 70 + _promised(outlook, move.take) if taking else 0


# --- consent --------------------------------------------------------------------------------------


def _consent(outlook: Outlook, move: Consent) -> int:
    """Never propose; agree when no treasure can be brought home any more. (L24)"""
    if move.word == "propose":
        return -99
    view = outlook.view
    hopeless = _far(outlook, outlook.home) >= FAR or not numbers_left(view, view.kinds)
    spent = view.stock == 0 and not any(card in PATHS for card in view.hand)
    return 99 if (move.word == "agree") == (hopeless or spent) else -99


Weigh = Callable[[Outlook, Any], int]
WEIGHTS: Final[dict[type, Weigh]] = {
    Place: _build,
    PlayAt: _at,
    PlayJoint: _set,
    Scout: _look,
    Discard: _throw,
    Walk: _go,
    Stay: _stand,
    Orient: lambda outlook, move: 0,
    Consent: _consent,
}
