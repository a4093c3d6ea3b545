"""The easy mind: it digs for the nearest gold as though it were alone, and forgives."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.kinds.duel.minds.advice import ideas
from games.kinds.duel.minds.outlook import Outlook, look_at
from games.kinds.duel.minds.weighing import best, in_order, weigh_quickly
from games.kinds.duel.minds.weights import EASY
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import Idea, Manner, Memory
from games.mine.seeds import Lots

CARELESS: Final = 0.1
"""Moves that are worse than the best by so much gold seem as good."""


class EasyMind:
    """Sees what it can reach itself, and not what it leaves to the other."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return choose(view, lots)

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        return ideas(look_at(view), in_order(weigh_quickly(look_alone(view))))


def choose(view: View, lots: Lots) -> Move:
    """One of the moves that seem about the best, by lot."""
    found = weigh_quickly(look_alone(view))
    least = best(found).worth - CARELESS
    return lots.choose([each.move for each in found if each.worth >= least])


def look_alone(view: View) -> Outlook:
    """The table as somebody sees it who thinks of nobody else."""
    return replace(look_at(view), them=None, weights=EASY)
