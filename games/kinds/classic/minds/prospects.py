"""Who will win a round that is not played to its end? A few facts of a world, each with a weight.

The weights are counted in rounds between bots (`weights.py`), not invented.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from games.kinds.classic.minds.deeds import LEADING
from games.kinds.classic.minds.survey import FAR, Survey
from games.kinds.classic.minds.weights import WEIGHTS
from games.kinds.classic.rules.cards import DIGGER, TREASURE
from games.kinds.classic.rules.state import State
from games.mine.tunnels import Cell

FACTS: Final = (
    "always", "way", "way squared", "turns", "way for each turn", "at the door", "saboteurs",
    "halted diggers", "tools", "halted saboteurs", "seen through", "know the treasure",
    "path cards",
)  # fmt: skip
"""What is looked at, in the order of `facts`."""
PLAIN: Final = 4.0
"""Nobody is seen through more than this."""


def chance(state: State, survey: Survey, evidence: Sequence[float]) -> float:
    """How likely the diggers win."""
    known = facts(state, survey, evidence)
    speaks = sum([weight * fact for weight, fact in zip(WEIGHTS, known, strict=True)])
    return 1 / (1 + exp(-max(-20.0, min(20.0, speaks))))


def facts(state: State, survey: Survey, evidence: Sequence[float]) -> tuple[float, ...]:
    """What is known of a world; each is a number of about one."""
    seats, goal = state.seats, treasure(state)
    diggers = [seat for seat, role in enumerate(state.roles) if role == DIGGER]
    others = [seat for seat, role in enumerate(state.roles) if role != DIGGER]
    way = _way(survey, goal)
    left = len(state.stock) + sum([len(hand) for hand in state.hands])
    turns = left * len(diggers) / seats
    able = [seat for seat in diggers if not state.broken[seat]]
    return (
        1.0,
        way / 10,
        way * way / 100,
        turns / 20,
        min(way / (turns + 1), 2.0),
        float(way <= 1),
        len(others) / seats,
        1 - len(able) / max(len(diggers), 1),
        sum([len(state.broken[seat]) for seat in diggers]) / max(len(diggers), 1),
        sum([bool(state.broken[seat]) for seat in others]) / max(len(others), 1),
        _seen_through(evidence, diggers, others),
        sum([goal in state.looked[seat] for seat in diggers]) / max(len(diggers), 1),
        sum([LEADING.get(card, False) for seat in able for card in state.hands[seat]]) / 10,
    )


def treasure(state: State) -> Cell:
    return next(cell for cell, name in state.goals if name == TREASURE)


def _way(survey: Survey, goal: Cell) -> int:
    """The cards that are missing to the treasure."""
    for cell, steps in zip(survey.goals, survey.near, strict=True):
        if cell == goal:
            return min(steps, FAR)
    return 0


def _seen_through(
    evidence: Sequence[float], diggers: Sequence[int], others: Sequence[int]
) -> float:
    """How much more speaks against saboteurs than against diggers."""
    if not diggers or not others:
        return 0.0
    against = sum([evidence[seat] for seat in others]) / len(others)
    for_them = sum([evidence[seat] for seat in diggers]) / len(diggers)
    return max(-PLAIN, min(PLAIN, against - for_them))
