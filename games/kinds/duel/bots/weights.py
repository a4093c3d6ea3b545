"""What things are worth, in gold.

How races end was counted in games of normal minds; `python -m bench.duel_races --games 200` counts
on from what is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from games.kinds.duel.rules.cards import ACTIONS, COLOURS, HAND, PATHS, deck

Shares = tuple[tuple[float, ...], ...]
"""What part of a gold one gets in the end: by how many cards one needs (0: only one, and it is in
hand), and by how many the other needs (0: only one, and they hold it). Alone there is no other."""
Worths = Mapping[str, tuple[float, float]]
"""What it is worth to hold a card, early and late in a round."""


class Weights(NamedTuple):
    """What the positions of a game are worth, to who has just moved."""

    shares: tuple[Shares, ...]
    """By how many cards are left, in hands and stock."""
    cards: tuple[Worths, ...]
    """By traveller."""
    late: int
    """With so many cards left it is late."""
    broken: tuple[float, float, float, float]
    """What broken tools cost, besides the turns, by how many there are."""
    short: tuple[float, ...]
    """What it costs to hold only so many cards, whatever they are, from the first card of a round
    on: The Duel was counted, rounds of normal minds of whom one held four cards, or two."""
    map: float
    """What it is worth to know a goal that one is near."""


# --- how a race ends ------------------------------------------------------------------------------

STAGES: Final = (44, 29, 16, 5)
"""With so many cards left the tables below hold; in between they are mixed."""
RACES: Final[tuple[Shares, ...]] = (
    (
        (-0.33, 0.05, 0.41, 0.6, 0.64, 0.59, 0.83, 0.86),
        (-0.63, -0.19, 0.18, 0.39, 0.63, 0.71, 0.74, 0.86),
        (-0.48, -0.36, -0.16, 0.21, 0.33, 0.45, 0.35, 0.49),
        (-0.66, -0.63, -0.31, -0.1, 0.14, 0.21, 0.22, 0.24),
        (-0.8, -0.81, -0.5, -0.25, -0.04, 0.07, 0.17, 0.2),
        (-0.76, -0.81, -0.53, -0.36, -0.16, -0.01, 0.05, 0.08),
        (-0.93, -0.92, -0.37, -0.27, -0.16, -0.11, 0.0, 0.02),
        (-0.92, -0.91, -0.62, -0.54, -0.24, -0.08, -0.04, 0.0),
    ),
    (
        (-0.36, -0.18, 0.6, 0.58, 0.57, 0.44, 0.67, 0.64),
        (-0.48, -0.22, 0.01, 0.25, 0.5, 0.54, 0.36, 0.61),
        (-0.62, -0.45, -0.03, 0.13, 0.23, 0.21, 0.35, 0.26),
        (-0.57, -0.43, -0.35, -0.03, 0.07, 0.08, 0.1, 0.11),
        (-0.58, -0.56, -0.34, -0.17, 0.0, 0.01, 0.08, 0.08),
        (-0.62, -0.56, -0.39, -0.14, -0.09, -0.01, 0.05, 0.03),
        (-0.64, -0.7, -0.46, -0.25, -0.14, -0.05, -0.02, 0.02),
        (-0.6, -0.66, -0.41, -0.17, -0.12, -0.05, -0.02, 0.0),
    ),
    (
        (-0.24, -0.06, 0.47, 0.57, 0.51, 0.64, 0.63, 0.51),
        (-0.43, -0.19, 0.0, 0.18, 0.32, 0.32, 0.21, 0.3),
        (-0.58, -0.38, -0.01, 0.04, 0.11, 0.13, 0.15, 0.18),
        (-0.6, -0.42, -0.18, -0.01, 0.03, 0.06, 0.06, 0.03),
        (-0.51, -0.43, -0.24, -0.09, 0.01, -0.03, 0.02, 0.02),
        (-0.69, -0.42, -0.32, -0.08, -0.03, 0.0, 0.02, 0.01),
        (-0.6, -0.43, -0.28, -0.03, 0.01, -0.03, 0.0, -0.01),
        (-0.6, -0.41, -0.27, -0.07, -0.06, -0.02, 0.01, 0.0),
    ),
    (
        (-0.32, 0.03, 0.41, 0.39, 0.45, 0.5, 0.39, 0.35),
        (-0.32, -0.08, -0.02, 0.03, 0.05, 0.04, 0.07, 0.08),
        (-0.42, -0.18, -0.01, 0.02, 0.02, 0.01, 0.03, 0.03),
        (-0.46, -0.14, -0.06, -0.02, 0.02, 0.01, 0.02, 0.01),
        (-0.49, -0.28, -0.08, -0.02, 0.0, 0.0, 0.0, 0.0),
        (-0.48, -0.12, -0.06, -0.02, 0.0, 0.0, 0.0, 0.0),
        (-0.49, -0.07, -0.06, -0.03, 0.0, -0.02, 0.0, -0.01),
        (-0.44, -0.12, -0.08, -0.03, 0.0, 0.0, 0.0, 0.0),
    ),
)


def _duel(left: int, appetite: float) -> Shares:
    """The table for so many cards: of the stages before and after, as near as each is."""
    after = next((i for i, stage in enumerate(STAGES) if stage <= left), len(STAGES) - 1)
    before = max(after - 1, 0)
    span = STAGES[before] - STAGES[after]
    part = min(1.0, max(0.0, (left - STAGES[after]) / span)) if span else 0.0
    races = (
        [old * part + new * (1.0 - part) for old, new in zip(*rows, strict=True)]
        for rows in zip(RACES[before], RACES[after], strict=True)
    )
    return tuple(
        tuple(share + appetite * _reached(min(near, far), left) for far, share in enumerate(row))
        for near, row in enumerate(races)
    )


def _by_left(appetite: float) -> tuple[Shares, ...]:
    return tuple(_duel(left, appetite) for left in range(len(deck()) + 1))


NEEDS: Final = range(14)
ALWAYS, BY_NEED, BY_LEFT, BY_BOTH = -1.05, -0.566, 0.0775, 0.0062
"""The odds that a goal or gold is reached alone, as a logarithm."""
APPETITE: Final = 0.6
"""What part of a gold a good player likes to see dug, whoever gets it. Who grudges the other each
gold as much as they like their own never begins where both need the same tunnel."""


def _solo(left: int) -> Shares:
    """Alone, time is cards: the more are needed and the fewer are left, the less is to be had."""
    return tuple((_reached(need, left),) for need in NEEDS)


def _reached(need: int, left: int) -> float:
    """How likely gold is reached at all."""
    odds = ALWAYS + BY_NEED * need + BY_LEFT * left + BY_BOTH * need * left
    return 1.0 / (1.0 + exp(-odds))


# --- what a card is worth -------------------------------------------------------------------------

SHAPES: Final = {
    "ew": "ew",
    "ns": "ns",
    "ne": "curve",
    "nw": "curve",
    "ns.ew": "two-tunnels",
    "ne.sw": "two-tunnels",
}


def _kind_of(card: str, colour: str) -> str:
    """The row of a card in the tables below."""
    if card in ACTIONS:
        return card.split("-")[0]
    face, _, feature = card.partition("+")
    thing, _, value = feature.partition("@")[0].partition(":")
    if value:
        return f"{thing}-{'own' if value == colour else 'other'}"
    return thing or SHAPES.get(face, "stub")


def _by_card(kinds: Worths) -> tuple[Worths, ...]:
    return tuple(
        {card: kinds[_kind_of(card, colour)] for card in (*PATHS, *ACTIONS)} for colour in COLOURS
    )


def _short(worths: Sequence[float]) -> tuple[float, ...]:
    """What smaller hands cost, when the first card of a hand is worth so much, the second, …"""
    return tuple(sum(worths[size:]) for size in range(HAND + 1))


DUEL_WEIGHTS: Final = Weights(
    shares=_by_left(0.0),
    cards=_by_card(
        {
            "ew": (0.1, 0.06),
            "ns": (0.06, 0.025),
            "curve": (0.05, 0.025),
            "two-tunnels": (0.125, 0.075),
            "stub": (0.0, 0.0),
            "ladder-own": (0.1, 0.05),
            "ladder-other": (-0.025, 0.0),
            "door-own": (0.175, 0.125),
            "door-other": (0.05, 0.05),
            "gold": (0.35, 0.3),
            "troll": (0.1, 0.075),
            "key": (0.125, 0.1),
            "map": (0.025, 0.0),
            "rockfall": (0.1, 0.05),
            "broken": (0.125, 0.05),
            "fix": (0.12, 0.02),
        }
    ),
    late=22,
    broken=(0.0, 0.15, 0.25, 0.3),
    short=_short((1.4, 1.2, 1.0, 0.85, 0.62, 0.5)),
    map=0.1,
)
SOLO_WEIGHTS: Final = Weights(
    shares=tuple(_solo(left) for left in range(len(deck()) + 1)),
    cards=_by_card(
        {
            "ew": (0.125, 0.075),
            "ns": (0.025, 0.025),
            "curve": (0.04, 0.025),
            "two-tunnels": (0.1, 0.075),
            "stub": (0.0, 0.0),
            "ladder-own": (0.075, 0.05),
            "ladder-other": (0.025, 0.025),
            "door-own": (0.15, 0.1),
            "door-other": (0.075, 0.05),
            "gold": (0.25, 0.2),
            "troll": (0.125, 0.075),
            "key": (0.1, 0.075),
            "map": (0.0, 0.0),
            "rockfall": (0.0, 0.0),
            "broken": (0.0, 0.0),
            "fix": (0.075, 0.05),
        }
    ),
    late=14,
    broken=(0.0, 0.3, 0.6, 0.9),
    short=_short((0.6, 0.45, 0.3, 0.2, 0.14, 0.1)),
    map=0.03,
)
LIVELY: Final = DUEL_WEIGHTS._replace(shares=_by_left(APPETITE))
"""Who likes gold to be dug."""
Pair = tuple[Weights, Weights]
"""With another, and alone."""
LIVELY_WEIGHTS: Final[Pair] = (LIVELY, SOLO_WEIGHTS)
GRUDGING_WEIGHTS: Final[Pair] = (DUEL_WEIGHTS, SOLO_WEIGHTS)
"""Who likes only gold that is their own."""
EASY_WEIGHTS: Final = SOLO_WEIGHTS._replace(
    broken=(0.0, 0.5, 0.8, 1.0), short=_short((0.1,) * HAND)
)
"""Who thinks of nobody else plays as though alone, and still likes to do harm."""
