"""What a seat concludes from its view before it weighs moves, and beliefs about the opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.tunnels import JOINED, Cell, Needs, Tile
from games.kinds.duel.bots.distances import Cells, passages
from games.kinds.duel.bots.weights import ANY_GOLD_WEIGHTS, Pair, Weights
from games.kinds.duel.rules.cards import (
    HAND,
    REPAIRS,
    TRAVELLER,
    Colours,
    goal_gold,
)
from games.kinds.duel.rules.placement import BY_CARD, ways_to_lie
from games.kinds.duel.rules.state import View
from games.kinds.duel.rules.view import unknown_goals, unseen_cards


class Beliefs(NamedTuple):
    lacked: Mapping[str, int]
    """Cards they lacked when they would have played them, and how many cards they drew since."""
    drawn_to: Mapping[Cell, float]
    """Goals they looked at: above 0 if they dug towards it afterwards, below 0 if elsewhere."""


NO_BELIEFS: Final = Beliefs({}, {})


@lru_cache(maxsize=2**14)
def goal_gain(
    names: tuple[str, ...], needs: Needs, mover: int, colours: Colours, by_card: bool
) -> float:
    """Return the mean net gold for turning over a goal that may be any of these.

    `mover` is the traveller of the player who turns it over.
    """
    if not names:
        return 0.0
    return sum(_gain(name, needs, mover, colours, by_card) for name in names) / len(names)


def _gain(name: str, needs: Needs, mover: int, colours: Colours, by_card: bool) -> int:
    ways = ways_to_lie(name, needs, colours)
    return max(_claimed(tile, needs, mover, by_card) for tile in ways)


def _claimed(tile: Tile, needs: Needs, mover: int, by_card: bool) -> int:
    """Return the mover's net gold; where both reach it, it is the mover's. (D17, D18)"""
    met = tile.ways[needs >> JOINED] & (tile.entries if by_card else tile.gold)
    if not met:
        return 0
    return tile.worth if met >> 4 * mover & 15 else -tile.worth


@lru_cache(maxsize=2**12)
def goal_worth(name: str | None, unknown: tuple[str, ...]) -> float:
    """Return the gold of a face-down goal: of the one seen, or on average."""
    names = (name,) if name else unknown
    return sum(map(goal_gold, names)) / max(len(names), 1)


LARGE_STOCK: Final = 40
"""From this many cards on, the size of a hand matters in full."""
KEY, REPAIR = "key", "fix"
MAX_USEFUL_COPIES: Final = {KEY: 1, REPAIR: 2}


@dataclass(frozen=True, slots=True)
class Outlook:
    """A view, and everything computed once for it."""

    view: View
    me: Seat
    them: Seat | None
    """None where nobody else has a card to play."""
    traveller: int
    """Mine; the opponent has the other one."""
    passages: tuple[tuple[Cells, ...], ...]
    """For each traveller, the tunnels not joined to theirs."""
    taken: frozenset[Cell]
    """The cells where gold is claimed."""
    goals: Mapping[Cell, tuple[str, ...]]
    """What each face-down goal may be."""
    worths: Mapping[Cell, float]
    unseen: Counter[str]
    pool: int
    """The number of cards that this seat has not seen."""
    their_cards: int
    weights: Weights
    left: int
    """The number of cards left in hands and stock."""
    cards: Mapping[str, float]
    """The worth of holding each card."""
    beliefs: Beliefs
    by_card: bool
    draw: float
    """The mean worth of a drawn card."""


def make_outlook(
    view: View, beliefs: Beliefs = NO_BELIEFS, numbers: Pair = ANY_GOLD_WEIGHTS
) -> Outlook:
    """Return the outlook of the view's seat; a spectator takes that of the seat on turn."""
    me = view.turn if view.seat is None else view.seat
    alone = view.seats == 1 or not (view.stock or view.hand_sizes[1 - me])
    them = None if alone else 1 - me
    unknown, names = tuple(unknown_goals(view)), dict(view.goals)
    unseen = unseen_cards(view)
    traveller = TRAVELLER[view.colours[me]]
    weights, left = numbers[alone], view.stock + sum(view.hand_sizes)
    cards = _card_worths(alone, traveller, left <= weights.late, _finds_a_door(view, traveller))
    pool = max(unseen.total(), 1)
    return Outlook(
        view=view,
        me=me,
        them=them,
        traveller=traveller,
        passages=passages(view.mine),
        taken=frozenset(cell for cell, _ in view.markers),
        goals={c: (name,) if (name := names[c]) else unknown for c in view.mine.hidden},
        worths={cell: goal_worth(names[cell], unknown) for cell in view.mine.hidden},
        unseen=unseen,
        pool=pool,
        their_cards=0 if them is None else view.hand_sizes[them],
        weights=weights,
        left=left,
        cards=cards,
        beliefs=beliefs,
        by_card=BY_CARD in view.options,
        draw=sum(cards[card] * count for card, count in unseen.items()) / pool,
    )


@cache
def _card_worths(alone: bool, traveller: int, late: bool, door: bool) -> Mapping[str, float]:
    """Return the worth of holding each card; half as much for a key if no door is shut."""
    by_card = ANY_GOLD_WEIGHTS[alone].cards[traveller]
    worths = {card: worths[late] for card, worths in by_card.items()}
    return worths if door else {**worths, KEY: worths[KEY] / 2}


def _finds_a_door(view: View, traveller: int) -> bool:
    opened = {cell for cell, _ in view.opened}
    tiles = view.mine.tiles
    return any(
        feature.kind == "door" and TRAVELLER[feature.value] != traveller and cell not in opened
        for cell in view.mine.special
        for feature in tiles[cell].face.features
    )


def cards_worth(cards: Mapping[str, float], hand: Sequence[str]) -> float:
    """Return the worth of the cards of a hand. More than one key or two repairs add nothing."""
    spare = cards[KEY] * max(hand.count(KEY) - MAX_USEFUL_COPIES[KEY], 0)
    repairs = [cards[card] for card in hand if card in REPAIRS]
    if len(repairs) > MAX_USEFUL_COPIES[REPAIR]:
        spare += sum(sorted(repairs)[: -MAX_USEFUL_COPIES[REPAIR]])
    return sum(map(cards.__getitem__, hand)) - spare


def with_known_hand(outlook: Outlook, theirs: Iterable[str]) -> Outlook:
    return replace(outlook, unseen=Counter({*theirs}), pool=1, their_cards=1, beliefs=NO_BELIEFS)


def hand_worth(outlook: Outlook, theirs: tuple[str, ...]) -> float:
    """Return the worth of the opponent's hand to them."""
    late, traveller = outlook.left <= outlook.weights.late, 1 - outlook.traveller
    cards = _card_worths(False, traveller, late, _finds_a_door(outlook.view, traveller))
    return cards_worth(cards, theirs) - short_hand_cost(outlook, len(theirs))


def short_hand_cost(outlook: Outlook, cards: int) -> float:
    """Return the cost of a hand of this size: higher while there are more cards to draw."""
    lasting = min(outlook.view.stock / LARGE_STOCK, 1.0)
    return lasting * outlook.weights.short[min(cards, HAND)]


def tools_broken(outlook: Outlook) -> tuple[int, int]:
    """Return how many of my tools are broken, and how many of the opponent's."""
    broken = outlook.view.broken
    theirs = sum(len(tools) for seat, tools in enumerate(broken) if seat != outlook.me)
    return len(broken[outlook.me]), theirs
