"""How a saboteur weighs their moves: what a move spoils, less what it gives away."""

from __future__ import annotations

from math import exp, log
from typing import Final

from games.engine.tunnels import Cell, neighbours
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.distances import FAR, Distances
from games.kinds.classic.bots.outlook import SIDES, DigEffect, Outlook, dig_effect, expected
from games.kinds.classic.rules.cards import PATHS, REPAIRS
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair

SHYNESS: Final = 20.0
"""How much a saboteur minds being seen through, where two of five are saboteurs."""
FELLOWS: Final = 500.0
"""And how much more for each further share of saboteurs: others will strike as well."""
BOLDEST: Final = 10.0
"""Even who is the only one minds so much."""
COVER: Final = (0.4, 0.8, 1.2, 1.6)
"""What cover is worth with no dead end in hand, with one, with two and with more: only who still
lays cards needs it. Tools are broken, and rockfalls brought about, by who is known as well."""
HALTED: Final = 0.3
"""And to who cannot lay a card."""
BELIEVED: Final = 4.0
"""How much it is that all would believe it, beside an even chance that they do, as a logarithm."""
WAKES: Final = 6
"""So many cards before the treasure a saboteur begins to hurry."""
SOONER: Final = 2
"""And so many cards earlier where saboteurs are few: nobody else will."""
FEW: Final = 0.34
"""A third of all or less: few."""
HURRY: Final = 4.0
"""And so many cards later nothing but the treasure matters."""
TOO_FAR: Final = 7
"""So far from every goal a dead end proves who laid it, and stops nobody."""
CLOSING: Final = 16.0
"""What a longer way is worth, for each card."""
MOST: Final = 5.0
"""A longer way than this is hardly worse."""
CLOSED: Final = 8.0
"""What it is worth that there is one way less among those that are as short."""
BREAKING: Final = 22.0
"""What a broken tool is worth."""
FALLING: Final = 26.0
"""What a gap in the tunnel is worth, for each card."""
SNUG: Final = 8.0
"""And for each further card that what fills the gap has to fit."""
NOW: Final = 20.0
"""What it is worth to the few to lay a dead end that makes the way longer, while they still can."""
PATIENCE: Final = 10.0
"""How much a blow against a tool can wait for each dead end in hand: it can be dealt by who is
halted as well."""
PATIENT: Final = 20.0
"""And at most."""
FELLOW: Final = (8.0, 18.0)
"""What it is worth to repair a fellow, where saboteurs are many and where they are few."""
LATEST: Final = 8
"""A rockfall is thought of for so many of the cards laid last."""


def weigh(outlook: Outlook) -> list[tuple[float, Move]]:
    """Every move, with what it is worth to a saboteur."""
    need = outlook.need
    haste = _haste(outlook, need)
    shy = _shyness(outlook, haste)
    return [(_worth(outlook, need, haste, shy, move), move) for move in outlook.moves()]


def _haste(outlook: Outlook, need: float) -> float:
    """0 while the treasure is far, 1 when the next card may reach it."""
    nearest = min(
        (
            steps
            for steps, chance in zip(outlook.survey.near, outlook.chances, strict=True)
            if chance > 0.15
        ),
        default=FAR,
    )
    wakes = WAKES + SOONER * _few(outlook) + 0.5 * outlook.manner.bold
    return max(0.0, min(1.0, (wakes - nearest) / HURRY))


def _few(outlook: Outlook) -> bool:
    """Are saboteurs so few that nobody else will strike?"""
    return outlook.usual < FEW


def _shyness(outlook: Outlook, haste: float) -> float:
    """What cover is worth. Who must strike now or never has no use for it."""
    usual = max(BOLDEST, SHYNESS + FELLOWS * (outlook.usual - 0.4))
    return usual * _cover(outlook) * (0.3 + 0.7 * outlook.left) * (1 - 0.6 * haste)


def _cover(outlook: Outlook) -> float:
    """By what there is in hand that only who is not halted can use."""
    if outlook.broken[outlook.seat]:
        return HALTED
    return COVER[min(_dead_ends(outlook), len(COVER) - 1)]


def _dead_ends(outlook: Outlook) -> int:
    return sum(not LEADS_THROUGH.get(card, True) for card in outlook.hand)


def _given_away(outlook: Outlook, kind: str) -> float:
    """How much likelier all would think this seat a saboteur, if it did this.

    Who is known gives nothing away, and who is trusted little: one deed is forgiven.
    """
    now = min(max(outlook.public[outlook.seat], 0.01), 0.99)
    odds = log(now / (1 - now)) + outlook.tells(kind)
    return BELIEVED * (1 / (1 + exp(-odds)) - now)


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
    """Never reach what may be the treasure; close the way when it matters."""
    given_away = shy * _given_away(outlook, dug.kind)
    found = sum(c for c, steps in zip(outlook.chances, dug.near, strict=True) if not steps)
    if found:
        return -100 - 300 * found
    if dug.gain > 0:
        return -4 - 14 * dug.gain * (0.3 + 1.4 * haste) - given_away
    if outlook.is_off(move.cell):
        return -20.0
    if not LEADS_THROUGH[move.card] and outlook.survey.nearest >= TOO_FAR:
        return -12.0
    stub = dug.gain < -0.5 and not LEADS_THROUGH[move.card]
    now = NOW if stub and _few(outlook) else 0.0
    return 3 + _harm(outlook, dug) * (0.4 + haste) + now - given_away


def _harm(outlook: Outlook, dug: DigEffect) -> float:
    """A longer way, or fewer ways that are as short."""
    survey = outlook.survey
    ends = outlook.good_ends(survey.near, survey.ends)
    closed = max(ends - outlook.good_ends(survey.near, dug.ends), 0)
    return CLOSING * min(-dug.gain, MOST) + CLOSED * closed


def _break(outlook: Outlook, haste: float, shy: float, move: Break) -> float:
    """Diggers, those first who move soon; never a fellow."""
    seats = len(outlook.broken)
    if move.seat == outlook.seat:
        return -90.0
    fellow = outlook.saboteur[move.seat]
    soon = 1 - ((move.seat - outlook.seat) % seats) / seats
    worth = BREAKING * (1 + haste) + 6 * soon - _patience(outlook, haste)
    worth *= 1 - 1.6 * fellow
    worth -= 14 * len(outlook.broken[move.seat])
    return worth - shy * _given_away(outlook, behaviour.classify_break(outlook.standing(move.seat)))


def _patience(outlook: Outlook, haste: float) -> float:
    """Who can still lay dead ends lays them first."""
    if outlook.broken[outlook.seat]:
        return 0.0
    return min(PATIENCE * _dead_ends(outlook), PATIENT) * (1 - haste)


def _repair(outlook: Outlook, shy: float, move: Repair) -> float:
    """Oneself, to go on; others only to seem kind."""
    others = len(outlook.broken[move.seat]) - 1
    if move.seat == outlook.seat:
        able = 14 + 4 * _dead_ends(outlook) - 5 * others
        return able - shy * _given_away(outlook, behaviour.REPAIRED_OWN)
    kind = behaviour.classify_repair(outlook.standing(move.seat))
    fellow = outlook.saboteur[move.seat] > 0.7
    kindness = FELLOW[_few(outlook)] if fellow else -14.0
    return kindness - shy * _given_away(outlook, kind)


def _look(outlook: Outlook, shy: float, goal: Cell) -> float:
    """To know where not to lead them."""
    if outlook.knows_treasure or not outlook.goal(goal):
        return -20.0
    return 12 - shy * _given_away(outlook, behaviour.LOOKED)


def _bring_down(outlook: Outlook, need: float, haste: float, shy: float, cell: Cell) -> float:
    """A card without which the way is longer; best one that is hard to replace."""
    mine = outlook.survey.mine
    if cell not in mine.reach or cell not in list(mine.tiles)[-LATEST:]:
        return -40.0
    fallen = Distances(mine.without(cell))
    harm = min(expected(outlook.chances, fallen.near) - need, MOST)
    if harm <= 0:
        return -30.0
    kind = behaviour.classify_rockfall(outlook.survey.nearest, fallen.nearest)
    snug = SNUG * (sum(there in mine.tiles for _, there, _ in neighbours(cell)) - 1)
    return 6 + (FALLING * harm + snug) * (0.3 + haste) - shy * _given_away(outlook, kind)


def _passing(outlook: Outlook) -> float:
    kind = behaviour.PASSED_AGAIN if outlook.passed_before else behaviour.PASSED
    return _given_away(outlook, kind)


def _throw_away(outlook: Outlook, card: str) -> float:
    """Good path cards and repairs; what spoils is kept."""
    if card in PATHS:
        return 8.0 + SIDES[card] if LEADS_THROUGH[card] else 0.0
    if card in REPAIRS:
        return 7.0
    if card == "map":
        return 9.0 if outlook.knows_treasure else 3.0
    return -4.0
