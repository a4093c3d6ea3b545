"""What each move leads to, as far as its player can foresee, and its worth in gold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.rng import Rng
from games.engine.state import without
from games.engine.tunnels import ALL_SIDES, Cell, Mine
from games.kinds.duel.bots.distances import NEXT_TO, free_ground, nearest
from games.kinds.duel.bots.outlook import (
    Outlook,
    cards_worth,
    goal_gain,
    short_hand_cost,
    tools_broken,
)
from games.kinds.duel.bots.races import Race, find_races
from games.kinds.duel.bots.weights import Shares
from games.kinds.duel.rules import moves
from games.kinds.duel.rules.cards import goal_tile
from games.kinds.duel.rules.placement import claims, dug
from games.kinds.duel.rules.state import View
from games.kinds.duel.rules.view import moves_of

LAST_CARD_HELD: Final = 0
"""The distance if the last card needed is in hand."""

LATER_CLAIM_SHARE: Final = 0.4
"""The part of the gold shown but not gained at a goal that is claimed later."""


class DigEffect(NamedTuple):
    mine: Mine
    bribes: int
    claimed: list[tuple[Seat, Cell]]
    goals: tuple[Cell, ...]
    """The goals that it turns over."""


class TableAfter(NamedTuple):
    """The position after a move, as far as its player can foresee."""

    gained: float
    """Gold gained, less gold given away and paid to trolls."""
    races: list[Race]
    over: bool = False
    """Whether the move ends the round."""


def table_now(outlook: Outlook) -> TableAfter:
    return TableAfter(0.0, find_races(outlook, outlook.view.mine))


def dig_effect(outlook: Outlook, move: moves.Place | moves.PlayAt | moves.Bribe) -> DigEffect:
    """Return the effect of laying a card, opening a door or paying a troll."""
    view, me = outlook.view, outlook.me
    mine = dug(view, me, move)
    bribes = 1 if isinstance(move, moves.Bribe) else len(move.bribes)
    left = view.markers_left - bribes
    goals = tuple(cell for cell in mine.reached_goals() if cell not in view.turning)
    return DigEffect(mine, bribes, claims(view, mine, me, view.markers, left), goals)


def after_digging(outlook: Outlook, move: moves.Place | moves.PlayAt | moves.Bribe) -> TableAfter:
    mine, bribes, claimed, goals = dig_effect(outlook, move)
    gained = _claimed(mine, outlook.me, claimed) - bribes + _turned(outlook, mine, goals)
    used = bribes + len(claimed)
    if used >= outlook.view.markers_left or len(goals) == len(mine.hidden):
        return TableAfter(gained, [], over=True)
    gone = (*goals, *(cell for _, cell in claimed))
    return TableAfter(gained, find_races(outlook, mine, gone))


def after_rockfall(outlook: Outlook, cell: Cell) -> TableAfter:
    return TableAfter(0.0, find_races(outlook, outlook.view.mine.without(cell)))


def after_laying_goal(outlook: Outlook, move: moves.Orient) -> TableAfter:
    """Return the position after a goal just turned over is laid that way up."""
    view, me = outlook.view, outlook.me
    mine = laid_goal(view, move)
    claimed = claims(view, mine, me, view.markers, view.markers_left)
    goals = tuple(cell for cell in mine.reached_goals() if cell not in view.turning)
    gained = _claimed(mine, me, claimed) + _turned(outlook, mine, goals)
    gone = (*goals, *view.turning, *(cell for _, cell in claimed))
    return TableAfter(gained, find_races(outlook, mine, gone))


def laid_goal(view: View, move: moves.Orient) -> Mine:
    name = dict(view.goals)[move.cell] or ""
    return view.mine.lay(move.cell, goal_tile(name, move.turned, view.colours))


def _claimed(mine: Mine, me: Seat, claimed: Iterable[tuple[Seat, Cell]]) -> float:
    return sum(mine.tiles[c].worth if seat == me else -mine.tiles[c].worth for seat, c in claimed)


def _turned(outlook: Outlook, mine: Mine, goals: Iterable[Cell]) -> float:
    """Return this seat's gain by turning these goals over.

    Gold that it doesn't bring may still be reached from another side.
    """
    colours, by_card = outlook.view.colours, outlook.by_card
    total = 0.0
    for cell in goals:
        names = outlook.goals[cell]
        brought = goal_gain(names, mine.hidden[cell], outlook.traveller, colours, by_card)
        total += brought + LATER_CLAIM_SHARE * (outlook.worths[cell] - abs(brought))
    return total


def table_worth(
    outlook: Outlook, after: TableAfter, hand: tuple[str, ...], broken: tuple[int, int], drawn: int
) -> float:
    """Return the worth of a position to this seat, in gold, when the opponent is to move."""
    if after.over:
        return after.gained
    mine, theirs = broken
    weights, gone = outlook.weights, len(outlook.view.hand) - len(hand)
    draws = min(drawn, outlook.view.stock)
    tools = weights.broken[theirs] - weights.broken[mine]
    shares = weights.shares[max(outlook.left - gone, 0)]
    races = sum(_race(shares, race, hand, mine, theirs) for race in after.races)
    return (
        after.gained
        + races
        + tools
        - short_hand_cost(outlook, len(hand) + draws)
        + draws * outlook.draw
        + cards_worth(outlook.cards, hand)
    )


def _race(shares: Shares, race: Race, hand: tuple[str, ...], mine: int, theirs: int) -> float:
    near = race.mine + mine
    if near == 1 and not race.last.isdisjoint(hand):
        near = LAST_CARD_HELD
    row = shares[min(near, len(shares) - 1)]
    far = min(race.theirs + theirs, len(row) - 1)
    if far != 1:
        return race.worth * row[far]
    return race.worth * (race.threat * row[0] + (1.0 - race.threat) * row[1])


DISCARD_CANDIDATES: Final = 3
ROCKFALL_CANDIDATES: Final = 6
ATTACK_BONUS: Final = 0.06
MAX_EXTRA_DISTANCE: Final = 1
"""`weigh_quickly` skips cells more than this much farther from all goals than the nearest."""
LAY_PENALTY: Final = 0.03
"""Makes bots discard useless cards rather than lay them."""
BRIBE_DISCOUNT: Final = 0.9
"""The part of the best action's worth that is left when a troll is paid before it."""


class Weighed(NamedTuple):
    """A move and its worth in gold."""

    worth: float
    move: moves.Move


@dataclass(frozen=True, slots=True)
class WeighingContext:
    """An outlook, and what is needed to weigh all its moves."""

    outlook: Outlook
    now: TableAfter
    broken: tuple[int, int]
    thrown: frozenset[tuple[str, ...]]
    """Discards considered: any single card, and pairs of the least useful ones."""
    falls: frozenset[Cell]
    """The cells considered for a rockfall."""
    bold: int = field(default=0)

    def worth(
        self, after: TableAfter, cards: Iterable[str], drawn: int, repaired: int = 0, hurt: int = 0
    ) -> float:
        """Return the worth of a position reached by playing these cards."""
        hand = tuple(without(self.outlook.view.hand, *cards))
        mine, theirs = self.broken
        return table_worth(self.outlook, after, hand, (mine - repaired, theirs + hurt), drawn)


def weigh(outlook: Outlook, bold: int = 0) -> list[Weighed]:
    return _weighed(outlook, moves_of(outlook.view), bold)


def weigh_quickly(outlook: Outlook, bold: int = 0) -> list[Weighed]:
    """Weigh all moves except cards laid far from all gold."""
    view = outlook.view
    possible = moves_of(view)
    cells = {move.cell for move in possible if isinstance(move, moves.Place)}
    doorsteps = 0
    for cell in view.mine.hidden:
        doorsteps |= NEXT_TO[cell]
    near = nearest(cells, doorsteps, free_ground(view.mine), MAX_EXTRA_DISTANCE)
    close = [
        move
        for move in possible
        if not isinstance(move, moves.Place) or move.cell in near or "+gold" in move.card
    ]
    return _weighed(outlook, close, bold)


def _weighed(outlook: Outlook, possible: list[moves.Move], bold: int = 0) -> list[Weighed]:
    view = outlook.view
    if view.phase == "orient":
        return [Weighed(_oriented(outlook, move), move) for move in possible]
    scales = weighing_context(outlook, bold)
    found = [Weighed(v, move) for move in possible if (v := move_worth(scales, move)) is not None]
    paid = [move for move in possible if isinstance(move, moves.Bribe)]
    return [*found, *_bribes(scales, paid, best_move(found).worth)] if paid else found


def best_move(weighed: Iterable[Weighed]) -> Weighed:
    return max(weighed, key=lambda each: each.worth)


def pick_near_best(weighed: Sequence[Weighed], careless: float, rng: Rng) -> moves.Move:
    """Draw one of the moves that are at most `careless` worse than the best."""
    least = best_move(weighed).worth - careless
    return rng.choose([each.move for each in weighed if each.worth >= least])


def best_first(weighed: Iterable[Weighed]) -> list[Weighed]:
    return sorted(weighed, key=lambda each: -each.worth)


def weighing_context(outlook: Outlook, bold: int = 0) -> WeighingContext:
    falls = _falls(outlook) if "rockfall" in outlook.view.hand else ()
    return WeighingContext(
        outlook,
        table_now(outlook),
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
    """Return the three least useful cards of the hand."""
    found, left = list[str](), list(outlook.view.hand)
    while left and len(found) < DISCARD_CANDIDATES:
        rests = {card: without(left, card) for card in sorted(set(left))}
        card = max(rests, key=lambda each: cards_worth(outlook.cards, rests[each]))
        left = rests[card]
        found.append(card)
    return found


def _falls(outlook: Outlook) -> list[Cell]:
    """Return cards on the opponent's way, those not on mine first."""
    mine = outlook.view.mine
    own, other = 4 * outlook.traveller, 4 * (1 - outlook.traveller)
    theirs = [c for c in reversed(tuple(mine.tiles)) if mine.reach.get(c, 0) >> other & ALL_SIDES]
    theirs.sort(key=lambda cell: bool(mine.reach.get(cell, 0) >> own & ALL_SIDES))
    return theirs[:ROCKFALL_CANDIDATES]


def move_worth(scales: WeighingContext, move: moves.Move) -> float | None:
    """Return the worth of a move, None if it isn't considered. Bribes are weighed separately."""
    match move:
        case moves.Place():
            return scales.worth(after_digging(scales.outlook, move), (move.card,), 1) - LAY_PENALTY
        case moves.PlayAt():
            return _played_at(scales, move)
        case moves.Break():
            return scales.worth(scales.now, (move.card,), 1, hurt=1) + ATTACK_BONUS * scales.bold
        case moves.Repair():
            return scales.worth(scales.now, (move.card,), 1, repaired=1)
        case moves.Clear() if move.cards in scales.thrown:
            return scales.worth(scales.now, move.cards, 1, repaired=1)
        case moves.Discard() if move.cards in scales.thrown:
            return scales.worth(scales.now, move.cards, len(move.cards))
        case _:
            return None


def _played_at(scales: WeighingContext, move: moves.PlayAt) -> float | None:
    outlook = scales.outlook
    if move.card == "key":
        return scales.worth(after_digging(outlook, move), ("key",), 1)
    if move.card == "map":
        return _looked(scales, move.cell)
    if move.cell not in scales.falls:
        return None
    fallen = after_rockfall(outlook, move.cell)
    return scales.worth(fallen, ("rockfall",), 1) + ATTACK_BONUS * scales.bold


def _looked(scales: WeighingContext, cell: Cell) -> float | None:
    """Weigh a look at a goal: the nearer, the better; never at one already seen."""
    if len(scales.outlook.goals[cell]) == 1:
        return None
    near = min(race.mine for race in scales.now.races if race.cell == cell)
    known = scales.outlook.weights.map / (1 + near)
    return scales.worth(scales.now, ("map",), 1) + known


def _bribes(scales: WeighingContext, bribes: list[moves.Bribe], most: float) -> list[Weighed]:
    """Weigh bribes of trolls that are worth their gold; the turn's action is still to come."""
    still = scales.worth(scales.now, (), 0)
    action = BRIBE_DISCOUNT * max(0.0, most - still)
    found = []
    for move in bribes:
        after = after_digging(scales.outlook, move)
        value = scales.worth(after, (), 0)
        if value > still:
            found.append(Weighed(value if after.over else value + action, move))
    return found


def _oriented(outlook: Outlook, move: moves.Move) -> float:
    assert isinstance(move, moves.Orient)
    after = after_laying_goal(outlook, move)
    return table_worth(outlook, after, outlook.view.hand, tools_broken(outlook), 0)
