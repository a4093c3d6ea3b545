"""How a digger weighs moves. The numbers only matter relative to each other."""

from __future__ import annotations

from typing import Final

from games.engine.tunnels import Cell
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.distances import CELL_BITS, Distances
from games.kinds.classic.bots.outlook import OPENINGS, DigEffect, Outlook, dig_effect, expected
from games.kinds.classic.rules.cards import PATHS, REPAIRS
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair

SUSPICION_PENALTY: Final = 4.0
CURVES: Final = ("ne", "nw")
LATE_DECK_SHARE: Final = 0.25
"""With less of the deck left than this, a digger doesn't wait for a better card."""
MIN_DETOUR_GAIN: Final = -2.5
"""The longest detour a digger takes, in cards (a negative gain)."""
DETOUR_BONUS: Final = 7.0
"""For a detour near the goal after waiting a turn for the right card."""
BREAK_THRESHOLD: Final = 0.5
"""How likely a player must be a saboteur before their tools are broken."""


def weigh(outlook: Outlook) -> list[tuple[float, Move]]:
    need = outlook.need
    return [(_worth(outlook, need, move), move) for move in outlook.moves()]


def _worth(outlook: Outlook, need: float, move: Move) -> float:
    match move:
        case Place():
            return _dig(outlook, need, move)
        case Discard():
            return _throw_away(outlook, move.cards[0])
        case Repair():
            return _repair(outlook, move)
        case Break():
            return _break(outlook, move)
        case PlayAt(card="map"):
            return _look(outlook, move.cell)
        case PlayAt():
            return _clear(outlook, need, move.cell)
        case Pick():
            return move.value


def _dig(outlook: Outlook, need: float, move: Place) -> float:
    """Weigh a path card: nearer to the treasure is best, and many open ends are hard to close."""
    dug = dig_effect(outlook, need, move)
    if not LEADS_THROUGH[move.card]:
        return -30.0 + 5 * dug.gain
    penalty = SUSPICION_PENALTY * max(outlook.tells(dug.kind), 0.0)
    if 0 in dug.near:
        found = sum(c for c, steps in zip(outlook.chances, dug.near, strict=True) if not steps)
        return 62 + 12 * dug.gain + 130 * found
    if outlook.is_off(move.cell):
        return -25.0
    ways = outlook.good_ends(dug.near, dug.ends)
    if dug.gain > 0.15:
        return 58 + 12 * dug.gain + 2 * min(ways, 3) - penalty
    if _only_closes(outlook, need, dug, move):
        return -20 + 10 * dug.gain
    return _dig_on(outlook, dug, ways) - penalty


def _only_closes(outlook: Outlook, need: float, dug: DigEffect, move: Place) -> bool:
    """Tell whether the card makes the way longer just by closing the open end it is laid on."""
    if dug.gain > -0.01:
        return False
    walled = outlook.survey.near_after(outlook.survey.ends & ~CELL_BITS.get(move.cell, 0))
    return expected(outlook.chances, walled) - need < 0.01 - dug.gain


def _dig_on(outlook: Outlook, dug: DigEffect, ways: int) -> float:
    """Weigh a card that leads no nearer: it opens a new way, or there is no time to wait."""
    new = ways - outlook.good_ends(outlook.survey.near, outlook.survey.ends)
    if new <= 0 and dug.gain > -0.01:
        return -6.0
    bonus = DETOUR_BONUS if outlook.passed_before and outlook.need <= behaviour.CLOSE_RANGE else 0.0
    if (bonus or outlook.left < LATE_DECK_SHARE) and dug.gain > MIN_DETOUR_GAIN:
        return 8 + 4 * min(max(new, 0), 2) + 4 * dug.gain + bonus
    if dug.gain > -0.01:
        return 4.0 + 5 * min(new, 2)
    return -20 + 10 * dug.gain


def _repair(outlook: Outlook, move: Repair) -> float:
    """Repair one's own tools and those of trusted players, never a likely saboteur's."""
    others = len(outlook.broken[move.seat]) - 1
    waste = len(REPAIRS[move.card]) - 1
    if move.seat == outlook.seat:
        able = any(card in LEADS_THROUGH and LEADS_THROUGH[card] for card in outlook.hand)
        return (88 if able else 60) - 6 * others - waste
    trust = outlook.trust(move.seat)
    if trust < -0.2 - 0.15 * outlook.temperament.trusting:
        return -60 * outlook.saboteur[move.seat]
    return 28 + 26 * trust - 7 * others - 2 * waste


def _break(outlook: Outlook, move: Break) -> float:
    """Break the tools of likely saboteurs who can still dig."""
    if move.seat == outlook.seat:
        return -90.0
    chance = outlook.saboteur[move.seat] - 0.06 * outlook.temperament.trusting
    if chance < BREAK_THRESHOLD:
        return -40 * (1 - chance)
    close = 12 if outlook.survey.nearest <= behaviour.CLOSE_RANGE else 0
    return 30 + 70 * (chance - BREAK_THRESHOLD) + close - 18 * len(outlook.broken[move.seat])


def _look(outlook: Outlook, goal: Cell) -> float:
    chance = outlook.goal(goal)
    if outlook.knows_treasure or not chance:
        return -30.0
    return 44 + 40 * chance * (1 - chance) + (8 if outlook.need < 6 else 0)


def _clear(outlook: Outlook, need: float, cell: Cell) -> float:
    """Remove a dead end that blocks the way."""
    tile = outlook.survey.mine.tiles[cell]
    if LEADS_THROUGH[tile.name] or cell not in outlook.survey.mine.reach:
        return -40.0
    cleared = Distances(outlook.survey.mine.without(cell))
    gain = need - expected(outlook.chances, cleared.near)
    return 34 + 16 * gain if gain > 0.3 else 1.0


def _throw_away(outlook: Outlook, card: str) -> float:
    """Discard what is of no use, but not the last card that may be needed."""
    if card in PATHS:
        return 5.0 - OPENINGS[card] + (card in CURVES) if LEADS_THROUGH[card] else 12.0
    if card == "map":
        return 13.0 if outlook.knows_treasure else -2.0
    double = 3 * (outlook.hand.count(card) - 1)
    if card in REPAIRS:
        return 2.0 + double - len(REPAIRS[card])
    if card == "rockfall":
        return 1.0 + double
    return 5.0 + double if max(outlook.saboteur) < BREAK_THRESHOLD else 0.0
