"""The hard mind: what the normal mind thinks best is tried in worlds that might be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kinds.lost_mines.minds.advice import ideas, sort_of
from games.kinds.lost_mines.minds.laying import nearer
from games.kinds.lost_mines.minds.normal import not_far_worse, outlook_of, thought
from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.minds.search import best_by_search
from games.kinds.lost_mines.minds.weighing import Weighed
from games.kinds.lost_mines.rules.moves import Discard, Move, Place
from games.kinds.lost_mines.rules.view import View
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots

CANDIDATES: Final = 6
"""So many moves are tried at most."""
NOTHING: Final = float("-inf")


class HardMind:
    """Weighs as the normal mind does, then looks once round the table."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return _best_first(outlook_of(view, memory, manner), manner, lots)[0]

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        outlook = outlook_of(view, memory, STEADY)
        return ideas(outlook, memory, _best_first(outlook, STEADY, lots))


def _best_first(outlook: Outlook, manner: Manner, lots: Lots) -> list[Move]:
    """The moves worth thinking of; the first of them in the order of what came of them."""
    likely = not_far_worse(thought(outlook, manner))
    candidates = _candidates(outlook, likely)
    if len(candidates) == 1:
        return [move for _, move in likely]
    tried = best_by_search(outlook, candidates, lots)
    return tried + [move for _, move in likely if move not in tried]


def _candidates(outlook: Outlook, likely: Sequence[Weighed]) -> list[Weighed]:
    """Of each sort the best. A card that brings nobody nearer and seems worse than throwing cards
    away is not tried: in a few worlds luck might make it seem better."""
    thrown = max((worth for worth, move in likely if isinstance(move, Discard)), default=NOTHING)
    different: dict[tuple[object, ...], Weighed] = {}
    for worth, move in likely:
        if worth >= thrown or (isinstance(move, Place) and nearer(outlook, move) > 0):
            different.setdefault(sort_of(move), (worth, move))
    return list(different.values())[:CANDIDATES]
