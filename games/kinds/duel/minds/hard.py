"""The hard mind: the moves that seem best are tried in worlds that may be the real one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.kinds.duel.minds.advice import ideas
from games.kinds.duel.minds.beliefs import Beliefs
from games.kinds.duel.minds.guesses import gather, likely_worlds
from games.kinds.duel.minds.outlook import look_at
from games.kinds.duel.minds.search import Heat, search
from games.kinds.duel.minds.weighing import Weighed, in_order, weigh
from games.kinds.duel.rules.moves import Discard, Move
from games.kinds.duel.rules.view import View
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots


@dataclass(frozen=True, slots=True)
class HardMind:
    """As the normal mind, and looks ahead. How hard it thinks is counted in playouts."""

    heats: tuple[Heat, ...] = (Heat(6, 8), Heat(3, 12), Heat(2, 20))
    turns: int = 4
    """So many turns are played on after a move before the table is weighed."""
    margin: float = 1.0
    """What seems worse than the best by so much gold is not tried."""
    passes: int = 2
    """So many ways of passing are tried."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return self._ranked(view, gather(view, memory), manner, lots)[0].move

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        beliefs = gather(view, memory)
        return ideas(look_at(view, beliefs), self._ranked(view, beliefs, STEADY, lots))

    def _ranked(self, view: View, beliefs: Beliefs, manner: Manner, lots: Lots) -> list[Weighed]:
        """The moves that are not far behind, the best first."""
        found = list(self._tried(weigh(look_at(view, beliefs), manner.bold)))
        if len(found) == 1:
            return found
        return search(found, likely_worlds(view, beliefs, lots), self.heats, self.turns)

    def _tried(self, found: Iterable[Weighed]) -> Iterator[Weighed]:
        """What is worth trying, with few ways of passing."""
        ordered, passes = in_order(found), 0
        for each in ordered:
            if each.worth < ordered[0].worth - self.margin:
                return
            passes += isinstance(each.move, Discard)
            if not isinstance(each.move, Discard) or passes <= self.passes:
                yield each
