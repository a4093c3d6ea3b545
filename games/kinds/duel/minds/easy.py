"""The easy bot, and the hint of the solo game: from the view alone, the move that seems best.

Gold claimed now counts most; then tunnels that come nearer to gold and goals, one's own tools,
and the opponent's trouble.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.kinds.duel.rules.cards import PATHS, TRAVELLER, goal_face, goal_gold, path_tile
from games.kinds.duel.rules.digging import dug
from games.kinds.duel.rules.moves import (
    Break,
    Bribe,
    Clear,
    Discard,
    Move,
    Orient,
    Place,
    PlayAt,
    Repair,
)
from games.kinds.duel.rules.view import View, moves_of, preview
from games.mine.minds import Idea, Manner, Memory, Reason
from games.mine.notation import Seat
from games.mine.progress import Preview
from games.mine.seeds import Lots
from games.mine.tunnels import JOINED, Cell, Mine

GOLD: Final = 20
"""What one gold is worth; a troll costs as much."""
GOAL: Final = 25
"""What it is worth to turn a goal over: more than a troll costs, less than the gold some have."""
NOWHERE: Final = 30
"""Farther from all gold than any tunnel that leads on."""


class Outlook(NamedTuple):
    """A view, and what the bot makes of it."""

    view: View
    me: Seat
    wanted: tuple[Cell, ...]
    """The cells worth digging for."""
    distance: int
    """Steps from one's own tunnels to the nearest of these."""


class EasyMind:
    """Weighs each move a little, and takes one of those that seem best, by lot."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return choose(view, lots)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return [Idea(choose(view, lots), (Reason("seems-best"),))]


def choose(view: View, lots: Lots) -> Move:
    """One of the moves that seem best, by lot."""
    me = view.turn if view.seat is None else view.seat
    wanted = _wanted(view)
    outlook = Outlook(view, me, wanted, _distance(view, view.mine, me, wanted))
    worth = [(_worth(outlook, move), move) for move in moves_of(view)]
    best = max(value for value, _ in worth)
    return lots.choose([move for value, move in worth if value == best])


def _wanted(view: View) -> tuple[Cell, ...]:
    """Closed goals that may hold gold; without any, gold in sight that nobody has claimed.

    Gold in sight lies often in a stub that nothing can reach: who digs for it stands still there.
    """
    taken = dict(view.markers)
    closed = [cell for cell in view.mine.hidden if cell not in view.turning]
    goals = dict(view.goals)
    hopeful = [c for c in closed if goals[c] is None or goal_gold(goals[c] or "")]
    gold = [c for c, tile in view.mine.tiles.items() if tile.worth and c not in taken]
    return tuple(hopeful or gold)


def _distance(view: View, mine: Mine, seat: Seat, wanted: tuple[Cell, ...]) -> int:
    """Steps from the nearest open end of a seat's tunnels to a cell worth digging for."""
    shift = JOINED + 4 * TRAVELLER[view.colours[seat]]
    ends = [c for c, needs in (*mine.spots.items(), *mine.hidden.items()) if needs >> shift & 15]
    return min((abs(x - a) + abs(y - b) for x, y in ends for a, b in wanted), default=NOWHERE)


def _claimed(outlook: Outlook, seen: Preview) -> int:
    """Gold that a move would bring, less what it would give away; a goal is worth a look."""
    tiles, held = outlook.view.mine.tiles, 0
    for seat, cell in seen.claims:
        worth = tiles[cell].worth if cell in tiles else 1
        held += worth if seat == outlook.me else -worth
    return GOLD * held + GOAL * len(seen.goals)


def _leads_on(card: str) -> int:
    """How many sides a card joins."""
    return max(len(group) for group in card.split("+")[0].split("."))


def _nearer(outlook: Outlook, move: Place | PlayAt | Bribe) -> int:
    """How many steps this brings one's own tunnels nearer."""
    mine = dug(outlook.view, outlook.me, move)
    return outlook.distance - _distance(outlook.view, mine, outlook.me, outlook.wanted)


def _dig(outlook: Outlook, move: Place) -> int:
    seen = preview(outlook.view, move)
    if seen is None:
        return -50
    nearer = _nearer(outlook, move)
    helpful = 50 if nearer > 0 else 5 if nearer == 0 else -40
    gain = _claimed(outlook, seen) - GOLD * len(move.bribes)
    if move.bribes and gain <= 0:
        return -50
    return helpful + 5 * nearer + _leads_on(move.card) + gain


def _pay(outlook: Outlook, move: Bribe) -> int:
    """A troll is worth its gold when gold or a goal lies right behind it."""
    seen = preview(outlook.view, move)
    gain = _claimed(outlook, seen) - GOLD if seen else 0
    return 60 + gain if gain > 0 else -40


def _use(outlook: Outlook, move: PlayAt) -> int:
    if move.card == "map":
        known = dict(outlook.view.goals)[move.cell]
        return 30 if known is None else -30
    if move.card == "key":
        seen = preview(outlook.view, move)
        gain = _claimed(outlook, seen) + 10 * _nearer(outlook, move) if seen else 0
        gain -= GOLD * len(move.bribes)
        return 40 + gain if gain > 0 else -30
    return _bring_down(outlook, move.cell)


def _bring_down(outlook: Outlook, cell: Cell) -> int:
    """A rockfall is worth what it costs the opponent more than oneself."""
    view, cut = outlook.view, outlook.view.mine.without(cell)
    harm = -10 * (_distance(view, cut, outlook.me, outlook.wanted) - outlook.distance)
    for other in range(view.seats):
        if other != outlook.me:
            before = _distance(view, view.mine, other, outlook.wanted)
            harm += 10 * (_distance(view, cut, other, outlook.wanted) - before)
    return 25 + harm if harm > 0 else -30


def _hurt(outlook: Outlook, move: Break) -> int:
    return 20 if outlook.view.broken[move.seat] else 45


def _clear(outlook: Outlook, move: Clear) -> int:
    """Only if no repair card helps: the two least useful cards."""
    keeps = sum(_use_of(card) for card in move.cards)
    return 35 - keeps - 5 * len(outlook.view.broken[outlook.me])


def _throw(outlook: Outlook, move: Discard) -> int:
    """The least useful cards; two when both are of little use."""
    return sum(6 - _use_of(card) for card in move.cards)


def _use_of(card: str) -> int:
    if card in PATHS:
        return 3 + _leads_on(card)
    return 3 if card.startswith(("broken-", "fix-")) else 7


def _turn(outlook: Outlook, move: Orient) -> int:
    """The way that joins a goal's gold to oneself, and its door to oneself."""
    name = dict(outlook.view.goals)[move.cell] or ""
    tile = path_tile(goal_face(name), move.turned, outlook.view.colours)
    shift = JOINED + 4 * TRAVELLER[outlook.view.colours[outlook.me]]
    return (tile.openings & outlook.view.mine.hidden[move.cell] >> shift & 15).bit_count()


def _worth(outlook: Outlook, move: Move) -> int:
    match move:
        case Place():
            return _dig(outlook, move)
        case Bribe():
            return _pay(outlook, move)
        case PlayAt():
            return _use(outlook, move)
        case Break():
            return _hurt(outlook, move)
        case Repair():
            return 70
        case Clear():
            return _clear(outlook, move)
        case Discard():
            return _throw(outlook, move)
        case Orient():
            return _turn(outlook, move)
