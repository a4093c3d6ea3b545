"""What the moves are worth to a seat's own side, and which of them are worth a thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.kinds.classic.minds import digger, saboteur
from games.kinds.classic.minds.outlook import Outlook
from games.kinds.classic.rules.moves import Move, PlayAt

Weighed = tuple[float, Move]
"""A move and its worth."""

BROAD: Final = 8
"""So many moves are thought about."""
ALIKE: Final[Mapping[str, int]] = {"Place": 4, "Break": 3, "Discard": 1}
"""So many of a kind at most; of any other, two. What to throw away tells only after many turns, so
one card is enough to think about."""
MARGIN: Final = 45.0
"""What seems so much worse than the best is not thought about."""
SILLY: Final = -10.0
"""What seems worse than this is thought about only if there is nothing better."""


def weigh(outlook: Outlook) -> list[Weighed]:
    """Every move, with what it is worth to the seat's own side."""
    return digger.weigh(outlook) if outlook.digging else saboteur.weigh(outlook)


def promising(weighed: Sequence[Weighed]) -> list[Weighed]:
    """The moves that seem best, but not too many of a kind."""
    ranked = sorted(weighed, key=worth, reverse=True)
    best = ranked[0][0]
    least = max(best - MARGIN, min(best, SILLY))
    taken: Counter[str] = Counter()
    chosen = []
    for value, move in ranked:
        kind = move.card if isinstance(move, PlayAt) else type(move).__name__
        taken[kind] += 1
        if value >= least and taken[kind] <= ALIKE.get(kind, 2):
            chosen.append((value, move))
    return chosen[:BROAD]


def worth(weighed: Weighed) -> float:
    return weighed[0]
