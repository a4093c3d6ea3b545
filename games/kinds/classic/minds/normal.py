"""The normal mind: a good club player, who remembers, believes and conceals."""

from __future__ import annotations

from games.kinds.classic.minds.advice import advice
from games.kinds.classic.minds.beliefs import believe
from games.kinds.classic.minds.outlook import look_out
from games.kinds.classic.minds.policy import promising, weigh
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.classic.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots


class NormalMind:
    """Weighs each move by what it believes, and takes the best."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        weighed = weigh(look_out(view, believe(view, memory), manner))
        best = max(worth for worth, _ in weighed)
        return lots.choose([move for worth, move in weighed if worth >= best - 1e-6])

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return advice(view, memory, lambda beliefs, outlook: promising(weigh(outlook)))
