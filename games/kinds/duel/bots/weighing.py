"""Every move that is worth a thought, with what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.kinds.duel.minds.foresight import (
    After,
    after_digging,
    after_laying_goal,
    after_rockfall,
    standing,
    worth,
)
from games.kinds.duel.minds.outlook import Outlook, cards_worth, tools_broken
from games.kinds.duel.minds.terrain import BESIDE, free_ground, nearest
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
from games.kinds.duel.rules.view import moves_of
from games.mine.hands import without
from games.mine.seeds import Lots
from games.mine.tunnels import ALL_SIDES, Cell

LEAST: Final = 3
"""So many cards are thought of that could be thrown away two at a time."""
ROCKFALLS: Final = 6
"""So many cards are thought of that could be brought down."""
STRIKE: Final = 0.06
"""By how much a bold player overrates an attack."""
SPARE: Final = 1
"""Who thinks quickly lays no card that is farther from all goals than the nearest by more."""
IDLE: Final = 0.03
"""A card that changes nothing is rather thrown away than laid."""
TEMPO: Final = 0.9
"""What is left of the best action when a troll is paid before it."""


class Weighed(NamedTuple):
    """A move and what it is worth, in gold."""

    worth: float
    move: Move


@dataclass(frozen=True, slots=True)
class Scales:
    """An outlook, and what all its moves are compared with."""

    outlook: Outlook
    now: After
    broken: tuple[int, int]
    thrown: frozenset[tuple[str, ...]]
    """What could be thrown away: any card, and pairs of the least useful ones."""
    falls: frozenset[Cell]
    """What a rockfall could bring down."""
    bold: int = field(default=0)

    def worth(
        self, after: After, cards: Iterable[str], drawn: int, mended: int = 0, hurt: int = 0
    ) -> float:
        """What it is worth to come there by these cards of the hand."""
        hand = tuple(without(self.outlook.view.hand, *cards))
        mine, theirs = self.broken
        return worth(self.outlook, after, hand, (mine - mended, theirs + hurt), drawn)


def weigh(outlook: Outlook, bold: int = 0) -> list[Weighed]:
    """The moves of who is on turn."""
    return _weighed(outlook, moves_of(outlook.view), bold)


def weigh_quickly(outlook: Outlook, bold: int = 0) -> list[Weighed]:
    """The same, without cards laid far from all gold."""
    view = outlook.view
    moves = moves_of(view)
    cells = {move.cell for move in moves if isinstance(move, Place)}
    doorsteps = 0
    for cell in view.mine.hidden:
        doorsteps |= BESIDE[cell]
    near = nearest(cells, doorsteps, free_ground(view.mine), SPARE)
    return _weighed(outlook, [move for move in moves if _is_near(move, near)], bold)


def _is_near(move: Move, near: set[Cell]) -> bool:
    return not isinstance(move, Place) or move.cell in near or "+gold" in move.card


def _weighed(outlook: Outlook, moves: list[Move], bold: int = 0) -> list[Weighed]:
    view = outlook.view
    if view.phase == "orient":
        return [Weighed(_oriented(outlook, move), move) for move in moves]
    scales = scales_for(outlook, bold)
    found = [Weighed(v, move) for move in moves if (v := weight(scales, move)) is not None]
    paid = [move for move in moves if isinstance(move, Bribe)]
    return [*found, *_bribes(scales, paid, best(found).worth)] if paid else found


def best(moves: Iterable[Weighed]) -> Weighed:
    """The first of those that are worth most."""
    return max(moves, key=lambda each: each.worth)


def one_of_the_best(moves: Sequence[Weighed], careless: float, lots: Lots) -> Move:
    """One by lot of those that are worse than the best by so much at most."""
    least = best(moves).worth - careless
    return lots.choose([each.move for each in moves if each.worth >= least])


def in_order(moves: Iterable[Weighed]) -> list[Weighed]:
    """The best first."""
    return sorted(moves, key=lambda each: -each.worth)


def scales_for(outlook: Outlook, bold: int = 0) -> Scales:
    falls = _falls(outlook) if "rockfall" in outlook.view.hand else ()
    return Scales(
        outlook,
        standing(outlook),
        tools_broken(outlook),
        frozenset(_thrown(outlook)),
        frozenset(falls),
        bold,
    )


def _thrown(outlook: Outlook) -> list[tuple[str, ...]]:
    first, *others = _least(outlook)
    pairs = (tuple(sorted((first, other))) for other in others)
    return [*((card,) for card in outlook.view.hand), *pairs]


def _least(outlook: Outlook) -> list[str]:
    """The three cards of the hand that it can do best without, one after the other."""
    found, left = list[str](), list(outlook.view.hand)
    while left and len(found) < LEAST:
        rests = {card: without(left, card) for card in sorted(set(left))}
        card = max(rests, key=lambda each: cards_worth(outlook.cards, rests[each]))
        left = rests[card]
        found.append(card)
    return found


def _falls(outlook: Outlook) -> list[Cell]:
    """Cards on the other's way, those that are not on mine first."""
    mine = outlook.view.mine
    own, other = 4 * outlook.traveller, 4 * (1 - outlook.traveller)
    theirs = [c for c in reversed(tuple(mine.tiles)) if mine.reach.get(c, 0) >> other & ALL_SIDES]
    theirs.sort(key=lambda cell: bool(mine.reach.get(cell, 0) >> own & ALL_SIDES))
    return theirs[:ROCKFALLS]


def weight(scales: Scales, move: Move) -> float | None:
    """What a move is worth; None, if it is not worth a thought. Bribes are weighed apart."""
    match move:
        case Place():
            return scales.worth(after_digging(scales.outlook, move), (move.card,), 1) - IDLE
        case PlayAt():
            return _played_at(scales, move)
        case Break():
            return scales.worth(scales.now, (move.card,), 1, hurt=1) + STRIKE * scales.bold
        case Repair():
            return scales.worth(scales.now, (move.card,), 1, mended=1)
        case Clear() if move.cards in scales.thrown:
            return scales.worth(scales.now, move.cards, 1, mended=1)
        case Discard() if move.cards in scales.thrown:
            return scales.worth(scales.now, move.cards, len(move.cards))
        case _:
            return None


def _played_at(scales: Scales, move: PlayAt) -> float | None:
    outlook = scales.outlook
    if move.card == "key":
        return scales.worth(after_digging(outlook, move), ("key",), 1)
    if move.card == "map":
        return _looked(scales, move.cell)
    if move.cell not in scales.falls:
        return None
    fallen = after_rockfall(outlook, move.cell)
    return scales.worth(fallen, ("rockfall",), 1) + STRIKE * scales.bold


def _looked(scales: Scales, cell: Cell) -> float | None:
    """To look again at a goal is worth nothing; else, the nearer it is, the more."""
    if len(scales.outlook.goals[cell]) == 1:
        return None
    near = min(race.mine for race in scales.now.races if race.cell == cell)
    known = scales.outlook.weights.map / (1 + near)
    return scales.worth(scales.now, ("map",), 1) + known


def _bribes(scales: Scales, moves: list[Bribe], most: float) -> list[Weighed]:
    """Trolls that are worth their gold. The action is still to come."""
    still = scales.worth(scales.now, (), 0)
    action = TEMPO * max(0.0, most - still)
    found = []
    for move in moves:
        after = after_digging(scales.outlook, move)
        value = scales.worth(after, (), 0)
        if value > still:
            found.append(Weighed(value if after.over else value + action, move))
    return found


def _oriented(outlook: Outlook, move: Move) -> float:
    """Which way a goal lies that was just turned over."""
    assert isinstance(move, Orient)
    after = after_laying_goal(outlook, move)
    return worth(outlook, after, outlook.view.hand, tools_broken(outlook), 0)
