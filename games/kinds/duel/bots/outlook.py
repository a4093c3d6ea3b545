"""What the other's moves tell of their hand, and of the goals that only they have seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.tunnels import JOINED, Cell, Needs, Tile, best_orientation, fits
from games.kinds.duel.bots.distances import Cells, passages
from games.kinds.duel.bots.weights import LIVELY_WEIGHTS, Pair, Weights
from games.kinds.duel.rules.cards import (
    GOALS,
    HAND,
    REPAIRS,
    TRAVELLER,
    Colours,
    deck,
    goal_gold,
    goal_tile,
)
from games.kinds.duel.rules.digging import BY_CARD
from games.kinds.duel.rules.view import View


class Beliefs(NamedTuple):
    """What a seat has gathered about the other."""

    lacked: Mapping[str, int]
    """Cards that they did not have when they would have played them, and how many cards they have
    drawn since."""
    drawn_to: Mapping[Cell, float]
    """Goals that they looked at: did they dig there afterwards (more than 0), or elsewhere?"""


NO_BELIEFS: Final = Beliefs({}, {})


# What a goal brings to whom, when it is turned over.


def possible_goals(view: View) -> tuple[str, ...]:
    """What a goal may be that this seat has not seen."""
    known = Counter((*view.past, *(name for _, name in view.goals if name)))
    return tuple(sorted((Counter(GOALS.keys()) - known).elements()))


@lru_cache(maxsize=2**14)
def goal_gain(
    names: tuple[str, ...], needs: Needs, mover: int, colours: Colours, by_card: bool
) -> float:
    """The gold that a goal brings who turns it over, less what it brings the other; if it may be
    any of these, on average. `mover` is their traveller."""
    if not names:
        return 0.0
    return sum(_gain(name, needs, mover, colours, by_card) for name in names) / len(names)


def _gain(name: str, needs: Needs, mover: int, colours: Colours, by_card: bool) -> int:
    ways = _ways_it_lies(name, needs, colours)
    return max(_claimed(tile, needs, mover, by_card) for tile in ways)


def _ways_it_lies(name: str, needs: Needs, colours: Colours) -> Iterable[Tile]:
    """Both ways, where its player may choose. (D16)"""
    printed, turned = goal_tile(name, False, colours), goal_tile(name, True, colours)
    if turned != printed and fits(needs, printed.openings) and fits(needs, turned.openings):
        return (printed, turned)
    return (best_orientation(needs, printed, turned),)


def _claimed(tile: Tile, needs: Needs, mover: int, by_card: bool) -> int:
    """Who reaches its gold; where both do, it is the mover's. (D17, D18)"""
    met = tile.ways[needs >> JOINED] & (tile.entries if by_card else tile.gold)
    if not met:
        return 0
    return tile.worth if met >> 4 * mover & 15 else -tile.worth


@lru_cache(maxsize=2**12)
def goal_worth(name: str | None, unknown: tuple[str, ...]) -> float:
    """The gold of a goal that lies face down: of one that was seen, or on average."""
    names = (name,) if name else unknown
    return sum(map(goal_gold, names)) / max(len(names), 1)


# A view, and what a seat makes of it before it thinks of moves.

WHOLE_DECK: Final = Counter(deck())
LASTING: Final = 40
"""With so many cards in the stock, or more, a hand lasts a whole round."""
KEY, REPAIR = "key", "fix"
ENOUGH: Final = {KEY: 1, REPAIR: 2}
"""What a hand holds of these beyond is worth nothing."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A view, and all that is worked out once for it."""

    view: View
    me: Seat
    them: Seat | None
    """Nobody, where nobody else has a card to play."""
    traveller: int
    """Mine; the other's is the other one."""
    passages: tuple[tuple[Cells, ...], ...]
    """Tunnels that a traveller is not joined to yet, by traveller."""
    taken: frozenset[Cell]
    """Where gold is claimed."""
    goals: Mapping[Cell, tuple[str, ...]]
    """What each face-down goal may be."""
    worths: Mapping[Cell, float]
    unseen: Counter[str]
    pool: int
    """How many cards this seat has not seen."""
    their_cards: int
    weights: Weights
    left: int
    """How many cards are left in hands and stock."""
    cards: Mapping[str, float]
    """What it is worth to hold each card."""
    beliefs: Beliefs
    by_card: bool
    draw: float
    """What it is worth to draw a card."""


def make_outlook(
    view: View, beliefs: Beliefs = NO_BELIEFS, numbers: Pair = LIVELY_WEIGHTS
) -> Outlook:
    """The table as this seat sees it. A spectator looks for who is on turn."""
    me = view.turn if view.seat is None else view.seat
    alone = view.seats == 1 or not (view.stock or view.hand_sizes[1 - me])
    them = None if alone else 1 - me
    unknown, names = possible_goals(view), dict(view.goals)
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
    """What it is worth to hold each card; a key for which no door is shut, only half as much."""
    by_card = LIVELY_WEIGHTS[alone].cards[traveller]
    worths = {card: worths[late] for card, worths in by_card.items()}
    return worths if door else {**worths, KEY: worths[KEY] / 2}


def _finds_a_door(view: View, traveller: int) -> bool:
    """Does a door lie in the mine that this traveller could open?"""
    opened = {cell for cell, _ in view.opened}
    tiles = view.mine.tiles
    return any(
        feature.kind == "door" and TRAVELLER[feature.value] != traveller and cell not in opened
        for cell in view.mine.special
        for feature in tiles[cell].face.features
    )


def cards_worth(cards: Mapping[str, float], hand: Sequence[str]) -> float:
    """What a hand is worth by what is in it. One key is enough, and two repair cards are."""
    spare = cards[KEY] * max(hand.count(KEY) - ENOUGH[KEY], 0)
    repairs = [cards[card] for card in hand if card in REPAIRS]
    if len(repairs) > ENOUGH[REPAIR]:
        spare += sum(sorted(repairs)[: -ENOUGH[REPAIR]])
    return sum(map(cards.__getitem__, hand)) - spare


def with_known_hand(outlook: Outlook, theirs: Iterable[str]) -> Outlook:
    """The same, when the other's hand is open: they have each of these cards for certain."""
    return replace(outlook, unseen=Counter({*theirs}), pool=1, their_cards=1, beliefs=NO_BELIEFS)


def hand_worth(outlook: Outlook, theirs: tuple[str, ...]) -> float:
    """What the other's hand is worth to them."""
    late, traveller = outlook.left <= outlook.weights.late, 1 - outlook.traveller
    cards = _card_worths(False, traveller, late, _finds_a_door(outlook.view, traveller))
    return cards_worth(cards, theirs) - short_hand_cost(outlook, len(theirs))


def short_hand_cost(outlook: Outlook, cards: int) -> float:
    """What it costs to hold only so many cards: the more, the longer there are cards to draw."""
    lasting = min(outlook.view.stock / LASTING, 1.0)
    return lasting * outlook.weights.short[min(cards, HAND)]


def unseen_cards(view: View) -> Counter[str]:
    """The cards that are in the stock, aside, or in the other's hand."""
    unseen = WHOLE_DECK.copy()
    for cards in (view.hand, view.buried, view.discarded, view.won):
        for card in cards:
            unseen[card] -= 1
    for tile in view.mine.tiles.values():
        if not tile.fixed:
            unseen[tile.name] -= 1
    for tools in view.broken:
        for tool in tools:
            unseen[f"broken-{tool}"] -= 1
    return +unseen


def tools_broken(outlook: Outlook) -> tuple[int, int]:
    """How many of mine, how many of the other's."""
    broken = outlook.view.broken
    theirs = sum(len(tools) for seat, tools in enumerate(broken) if seat != outlook.me)
    return len(broken[outlook.me]), theirs
