"""The normal mind: it weighs what each move does to the race for the treasures, for its own side as
far as it knows or believes to know who that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kinds.lost_mines.minds.advice import ideas
from games.kinds.lost_mines.minds.beliefs import beliefs
from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.minds.patience import nobody_digs
from games.kinds.lost_mines.minds.weighing import Weighed, weigh
from games.kinds.lost_mines.rules.moves import Move, PlayAt, PlayJoint
from games.kinds.lost_mines.rules.view import View, moves_of
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots

BOLDNESS: Final = 0.05
"""Points: so much sooner, or later, trolls, traps and storms are used."""
EQUAL: Final = 1e-9
FAR_WORSE: Final = 1.0
"""Points: a move that is so much worse is not even thought of."""


class NormalMind:
    """Takes the move after which its side may hope for most."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        weighed = thought(outlook_of(view, memory, manner), manner)
        best = weighed[0][0]
        return lots.choose([move for worth, move in weighed if worth > best - EQUAL])

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        outlook = outlook_of(view, memory, STEADY)
        telling = not_far_worse(thought(outlook, STEADY))
        return ideas(outlook, memory, [move for _, move in telling])


def outlook_of(view: View, memory: Memory[View], manner: Manner) -> Outlook:
    """The table as this seat sees it, with what it believes."""
    characters, told = beliefs(view, memory, manner)
    return Outlook(view, told, characters, nobody_digs(view, memory))


def thought(outlook: Outlook, manner: Manner) -> list[Weighed]:
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
