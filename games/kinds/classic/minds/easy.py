"""The easy bot: it weighs each legal move a little, from its own view alone, and takes the best.

A digger digs towards the goals that may hold the treasure, mends tools, clears dead ends and
looks at maps. A saboteur breaks tools, brings down tunnels and leads them nowhere.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.kinds.classic.rules.cards import DIGGER, PATHS, TILES, TREASURE
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair
from games.kinds.classic.rules.view import View, moves_of
from games.mine.minds import Idea, Manner, Memory, Reason
from games.mine.seeds import Lots
from games.mine.tunnels import Cell, Mine, reached

NOWHERE: Final = 30
"""Farther from the goals than any tunnel that leads on."""


class Outlook(NamedTuple):
    """A view, and what the bot makes of it."""

    view: View
    wanted: tuple[Cell, ...]
    """The goals worth digging for."""
    distance: int
    """Steps from the tunnels to the nearest of these."""


class EasyMind:
    """Weighs each move a little, and takes one of those that seem best, by lot."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return choose(view, lots)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return [Idea(choose(view, lots), (Reason("seems-best"),))]


def choose(view: View, lots: Lots) -> Move:
    """One of the moves that seem best, by lot."""
    wanted = _wanted(view)
    outlook = Outlook(view, wanted, _distance(view.mine, wanted))
    digging = view.seat is not None and view.roles[view.seat] == DIGGER
    weigh = _worth_to_digger if digging else _worth_to_saboteur
    worth = [(weigh(outlook, move), move) for move in moves_of(view)]
    best = max(value for value, _ in worth)
    return lots.choose([move for value, move in worth if value == best])


def _wanted(view: View) -> tuple[Cell, ...]:
    """The goal known to be the treasure, or all that may be."""
    known = tuple(cell for cell, name in view.goals if name == TREASURE)
    return known or tuple(cell for cell, name in view.goals if name is None)


def _distance(mine: Mine, wanted: tuple[Cell, ...]) -> int:
    """Steps from the nearest open end of the tunnels to a goal worth digging for."""
    if any(goal in wanted for goal in mine.reached_goals()):
        return 0
    ends = [cell for cell, needs in mine.spots.items() if reached(needs)]
    return min((abs(x - a) + abs(y - b) for x, y in ends for a, b in wanted), default=NOWHERE)


def _nearer(outlook: Outlook, move: Place) -> int:
    """How many steps this card brings the tunnels nearer."""
    dug = outlook.view.mine.lay(move.cell, TILES[move.card, move.turned])
    return outlook.distance - _distance(dug, outlook.wanted)


def _leads_on(card: str) -> int:
    """How many sides a card joins; 0 for a dead end."""
    most = max((group.bit_count() for group in TILES[card, False].face.groups), default=0)
    return most if most > 1 else 0


# --- a digger -------------------------------------------------------------------------------------


def _worth_to_digger(outlook: Outlook, move: Move) -> int:
    match move:
        case Place():
            return _dig(outlook, move)
        case Break():
            return -10
        case Repair():
            return _mend(outlook, move)
        case PlayAt():
            return _use_for_digging(outlook, move)
        case Discard():
            return _keep_for_digging(outlook, move)
        case Pick():
            return move.value


def _dig(outlook: Outlook, move: Place) -> int:
    nearer = _nearer(outlook, move)
    if nearer < 0 or not _leads_on(move.card):
        return -20
    return (60 if nearer else 15) + 5 * nearer + _leads_on(move.card)


def _mend(outlook: Outlook, move: Repair) -> int:
    return 80 if move.seat == outlook.view.seat else 40 - 5 * len(outlook.view.broken[move.seat])


def _use_for_digging(outlook: Outlook, move: PlayAt) -> int:
    if move.card == "map":
        return 50 if move.cell in outlook.wanted and len(outlook.wanted) > 1 else -30
    return 45 if not _leads_on(outlook.view.mine.tiles[move.cell].name) else -40


def _keep_for_digging(outlook: Outlook, move: Discard) -> int:
    (card,) = move.cards
    if card in PATHS:
        return 5 - _leads_on(card)
    return 8 if card.startswith("broken-") else 3


# --- a saboteur -----------------------------------------------------------------------------------


def _worth_to_saboteur(outlook: Outlook, move: Move) -> int:
    match move:
        case Place():
            return _mislead(outlook, move)
        case Break():
            return _hurt(outlook, move)
        case Repair():
            return _mend_as_saboteur(outlook, move)
        case PlayAt():
            return _use_for_sabotage(outlook, move)
        case Discard():
            return _keep_for_sabotage(outlook, move)
        case Pick():
            return move.value


def _mislead(outlook: Outlook, move: Place) -> int:
    nearer = _nearer(outlook, move)
    if nearer > 0:
        return -40
    return 10 - 10 * nearer - _leads_on(move.card)


def _hurt(outlook: Outlook, move: Break) -> int:
    if move.seat == outlook.view.seat:
        return -50
    return 20 if outlook.view.broken[move.seat] else 50


def _mend_as_saboteur(outlook: Outlook, move: Repair) -> int:
    return 25 if move.seat == outlook.view.seat else -40


def _use_for_sabotage(outlook: Outlook, move: PlayAt) -> int:
    if move.card == "map":
        return 5 if move.cell in outlook.wanted and len(outlook.wanted) > 1 else -30
    cut = outlook.view.mine.without(move.cell)
    lost = _distance(cut, outlook.wanted) - outlook.distance
    return 30 + 10 * lost if lost > 0 else -40


def _keep_for_sabotage(outlook: Outlook, move: Discard) -> int:
    (card,) = move.cards
    return _leads_on(card) if card in PATHS else (6 if card.startswith("fix-") else -10)
