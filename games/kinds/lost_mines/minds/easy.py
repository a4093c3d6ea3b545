"""The easy mind: it goes for the nearest mine by its own way, in no hurry, and remembers nothing.

All that it brings home counts for its side. Only traps and trolls go by sides: a saboteur sets them
in front of their own clan.
"""

from __future__ import annotations

from typing import Final

from games.kinds.lost_mines.minds.advice import ideas
from games.kinds.lost_mines.minds.greedy import greedy_move
from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots

LEEWAY: Final = 8
"""What is worse by no more than two steps in its way, or a treasure of another value, is as good to
it."""


class NearestFirst(Outlook):
    """A mine is a mine, whatever it may hold."""

    POINT = 0


class EasyMind:
    """Weighs each move a little, and takes one of those that seem best, by lot."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return greedy_move(NearestFirst(view), lots, LEEWAY)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        outlook = NearestFirst(view)
        return ideas(outlook, memory, [greedy_move(outlook, lots, LEEWAY)])
