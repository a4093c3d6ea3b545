"""The easy, normal and hard bots of The Duel.

Easy digs for the nearest gold as if it were alone. Normal weighs what every move leads to, with
the opponent's answer in mind. Hard tries the best moves in worlds that fit what it knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf, isclose
from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, HARD, NORMAL, Bots, Memory, Temperament, best_of_each
from games.engine.rng import Rng
from games.engine.search import SearchStage
from games.kinds.duel.bots import weighing
from games.kinds.duel.bots.outlook import make_outlook
from games.kinds.duel.bots.search import gather_beliefs, likely_worlds, searched_move
from games.kinds.duel.bots.weights import EASY_WEIGHTS, OWN_GOLD_WEIGHTS
from games.kinds.duel.rules.moves import Break, Clear, Discard, Move, Place
from games.kinds.duel.rules.state import View


@dataclass(frozen=True, slots=True)
class EasyBot:
    """Sees what it can reach itself, but not what it leaves to the opponent."""

    careless: float = 0.1
    """Moves at most this much gold worse than the best seem equally good."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        alone = replace(make_outlook(view), them=None, weights=EASY_WEIGHTS)
        return weighing.pick_near_best(weighing.weigh_quickly(alone), self.careless, rng)


@dataclass(frozen=True, slots=True)
class NormalBot:
    """Knows what is near and what the opponent may hold, and prefers digging to waiting."""

    careless: float = 0.08
    """Moves at most this much gold worse than the best seem equally good."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        return weighing.pick_near_best(
            weighing.weigh_quickly(make_outlook(view), temperament.bold), self.careless, rng
        )


@dataclass(frozen=True, slots=True)
class HardBot:
    """Values gold denied to the opponent, remembers what they did not play, and looks ahead."""

    stages: tuple[SearchStage, ...] = (SearchStage(4, 4), SearchStage(2, 8))
    turns: int = 4
    """The number of turns played on after a move before the position is judged."""
    margin: float = 0.4
    """Moves that are worse than the best by more gold than this are dropped."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        beliefs = gather_beliefs(view, memory)
        outlook = make_outlook(view, beliefs, OWN_GOLD_WEIGHTS)
        tried = self._tried(weighing.weigh(outlook, temperament.bold))
        worlds = likely_worlds(view, beliefs, rng)
        return searched_move(tried, worlds, self.stages, self.turns, self.margin)

    def _tried(self, found: Iterable[weighing.Weighed]) -> list[weighing.Weighed]:
        """Return the moves worth trying: of equivalent ones, the best."""
        ordered = weighing.best_first(found)
        least = ordered[0].worth - self.margin
        near = (each for each in ordered if each.worth >= least)
        thrown = {each.move.cards: each.worth for each in ordered if isinstance(each.move, Discard)}
        different = best_of_each(near, lambda each: kind(each.move))
        return [each for each in different if not changes_nothing(each, thrown)]


def changes_nothing(weighed: weighing.Weighed, thrown: Mapping[tuple[str, ...], float]) -> bool:
    """Tell whether laying this card achieves no more than discarding it."""
    worth, move = weighed
    return isinstance(move, Place) and isclose(
        worth + weighing.LAY_PENALTY, thrown.get((move.card,), inf)
    )


def kind(move: Move) -> object:
    """Return a key of equivalent moves: which cards are discarded, or which tool of the opponent
    breaks, isn't worth a search."""
    return type(move) if isinstance(move, Discard | Clear | Break) else move


BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(), NORMAL: NormalBot(), HARD: HardBot()}
)
