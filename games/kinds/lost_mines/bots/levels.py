"""The hard mind: what the normal mind thinks best is tried in worlds that might be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kinds.lost_mines.minds.advice import ideas, sort_of
from games.kinds.lost_mines.minds.laying import nearer
from games.kinds.lost_mines.minds.normal import is_bold, not_far_worse, outlook_of, thought
from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.minds.patience import hurried, impatience, turns_waited
from games.kinds.lost_mines.minds.search import best_by_search
from games.kinds.lost_mines.minds.weighing import Weighed, learned
from games.kinds.lost_mines.rules.moves import Discard, Move, Place
from games.kinds.lost_mines.rules.view import View
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots

CANDIDATES: Final = 6
"""So many moves are tried at most."""
NOTHING: Final = float("-inf")
ASIDE: Final = 0.1
BOLD: Final = 0.005
"""Points: how much more than throwing cards away a path card must promise that does not shorten
one's own way, and a trap, a troll or a storm."""
AIM: Final = 0.05
"""Points: so much less these count than playouts say."""


class HardMind:
    """Weighs as the normal mind does, then looks once round the table."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return _best_first(outlook_of(view, memory, manner), memory, manner, lots)[0]

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        outlook = outlook_of(view, memory, STEADY)
        return ideas(outlook, memory, _best_first(outlook, memory, STEADY, lots))


def _best_first(outlook: Outlook, memory: Memory[View], manner: Manner, lots: Lots) -> list[Move]:
    """The moves worth thinking of; the first of them in the order of what came of them."""
    waited = turns_waited(outlook, memory)
    likely = not_far_worse(hurried(outlook, thought(outlook, manner), waited))
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
    thrown = max((worth for worth, move in likely if isinstance(move, Discard)), default=NOTHING)
    different: dict[tuple[object, ...], Weighed] = {}
    for worth, move in likely:
        if worth >= thrown + _asked_of(outlook, move):
            different.setdefault(sort_of(move), (worth, move))
    return list(different.values())[:CANDIDATES]


def _asked_of(outlook: Outlook, move: Move) -> float:
    """How much better a move must seem than throwing cards away to be tried."""
    if isinstance(move, Place):
        return NOTHING if nearer(outlook, move) > 0 else ASIDE
    return BOLD if is_bold(move) else 0.0
