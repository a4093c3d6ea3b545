"""The easy bot: it weighs each legal move a little, from its own view alone, and takes the best.

It builds from where its dwarf stands towards mines that may hold treasures left, clears what is
in its way, walks there and takes what it can, whatever it is: all that it brings home counts for
its side. Only traps and trolls go by sides: a saboteur sets them in front of their own clan.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple

from games.kinds.lost_mines.rules.cards import (
    BOARD,
    CARDS,
    DRAGON,
    LOYAL,
    OBSTACLES,
    PATHS,
    feature,
    path_tile,
)
from games.kinds.lost_mines.rules.moves import (
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
from games.kinds.lost_mines.rules.scoring import works_for
from games.kinds.lost_mines.rules.treasures import numbers_left, on_offer
from games.kinds.lost_mines.rules.view import View, moves_of
from games.kinds.lost_mines.rules.walking import cells_of, traps_on, ways_out
from games.mine.minds import Idea, Manner, Memory, Reason
from games.mine.notation import Seat
from games.mine.seeds import Lots
from games.mine.tunnels import Cell, Mine

FAR: Final = 99
"""Farther than any mine that can still be reached."""
TO_BUILD, TO_CLEAR, A_STEP = 4, 4, 1
"""What an empty cell, an obstacle and a card cost on the way to a mine."""

Distances = Mapping[Cell, int]


class Outlook(NamedTuple):
    """A view, and what the bot makes of it."""

    view: View
    me: Seat
    wanted: tuple[Cell, ...]
    """The mines worth going to."""
    home: Cell
    ahead: Distances
    """What it costs to get from each cell to the nearest of these, as the board lies."""
    behind: Distances
    """What it costs to get from home to each cell."""

    @property
    def far(self) -> int:
        """How far the dwarf is from the nearest of these mines."""
        return self.ahead.get(self.home, FAR)


class EasyMind:
    """Weighs each move a little, and takes one of those that seem best, by lot."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return choose(view, lots)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return [Idea(choose(view, lots), (Reason("seems-best"),))]


def choose(view: View, lots: Lots) -> Move:
    """One of the moves that seem best, by lot."""
    me = view.turn if view.seat is None else view.seat
    wanted, home = _wanted(view), view.dwarfs[me]
    ahead = _distances(view, view.mine, wanted, backwards=True)
    behind = _distances(view, view.mine, (home,)) if view.phase == "play" else {}
    outlook = Outlook(view, me, wanted, home, ahead, behind)
    worth = [(_worth(outlook, move), move) for move in moves_of(view)]
    best = max(value for value, _ in worth)
    return lots.choose([move for value, move in worth if value == best])


def _wanted(view: View) -> tuple[Cell, ...]:
    """Mines that may hold a treasure nobody has taken."""
    known = dict(view.mines)
    return tuple(
        cell for cell, kind in view.mines if kind != DRAGON and on_offer(view, cell, known)
    )


def _distances(
    view: View, mine: Mine, begin: tuple[Cell, ...], backwards: bool = False
) -> dict[Cell, int]:
    """From these cells outwards: along paths a step a card, over empty cells more."""
    found = dict.fromkeys(begin, 0)
    todo = [(0, cell) for cell in begin]
    while todo:
        far, cell = heappop(todo)
        if far > found[cell]:
            continue
        leaving = _cost(view, mine, cell)
        for there in _beside(mine, cell):
            total = far + (leaving if backwards else _cost(view, mine, there))
            if total < found.get(there, FAR):
                found[there] = total
                heappush(todo, (total, there))
    return found


def _cost(view: View, mine: Mine, cell: Cell) -> int:
    """What it costs to enter this cell."""
    tile = mine.tiles.get(cell)
    if tile is None:
        return A_STEP if cell in mine.hidden else TO_BUILD
    shut = tile.special and feature(tile.name) in OBSTACLES and cell not in view.overcome
    return A_STEP + TO_CLEAR if shut else A_STEP


def _beside(mine: Mine, cell: Cell) -> list[Cell]:
    """The cells that are, or could be, joined to this one; a face-down mine leads nowhere on."""
    tile = mine.tiles.get(cell)
    found = []
    for side, there, met, _ in ways_out(cell):
        other = mine.tiles.get(there)
        shut = (tile and not tile.openings & side) or (other and not other.openings & met)
        if not shut and there in BOARD:
            found.append(there)
    return found


# --- cards ----------------------------------------------------------------------------------------


def _build(outlook: Outlook, move: Place) -> int:
    """Nearer is better; a card that brings nothing nearer may still lead somewhere."""
    through = _through(outlook, move)
    nearer = outlook.far - through
    if nearer > 0:
        return 40 + 4 * nearer + len(move.card.partition("+")[0])
    on_the_way = outlook.behind.get(move.cell, FAR) + outlook.ahead.get(move.cell, FAR)
    if nearer < 0 and on_the_way == outlook.far:
        return -40  # it would lie in one's own way
    return 8 + len(move.card.partition("+")[0])


def _through(outlook: Outlook, move: Place) -> int:
    """How far the nearest mine would be over this card."""
    view, tile = outlook.view, path_tile(move.card, move.turned)
    joined = [there for side, there, _, _ in ways_out(move.cell) if tile.openings & side]
    before = min(outlook.behind.get(there, FAR) for there in joined)
    after = min(outlook.ahead.get(there, FAR) + _cost(view, view.mine, there) for there in joined)
    shut = feature(move.card) in OBSTACLES
    return before + A_STEP + (TO_CLEAR if shut else 0) + after


def _at(outlook: Outlook, move: PlayAt) -> int:
    return _blow_away(outlook, move) if move.card == "storm" else _clear(outlook, move)


def _clear(outlook: Outlook, move: PlayAt) -> int:
    """Worth most for an obstacle that lies on one's own way."""
    return 45 if outlook.ahead.get(move.cell, FAR) < outlook.far else 20


def _blow_away(outlook: Outlook, move: PlayAt) -> int:
    """Only to open a way where there is none."""
    if outlook.far < FAR:
        return -30
    mine = outlook.view.mine.without(move.cell)
    opened = outlook.home in _distances(outlook.view, mine, outlook.wanted, backwards=True)
    return 30 if opened else -30


def _set(outlook: Outlook, move: PlayJoint) -> int:
    """In front of dwarfs of the other side, as far as their backs tell; not of one's own nose."""
    view, seat = outlook.view, outlook.me
    near = [other for other, cell in enumerate(view.dwarfs) if cell in cells_of(move.joint)]
    if seat in near or not near:
        return -20
    side = works_for(view.clans[seat], view.characters[seat] or LOYAL)
    return 12 if view.clans[near[0]] != side else -10


def _look(outlook: Outlook, move: Scout) -> int:
    """Something not known yet: a mine first of all."""
    view = outlook.view
    if isinstance(move.target, tuple):
        return 18 if dict(view.mines)[move.target] is None else -20
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
    lost = 6 * traps_on(view, outlook.me, move.cells)
    if end in outlook.wanted:
        return 60 - lost + _promised(outlook, move.take)
    return 5 * (outlook.far - outlook.ahead.get(end, FAR)) - lost - len(move.cells)


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
    hopeless = outlook.far >= FAR or not numbers_left(view, view.kinds)
    spent = view.stock == 0 and not any(card in PATHS for card in view.hand)
    return 99 if (move.word == "agree") == (hopeless or spent) else -99


def _worth(outlook: Outlook, move: Move) -> int:
    match move:
        case Place():
            return _build(outlook, move)
        case PlayAt():
            return _at(outlook, move)
        case PlayJoint():
            return _set(outlook, move)
        case Scout():
            return _look(outlook, move)
        case Discard():
            return _throw(outlook, move)
        case Walk():
            return _go(outlook, move)
        case Stay():
            return _stand(outlook, move)
        case Orient():
            return 0
        case Consent():
            return _consent(outlook, move)
