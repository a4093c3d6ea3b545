"""The worth of cards and positions, in gold.

The results of races were counted in games of normal bots (`races.toml`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from games.engine.bots import measured
from games.kinds.duel.rules.cards import ACTIONS, COLOURS, HAND, PATHS, deck

Shares = tuple[tuple[float, ...], ...]
"""The part of a gold won in the end, by the number of cards I need (0: only one, and it is in hand)
and the number the opponent needs (0: only one, and they hold it). A solo player has no second
index."""
Worths = Mapping[str, tuple[float, float]]
"""The worth of holding a card, early and late in a round."""


class Weights(NamedTuple):
    """The worth of a game's positions to the player who has just moved."""

    shares: tuple[Shares, ...]
    """By the number of cards left in hands and stock."""
    cards: tuple[Worths, ...]
    """By traveller."""
    late: int
    """The number of cards left at which a round is late."""
    broken: tuple[float, float, float, float]
    """The cost of broken tools, besides the lost turns, by their number."""
    short: tuple[float, ...]
    """The cost of a small hand, by its size. For The Duel it was measured in rounds of normal bots
    one of which held only four or two cards."""
    map: float
    """The worth of knowing a nearby goal."""


MEASURED: Final = measured(__file__, "races.toml")["stage"]
CARDS_LEFT: Final = tuple(int(stage["left"]) for stage in MEASURED)
"""The numbers of cards left to which these tables apply; values in between are interpolated."""
RACE_SHARES: Final[tuple[Shares, ...]] = tuple(tuple(map(tuple, s["shares"])) for s in MEASURED)


def _duel(left: int, bonus: float) -> Shares:
    """Return the table for this number of cards left, interpolated between two stages."""
    after = next((i for i, stage in enumerate(CARDS_LEFT) if stage <= left), len(CARDS_LEFT) - 1)
    before = max(after - 1, 0)
    span = CARDS_LEFT[before] - CARDS_LEFT[after]
    part = min(1.0, max(0.0, (left - CARDS_LEFT[after]) / span)) if span else 0.0
    races = (
        [old * part + new * (1.0 - part) for old, new in zip(*rows, strict=True)]
        for rows in zip(RACE_SHARES[before], RACE_SHARES[after], strict=True)
    )
    return tuple(
        tuple(share + bonus * _reached(min(near, far), left) for far, share in enumerate(row))
        for near, row in enumerate(races)
    )


def _by_left(bonus: float) -> tuple[Shares, ...]:
    return tuple(_duel(left, bonus) for left in range(len(deck()) + 1))


NEEDS: Final = range(14)
INTERCEPT, BY_NEED, BY_LEFT, BY_BOTH = -1.05, -0.566, 0.0775, 0.0062
"""The odds that a solo player reaches gold, as a logarithm."""
DUG_GOLD_BONUS: Final = 0.6
"""What a gold that anybody digs up is worth to a good player, as a part of its value. Without it
nobody would start a tunnel that both need."""


def _solo(left: int) -> Shares:
    """Return the table for a solo player, whose only limit is the number of cards left."""
    return tuple((_reached(need, left),) for need in NEEDS)


def _reached(need: int, left: int) -> float:
    odds = INTERCEPT + BY_NEED * need + BY_LEFT * left + BY_BOTH * need * left
    return 1.0 / (1.0 + exp(-odds))


CARD_WORTHS: Final = {
    "ew": ((0.1, 0.06), (0.125, 0.075)),
    "ns": ((0.06, 0.025), (0.025, 0.025)),
    "ne": ((0.05, 0.025), (0.04, 0.025)),
    "nw": ((0.05, 0.025), (0.04, 0.025)),
    "ns.ew": ((0.125, 0.075), (0.1, 0.075)),
    "ne.sw": ((0.125, 0.075), (0.1, 0.075)),
    "stub": ((0.0, 0.0), (0.0, 0.0)),
    "ladder-own": ((0.1, 0.05), (0.075, 0.05)),
    "ladder-other": ((-0.025, 0.0), (0.025, 0.025)),
    "door-own": ((0.175, 0.125), (0.15, 0.1)),
    "door-other": ((0.05, 0.05), (0.075, 0.05)),
    "gold": ((0.35, 0.3), (0.25, 0.2)),
    "troll": ((0.1, 0.075), (0.125, 0.075)),
    "key": ((0.125, 0.1), (0.1, 0.075)),
    "map": ((0.025, 0.0), (0.0, 0.0)),
    "rockfall": ((0.1, 0.05), (0.0, 0.0)),
    "broken": ((0.125, 0.05), (0.0, 0.0)),
    "fix": ((0.12, 0.02), (0.075, 0.05)),
}
"""The worth of holding each kind of card, early and late in a round: in The Duel, and alone."""


def _kind_of(card: str, colour: str) -> str:
    """Return the row of a card in this table."""
    if card in ACTIONS:
        return card.split("-")[0]
    face, _, feature = card.partition("+")
    thing, _, value = feature.partition("@")[0].partition(":")
    if value:
        return f"{thing}-{'own' if value == colour else 'other'}"
    return thing or (face if face in CARD_WORTHS else "stub")


def _by_card(game: int) -> tuple[Worths, ...]:
    return tuple(
        {card: CARD_WORTHS[_kind_of(card, colour)][game] for card in (*PATHS, *ACTIONS)}
        for colour in COLOURS
    )


def _short(worths: Sequence[float]) -> tuple[float, ...]:
    """Return the cost of each hand size from the worth of the first, second and further cards."""
    return tuple(sum(worths[size:]) for size in range(HAND + 1))


DUEL_WEIGHTS: Final = Weights(
    shares=_by_left(0.0),
    cards=_by_card(0),
    late=22,
    broken=(0.0, 0.15, 0.25, 0.3),
    short=_short((1.4, 1.2, 1.0, 0.85, 0.62, 0.5)),
    map=0.1,
)
SOLO_WEIGHTS: Final = Weights(
    shares=tuple(_solo(left) for left in range(len(deck()) + 1)),
    cards=_by_card(1),
    late=14,
    broken=(0.0, 0.3, 0.6, 0.9),
    short=_short((0.6, 0.45, 0.3, 0.2, 0.14, 0.1)),
    map=0.03,
)
Pair = tuple[Weights, Weights]
"""Weights against an opponent, and for a solo player."""
ANY_GOLD_WEIGHTS: Final[Pair] = (
    DUEL_WEIGHTS._replace(shares=_by_left(DUG_GOLD_BONUS)),
    SOLO_WEIGHTS,
)
"""Value gold dug up by anybody."""
OWN_GOLD_WEIGHTS: Final[Pair] = (DUEL_WEIGHTS, SOLO_WEIGHTS)
"""Value only one's own gold."""
EASY_WEIGHTS: Final = SOLO_WEIGHTS._replace(
    broken=(0.0, 0.5, 0.8, 1.0), short=_short((0.1,) * HAND)
)
"""Plays as if alone, but still likes to do harm."""
