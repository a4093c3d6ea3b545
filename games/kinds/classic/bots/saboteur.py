"""How a saboteur weighs moves: the harm a move does, less what it reveals."""

from __future__ import annotations

from math import exp, log
from typing import Final

from games.engine.tunnels import Cell, neighbours
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.distances import UNREACHABLE, Distances
from games.kinds.classic.bots.outlook import OPENINGS, DigEffect, Outlook, dig_effect, expected
from games.kinds.classic.rules.cards import PATHS, REPAIRS
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair

EXPOSURE_PENALTY: Final = 20.0
"""The cost of being found out when two of five players are saboteurs."""
EXPOSURE_SLOPE: Final = 500.0
"""How much that cost grows with the share of saboteurs, since others will strike as well."""
MIN_EXPOSURE_PENALTY: Final = 10.0
COVER_FACTORS: Final = (0.4, 0.8, 1.2, 1.6)
"""By the number of dead ends in hand. Only a player who still lays cards needs cover: a known
saboteur can break tools and play rockfalls just as well."""
COVER_IF_BROKEN: Final = 0.3
SUSPICION_WEIGHT: Final = 4.0
HURRY_DISTANCE: Final = 6
"""The distance from the treasure at which a saboteur starts to hurry, in cards."""
EXTRA_HURRY_DISTANCE: Final = 2
"""Added where saboteurs are few, since nobody else will strike."""
FEW_SABOTEURS_PRIOR: Final = 0.34
HURRY_SPAN: Final = 4.0
"""This many cards inside `HURRY_DISTANCE`, only the treasure matters."""
FUTILE_DISTANCE: Final = 7
"""This far from every goal, a dead end exposes its player and stops nobody."""
DETOUR_WEIGHT: Final = 16.0
"""The worth of each card by which the way gets longer."""
MAX_DETOUR: Final = 5.0
CLOSED_WAY_BONUS: Final = 8.0
"""For closing one of several equally short ways."""
BREAK_WORTH: Final = 22.0
ROCKFALL_WEIGHT: Final = 26.0
"""The worth of each card that a rockfall leaves missing."""
NEIGHBOUR_BONUS: Final = 8.0
"""For each further neighbour that a card filling the gap has to fit."""
DEAD_END_BONUS: Final = 20.0
"""For a dead end that makes the way longer, where saboteurs are few."""
BREAK_DISCOUNT: Final = 10.0
"""For each dead end in hand: a break can wait, since one's own broken tools don't prevent it."""
MAX_BREAK_DISCOUNT: Final = 20.0
FELLOW_REPAIR_WORTH: Final = (8.0, 18.0)
"""Where saboteurs are many, and where they are few."""
RECENT_CARDS: Final = 8
"""A rockfall is considered only on this many of the cards laid last."""


def weigh(outlook: Outlook) -> list[tuple[float, Move]]:
    need = outlook.need
    haste = _haste(outlook, need)
    shy = _shyness(outlook, haste)
    return [(_worth(outlook, need, haste, shy, move), move) for move in outlook.moves()]


def _haste(outlook: Outlook, need: float) -> float:
    """Return 0 while the treasure is far, 1 when the next card may reach it."""
    nearest = min(
        (
            steps
            for steps, chance in zip(outlook.survey.near, outlook.chances, strict=True)
            if chance > 0.15
        ),
        default=UNREACHABLE,
    )
    start = HURRY_DISTANCE + EXTRA_HURRY_DISTANCE * _few(outlook) + 0.5 * outlook.temperament.bold
    return max(0.0, min(1.0, (start - nearest) / HURRY_SPAN))


def _few(outlook: Outlook) -> bool:
    """Tell whether there are so few saboteurs that nobody else will strike."""
    return outlook.usual < FEW_SABOTEURS_PRIOR


def _shyness(outlook: Outlook, haste: float) -> float:
    """Return the worth of cover: little for a player who must strike now or never."""
    usual = max(MIN_EXPOSURE_PENALTY, EXPOSURE_PENALTY + EXPOSURE_SLOPE * (outlook.usual - 0.4))
    return usual * _cover(outlook) * (0.3 + 0.7 * outlook.left) * (1 - 0.6 * haste)


def _cover(outlook: Outlook) -> float:
    """Return the need for cover by the cards in hand that broken tools would make useless."""
    if outlook.broken[outlook.seat]:
        return COVER_IF_BROKEN
    return COVER_FACTORS[min(_dead_ends(outlook), len(COVER_FACTORS) - 1)]


def _dead_ends(outlook: Outlook) -> int:
    return sum(not LEADS_THROUGH.get(card, True) for card in outlook.hand)


def _given_away(outlook: Outlook, kind: str) -> float:
    """Return how much an action of this kind raises the suspicion against this seat.

    It raises little if the seat is already known, or so trusted that one action is forgiven.
    """
    now = min(max(outlook.public[outlook.seat], 0.01), 0.99)
    odds = log(now / (1 - now)) + outlook.tells(kind)
    return SUSPICION_WEIGHT * (1 / (1 + exp(-odds)) - now)


def _worth(outlook: Outlook, need: float, haste: float, shy: float, move: Move) -> float:
    match move:
        case Place():
            return _mislead(outlook, haste, shy, dig_effect(outlook, need, move), move)
        case Discard():
            return _throw_away(outlook, move.cards[0]) - shy * _passing(outlook)
        case Repair():
            return _repair(outlook, shy, move)
        case Break():
            return _break(outlook, haste, shy, move)
        case PlayAt(card="map"):
            return _look(outlook, shy, move.cell)
        case PlayAt():
            return _bring_down(outlook, need, haste, shy, move.cell)
        case Pick():
            return move.value


def _mislead(outlook: Outlook, haste: float, shy: float, dug: DigEffect, move: Place) -> float:
    """Weigh a path card: never reach a possible treasure, and close the way when it matters."""
    given_away = shy * _given_away(outlook, dug.kind)
    found = sum(c for c, steps in zip(outlook.chances, dug.near, strict=True) if not steps)
    if found:
        return -100 - 300 * found
    if dug.gain > 0:
        return -4 - 14 * dug.gain * (0.3 + 1.4 * haste) - given_away
    if outlook.is_off(move.cell):
        return -20.0
    if not LEADS_THROUGH[move.card] and outlook.survey.nearest >= FUTILE_DISTANCE:
        return -12.0
    stub = dug.gain < -0.5 and not LEADS_THROUGH[move.card]
    bonus = DEAD_END_BONUS if stub and _few(outlook) else 0.0
    return 3 + _harm(outlook, dug) * (0.4 + haste) + bonus - given_away


def _harm(outlook: Outlook, dug: DigEffect) -> float:
    """Return the worth of a longer way, or of fewer ways that are equally short."""
    survey = outlook.survey
    ends = outlook.good_ends(survey.near, survey.ends)
    closed = max(ends - outlook.good_ends(survey.near, dug.ends), 0)
    return DETOUR_WEIGHT * min(-dug.gain, MAX_DETOUR) + CLOSED_WAY_BONUS * closed


def _break(outlook: Outlook, haste: float, shy: float, move: Break) -> float:
    """Break a digger's tool, best of one who moves soon, never a fellow saboteur's."""
    seats = len(outlook.broken)
    if move.seat == outlook.seat:
        return -90.0
    fellow = outlook.saboteur[move.seat]
    soon = 1 - ((move.seat - outlook.seat) % seats) / seats
    worth = BREAK_WORTH * (1 + haste) + 6 * soon - _patience(outlook, haste)
    worth *= 1 - 1.6 * fellow
    worth -= 14 * len(outlook.broken[move.seat])
    return worth - shy * _given_away(outlook, behaviour.classify_break(outlook.standing(move.seat)))


def _patience(outlook: Outlook, haste: float) -> float:
    """Return how much breaking a tool can wait while dead ends can be laid."""
    if outlook.broken[outlook.seat]:
        return 0.0
    return min(BREAK_DISCOUNT * _dead_ends(outlook), MAX_BREAK_DISCOUNT) * (1 - haste)


def _repair(outlook: Outlook, shy: float, move: Repair) -> float:
    """Repair one's own tools to go on, others' only to seem kind."""
    others = len(outlook.broken[move.seat]) - 1
    if move.seat == outlook.seat:
        able = 14 + 4 * _dead_ends(outlook) - 5 * others
        return able - shy * _given_away(outlook, behaviour.REPAIRED_OWN)
    kind = behaviour.classify_repair(outlook.standing(move.seat))
    fellow = outlook.saboteur[move.seat] > 0.7
    kindness = FELLOW_REPAIR_WORTH[_few(outlook)] if fellow else -14.0
    return kindness - shy * _given_away(outlook, kind)


def _look(outlook: Outlook, shy: float, goal: Cell) -> float:
    """Look at a goal, to know where not to lead the diggers."""
    if outlook.knows_treasure or not outlook.goal(goal):
        return -20.0
    return 12 - shy * _given_away(outlook, behaviour.LOOKED)


def _bring_down(outlook: Outlook, need: float, haste: float, shy: float, cell: Cell) -> float:
    """Remove a card without which the way is longer, best one that is hard to replace."""
    mine = outlook.survey.mine
    if cell not in mine.reach or cell not in list(mine.tiles)[-RECENT_CARDS:]:
        return -40.0
    fallen = Distances(mine.without(cell))
    harm = min(expected(outlook.chances, fallen.near) - need, MAX_DETOUR)
    if harm <= 0:
        return -30.0
    kind = behaviour.classify_rockfall(outlook.survey.nearest, fallen.nearest)
    bonus = NEIGHBOUR_BONUS * (sum(there in mine.tiles for _, there, _ in neighbours(cell)) - 1)
    return 6 + (ROCKFALL_WEIGHT * harm + bonus) * (0.3 + haste) - shy * _given_away(outlook, kind)


def _passing(outlook: Outlook) -> float:
    kind = behaviour.PASSED_AGAIN if outlook.passed_before else behaviour.PASSED
    return _given_away(outlook, kind)


def _throw_away(outlook: Outlook, card: str) -> float:
    """Discard good path cards and repairs, and keep what does harm."""
    if card in PATHS:
        return 8.0 + OPENINGS[card] if LEADS_THROUGH[card] else 0.0
    if card in REPAIRS:
        return 7.0
    if card == "map":
        return 9.0 if outlook.knows_treasure else 3.0
    return -4.0
