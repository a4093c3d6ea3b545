"""The easy mind: it digs for the nearest gold as though it were alone, and forgives."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.kinds.duel.minds.advice import ideas
from games.kinds.duel.minds.outlook import Outlook, look_at
from games.kinds.duel.minds.weighing import in_order, one_of_the_best, weigh_quickly
from games.kinds.duel.minds.weights import EASY
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots


@dataclass(frozen=True, slots=True)
class EasyMind:
    """Sees what it can reach itself, and not what it leaves to the other."""

    careless: float = 0.1
    """Moves that are worse than the best by so much gold seem as good."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return one_of_the_best(weigh_quickly(look_alone(view)), self.careless, lots)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return ideas(look_at(view), in_order(weigh_quickly(look_alone(view))))


def look_alone(view: View) -> Outlook:
    """The table as somebody sees it who thinks of nobody else."""
    return replace(look_at(view), them=None, weights=EASY)
