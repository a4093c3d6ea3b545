"""The easy mind: it goes for the nearest mine by its own way, in no hurry, and remembers nothing.

All that it brings home counts for its side. Only traps and trolls go by sides: a saboteur sets them
in front of their own clan.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, Bots, Memory, Suggestion, Temperament
from games.engine.rng import Rng
from games.kinds.lost_mines.bots.advice import sort_of, suggestions
from games.kinds.lost_mines.bots.beliefs import beliefs
from games.kinds.lost_mines.bots.greedy import greedy_move
from games.kinds.lost_mines.bots.outlook import Outlook
from games.kinds.lost_mines.bots.search import best_by_search
from games.kinds.lost_mines.bots.weighing import (
    Weighed,
    impatience,
    is_board_unchanged,
    learned,
    steps_saved,
    turns_waited,
    weigh,
    with_impatience,
)
from games.kinds.lost_mines.rules.moves import Discard, Move, Place, PlayAt, PlayJoint
from games.kinds.lost_mines.rules.view import View, moves_of

LEEWAY: Final = 8
"""What is worse by no more than two steps in its way, or a treasure of another value, is as good to
it."""


class NearestFirst(Outlook):
    """A mine is a mine, whatever it may hold."""

    POINT = 0


class EasyBot:
    """Weighs each move a little, and takes one of those that seem best, by lot."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        return greedy_move(NearestFirst(view), lots, LEEWAY)

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        outlook = NearestFirst(view)
        return suggestions(outlook, memory, [greedy_move(outlook, lots, LEEWAY)])


# The normal mind: it weighs what each move does to the race for the treasures, for its own side as
# far as it knows or believes to know who that is.

BOLDNESS: Final = 0.05
"""Points: so much sooner, or later, trolls, traps and storms are used."""
EQUAL: Final = 1e-9
FAR_WORSE: Final = 1.0
"""Points: a move that is so much worse is not even thought of."""


class NormalBot:
    """Takes the move after which its side may hope for most."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        weighed = weighed_moves(outlook_of(view, memory, manner), manner)
        best = weighed[0][0]
        return lots.choose([move for worth, move in weighed if worth > best - EQUAL])

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        outlook = outlook_of(view, memory, EVEN_TEMPER)
        telling = not_far_worse(weighed_moves(outlook, EVEN_TEMPER))
        return suggestions(outlook, memory, [move for _, move in telling])


def outlook_of(view: View, memory: Memory[View], manner: Temperament) -> Outlook:
    """The table as this seat sees it, with what it believes."""
    characters, told = beliefs(view, memory, manner)
    return Outlook(view, told, characters, is_board_unchanged(view, memory))


def weighed_moves(outlook: Outlook, manner: Temperament) -> list[Weighed]:
    """The moves worth thinking of, best first."""
    weighed = [
        (worth + BOLDNESS * manner.bold * is_bold(move), move)
        for worth, move in weigh(outlook, moves_of(outlook.view))
    ]
    return sorted(weighed, key=lambda pair: -pair[0])


def not_far_worse(best_first: Sequence[Weighed]) -> list[Weighed]:
    """Without those that are far worse than the best."""
    return [weighed for weighed in best_first if weighed[0] > best_first[0][0] - FAR_WORSE]


def is_bold(move: Move) -> bool:
    """A troll, a trap or a storm."""
    return isinstance(move, PlayJoint) or (isinstance(move, PlayAt) and move.card == "storm")


# The hard mind: what the normal mind thinks best is tried in worlds that might be.

CANDIDATES: Final = 6
"""So many moves are tried at most."""
WORST: Final = float("-inf")
ASIDE: Final = 0.1
BOLD: Final = 0.005
"""Points: how much more than throwing cards away a path card must promise that does not shorten
one's own way, and a trap, a troll or a storm."""
AIM: Final = 0.05
"""Points: so much less these count than playouts say."""


class HardBot:
    """Weighs as the normal mind does, then looks once round the table."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        return _best_first(outlook_of(view, memory, manner), memory, manner, lots)[0]

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        outlook = outlook_of(view, memory, EVEN_TEMPER)
        return suggestions(outlook, memory, _best_first(outlook, memory, EVEN_TEMPER, lots))


def _best_first(
    outlook: Outlook, memory: Memory[View], manner: Temperament, lots: Rng
) -> list[Move]:
    """The moves worth thinking of; the first of them in the order of what came of them."""
    waited = turns_waited(outlook, memory)
    likely = not_far_worse(with_impatience(outlook, weighed_moves(outlook, manner), waited))
    candidates = _candidates(outlook, likely)
    tried = [move for _, move in candidates]
    if len(tried) > 1:
        besides = {move: _besides(outlook, move, waited) for move in tried}
        tried = best_by_search(outlook, candidates, lots, besides)
    return tried + [move for _, move in likely if move not in tried]


def _besides(outlook: Outlook, move: Move, waited: int) -> float:
    """What a move is worth that playouts do not show."""
    aim = AIM if _asked_of(outlook, move) > 0 else 0.0
    return learned(outlook, move) + impatience(outlook, move, waited) - aim


def _candidates(outlook: Outlook, likely: Sequence[Weighed]) -> list[Weighed]:
    """Of each sort the best. What seems worse than throwing cards away is not tried, unless it
    shortens one's own way: in a few worlds luck might make it seem better."""
    thrown = max((worth for worth, move in likely if isinstance(move, Discard)), default=WORST)
    different: dict[tuple[object, ...], Weighed] = {}
    for worth, move in likely:
        if worth >= thrown + _asked_of(outlook, move):
            different.setdefault(sort_of(move), (worth, move))
    return list(different.values())[:CANDIDATES]


def _asked_of(outlook: Outlook, move: Move) -> float:
    """How much better a move must seem than throwing cards away to be tried."""
    if isinstance(move, Place):
        return WORST if steps_saved(outlook, move) > 0 else ASIDE
    return BOLD if is_bold(move) else 0.0


# Minds that play this game, by strength.

BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(), NORMAL: NormalBot(), HARD: HardBot()}
)
