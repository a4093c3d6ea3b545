"""The easy, normal and hard bots of The Lost Mines.

Easy makes for the nearest mine in no hurry and remembers nothing; only where it sets traps and
trolls depends on its side. Normal weighs what each move does to the race for the treasures, for
its own side as far as it can tell who that is. Hard tries the best moves in likely worlds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from types import MappingProxyType
from typing import Final

from games.engine.bots import (
    EASY,
    EVEN_TEMPER,
    HARD,
    NORMAL,
    Bots,
    Memory,
    Suggestion,
    Temperament,
    best_of_each,
)
from games.engine.rng import Rng
from games.kinds.lost_mines.bots import weighing
from games.kinds.lost_mines.bots.advice import sort_of, suggestions
from games.kinds.lost_mines.bots.beliefs import infer_beliefs
from games.kinds.lost_mines.bots.greedy import greedy_move
from games.kinds.lost_mines.bots.outlook import Outlook
from games.kinds.lost_mines.bots.search import searched_move
from games.kinds.lost_mines.rules.moves import Discard, Move, Place, PlayAt, PlayJoint
from games.kinds.lost_mines.rules.state import View
from games.kinds.lost_mines.rules.view import moves_of

LEEWAY: Final = 8
"""Moves worse by this much, about two steps or another treasure's value, seem equally good."""


class NearestFirst(Outlook):
    """An outlook in which all mines are equally attractive."""

    STEPS_PER_POINT = 0


class EasyBot:
    """Weighs each move roughly, and draws one of those that seem best."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        return greedy_move(NearestFirst(view), rng, LEEWAY)


BOLD_BONUS: Final = 0.05
"""For a bold player's trolls, traps and storms, in points."""
EPSILON: Final = 1e-9
MARGIN: Final = 1.0
"""Moves worse by this many points are not considered."""


class NormalBot:
    """Takes the move with the best prospects for its side."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        weighed = weighed_moves(outlook_of(view, memory, temperament), temperament)
        best = weighed[0][0]
        return rng.choose([move for worth, move in weighed if worth > best - EPSILON])


def advise(view: View, memory: Memory[View]) -> list[Suggestion[Move]]:
    outlook = outlook_of(view, memory, EVEN_TEMPER)
    telling = not_far_worse(weighed_moves(outlook, EVEN_TEMPER))
    return suggestions(outlook, memory, [move for _, move in telling])


def outlook_of(view: View, memory: Memory[View], temperament: Temperament) -> Outlook:
    characters, told = infer_beliefs(view, memory, temperament)
    return Outlook(view, told, characters, weighing.is_board_unchanged(view, memory))


def weighed_moves(outlook: Outlook, temperament: Temperament) -> list[weighing.Weighed]:
    """Return the moves worth considering, best first."""
    return best_first(
        (worth + BOLD_BONUS * temperament.bold * is_bold(move), move)
        for worth, move in weighing.weigh(outlook, moves_of(outlook.view))
    )


def best_first(weighed: Iterable[weighing.Weighed]) -> list[weighing.Weighed]:
    return sorted(weighed, key=lambda pair: -pair[0])


def not_far_worse(weighed: Sequence[weighing.Weighed]) -> list[weighing.Weighed]:
    """Return the first moves, best first, that are hardly worse than the best."""
    return [pair for pair in weighed if pair[0] > weighed[0][0] - MARGIN]


def is_bold(move: Move) -> bool:
    return isinstance(move, PlayJoint) or (isinstance(move, PlayAt) and move.card == "storm")


MAX_CANDIDATES: Final = 6
DETOUR_MARGIN: Final = 0.1
ATTACK_MARGIN: Final = 0.005
"""How many points better than a discard a move must be to be tried: a path card that doesn't
shorten one's own way; a trap, a troll or a storm."""
PLAYOUT_BIAS: Final = 0.05
"""How many points playouts overrate these moves by."""


class HardBot:
    """Weighs like the normal bot, then looks one lap ahead."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        outlook = outlook_of(view, memory, temperament)
        waited = weighing.turns_waited(outlook, memory)
        weighed = [
            (worth + weighing.impatience(outlook, move, waited), move)
            for worth, move in weighed_moves(outlook, temperament)
        ]
        candidates = _candidates(outlook, not_far_worse(best_first(weighed)))
        bonuses = {move: _bonus(outlook, move, waited) for _, move in candidates}
        return searched_move(outlook, candidates, rng, bonuses)


def _bonus(outlook: Outlook, move: Move, waited: int) -> float:
    """Return the worth of a move that playouts don't show."""
    bias = PLAYOUT_BIAS if _asked_of(outlook, move) > 0 else 0.0
    return weighing.learned(outlook, move) + weighing.impatience(outlook, move, waited) - bias


def _candidates(outlook: Outlook, likely: Sequence[weighing.Weighed]) -> list[weighing.Weighed]:
    """Return the best move of each sort.

    A move that seems worse than a discard isn't tried unless it shortens one's own way: in a few
    worlds luck might make it seem better.
    """
    thrown = max((worth for worth, move in likely if isinstance(move, Discard)), default=-inf)
    good = (weighed for weighed in likely if weighed[0] >= thrown + _asked_of(outlook, weighed[1]))
    return best_of_each(good, lambda weighed: sort_of(weighed[1]))[:MAX_CANDIDATES]


def _asked_of(outlook: Outlook, move: Move) -> float:
    """Return how much better than a discard a move must seem to be tried."""
    if isinstance(move, Place):
        return -inf if weighing.steps_saved(outlook, move) > 0 else DETOUR_MARGIN
    return ATTACK_MARGIN if is_bold(move) else 0.0


BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(), NORMAL: NormalBot(), HARD: HardBot()}
)
