"""The normal mind: it weighs every move by what it leads to, and has the other's answer in mind."""

from __future__ import annotations

from games.kinds.duel.minds.advice import ideas
from games.kinds.duel.minds.outlook import look_at
from games.kinds.duel.minds.weighing import best, in_order, weigh
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots


class NormalMind:
    """A good club player: knows what is near and what the other may hold, and would rather dig than
    wait."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        found = weigh(look_at(view), manner.bold)
        most = best(found).worth
        return lots.choose([each.move for each in found if each.worth == most])

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        outlook = look_at(view)
        return ideas(outlook, in_order(weigh(outlook)))
