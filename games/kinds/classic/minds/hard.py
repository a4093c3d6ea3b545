"""The hard mind: what a good club player thinks of, tried in many worlds to the round's end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.kinds.classic.minds.advice import advice
from games.kinds.classic.minds.beliefs import Beliefs, believe
from games.kinds.classic.minds.outlook import Outlook, look_out
from games.kinds.classic.minds.policy import weigh
from games.kinds.classic.minds.search import Table, Tried, search
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.classic.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots

PLAYOUTS: Final = 160
"""With five players 100 of them took 0.1 s of one core on average, and 0.3 s at most."""


@dataclass(frozen=True, slots=True)
class HardMind:
    """Searches among the moves that seem best."""

    playouts: int = PLAYOUTS
    """So many rounds are played on to their end for one choice."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        beliefs = believe(view, memory)
        outlook = look_out(view, beliefs, manner)
        return self._tried(view, beliefs, outlook, lots)[0].move

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return advice(view, memory, lambda beliefs, o: self._tried(view, beliefs, o, lots))

    def _tried(self, view: View, beliefs: Beliefs, outlook: Outlook, lots: Lots) -> list[Tried]:
        table = Table(view, outlook.seat, beliefs, lots)
        return search(table, weigh(outlook), self.playouts)
