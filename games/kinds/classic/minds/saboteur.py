"""How a saboteur weighs their moves: what a move spoils, less what it gives away."""

from __future__ import annotations

from typing import Final

from games.kinds.classic.minds import deeds
from games.kinds.classic.minds.deeds import LEADING
from games.kinds.classic.minds.outlook import SIDES, Dug, Outlook, dig, expected
from games.kinds.classic.minds.survey import FAR, Survey
from games.kinds.classic.rules.cards import PATHS, REPAIRS
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair
from games.mine.tunnels import Cell

SHYNESS: Final = 20.0
"""How much a saboteur minds giving themselves away, where two of five are saboteurs."""
FELLOWS: Final = 250.0
"""And how much more for each further share of saboteurs: others will strike as well."""
BOLDEST: Final = 3.0
"""Even who is the only one minds so much."""
WAKES: Final = 6
"""So many cards before the treasure a saboteur begins to hurry."""
HURRY: Final = 4.0
"""And so many cards later nothing but the treasure matters."""
CLOSING: Final = 16.0
"""What a longer way is worth, for each card."""
BREAKING: Final = 22.0
"""What a broken tool is worth."""
FALLING: Final = 18.0
"""What a gap in the tunnel is worth, for each card."""
LATEST: Final = 4
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
    return max(0.0, min(1.0, (WAKES - nearest + 0.5 * outlook.manner.bold) / HURRY))


def _shyness(outlook: Outlook, haste: float) -> float:
    """Who is known has nothing to hide; neither has who must strike now or never."""
    hidden = 1 - outlook.public[outlook.seat]
    usual = max(BOLDEST, SHYNESS + FELLOWS * (outlook.usual - 0.4))
    return usual * hidden * (0.3 + 0.7 * outlook.left) * (1 - 0.6 * haste)


def _worth(outlook: Outlook, need: float, haste: float, shy: float, move: Move) -> float:
    match move:
        case Place():
            return _mislead(outlook, haste, shy, dig(outlook, need, move), move)
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


def _mislead(outlook: Outlook, haste: float, shy: float, dug: Dug, move: Place) -> float:
    """Never reach what may be the treasure; close the way when it matters."""
    given_away = shy * outlook.tells(dug.kind)
    found = sum(c for c, steps in zip(outlook.chances, dug.near, strict=True) if not steps)
    if found:
        return -100 - 300 * found
    if dug.gain > 0:
        return -4 - 14 * dug.gain * (0.3 + 1.4 * haste) - given_away
    if outlook.is_off(move.cell):
        return -20.0
    harm = min(-dug.gain, 4.0)
    return 3 + CLOSING * harm * (0.4 + haste) + (0 if LEADING[move.card] else -2) - given_away


def _break(outlook: Outlook, haste: float, shy: float, move: Break) -> float:
    """Diggers, those first who move soon; never a fellow."""
    seats = len(outlook.broken)
    if move.seat == outlook.seat:
        return -90.0
    fellow = outlook.saboteur[move.seat]
    soon = 1 - ((move.seat - outlook.seat) % seats) / seats
    worth = (BREAKING * (1 + haste) + 6 * soon) * (1 - 1.6 * fellow)
    worth -= 14 * len(outlook.broken[move.seat])
    return worth - shy * outlook.tells(deeds.broke(outlook.standing(move.seat)))


def _repair(outlook: Outlook, shy: float, move: Repair) -> float:
    """Oneself, to go on; others only to seem kind."""
    others = len(outlook.broken[move.seat]) - 1
    if move.seat == outlook.seat:
        return 16 - 5 * others - shy * outlook.tells(deeds.MENDED_OWN)
    kind = deeds.mended(outlook.standing(move.seat))
    fellow = outlook.saboteur[move.seat] > 0.7
    return (8 if fellow else -14) - shy * outlook.tells(kind)


def _look(outlook: Outlook, shy: float, goal: Cell) -> float:
    """To know where not to lead them."""
    if outlook.knows_treasure or not outlook.goal(goal):
        return -20.0
    return 12 - shy * outlook.tells(deeds.LOOKED)


def _bring_down(outlook: Outlook, need: float, haste: float, shy: float, cell: Cell) -> float:
    """A card without which the way is longer; best one that is hard to replace."""
    mine = outlook.survey.mine
    if cell not in mine.reach or cell not in list(mine.tiles)[-LATEST:]:
        return -40.0
    fallen = Survey(mine.without(cell))
    harm = min(expected(outlook.chances, fallen.near) - need, 4.0)
    if harm <= 0:
        return -30.0
    kind = deeds.fell(outlook.survey.nearest, fallen.nearest)
    return 6 + FALLING * harm * (0.3 + haste) - shy * outlook.tells(kind)


def _passing(outlook: Outlook) -> float:
    return outlook.tells(deeds.PASSED_AGAIN if outlook.passed_before else deeds.PASSED)


def _throw_away(outlook: Outlook, card: str) -> float:
    """Good path cards and repairs; what spoils is kept."""
    if card in PATHS:
        return 8.0 + SIDES[card] if LEADING[card] else 0.0
    if card in REPAIRS:
        return 7.0
    if card == "map":
        return 9.0 if outlook.knows_treasure else 3.0
    return -4.0
