"""The normal mind: it weighs every move by what it leads to, and has the other's answer in mind."""

from __future__ import annotations

from dataclasses import dataclass

from games.kinds.duel.minds.advice import ideas
from games.kinds.duel.minds.outlook import look_at
from games.kinds.duel.minds.weighing import in_order, one_of_the_best, weigh, weigh_quickly
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots


@dataclass(frozen=True, slots=True)
class NormalMind:
    """A good club player: knows what is near and what the other may hold, and would rather dig than
    wait."""

    careless: float = 0.08
    """Moves that are worse than the best by so much gold seem as good."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return one_of_the_best(weigh_quickly(look_at(view), manner.bold), self.careless, lots)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        outlook = look_at(view)
        return ideas(outlook, in_order(weigh(outlook)))
