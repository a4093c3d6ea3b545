"""The easy mind: it digs for the nearest gold as though it were alone, and forgives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf, isclose
from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, Bots, Memory, Suggestion, Temperament
from games.engine.rng import Rng
from games.kinds.duel.bots.advice import suggestions
from games.kinds.duel.bots.outlook import Beliefs, Outlook, make_outlook
from games.kinds.duel.bots.search import SearchStage, gather_beliefs, likely_worlds, search
from games.kinds.duel.bots.weighing import (
    IDLE,
    Weighed,
    best_first,
    pick_near_best,
    weigh,
    weigh_quickly,
)
from games.kinds.duel.bots.weights import EASY_WEIGHTS, GRUDGING_WEIGHTS
from games.kinds.duel.rules.moves import Break, Clear, Discard, Move, Place
from games.kinds.duel.rules.view import View


@dataclass(frozen=True, slots=True)
class EasyBot:
    """Sees what it can reach itself, and not what it leaves to the other."""

    careless: float = 0.1
    """Moves that are worse than the best by so much gold seem as good."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        return pick_near_best(weigh_quickly(look_alone(view)), self.careless, lots)

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        return suggestions(make_outlook(view), best_first(weigh_quickly(look_alone(view))))


def look_alone(view: View) -> Outlook:
    """The table as somebody sees it who thinks of nobody else."""
    return replace(make_outlook(view), them=None, weights=EASY_WEIGHTS)


# The normal mind: it weighs every move by what it leads to, and has the other's answer in mind.


@dataclass(frozen=True, slots=True)
class NormalBot:
    """A good club player: knows what is near and what the other may hold, and would rather dig than
    wait."""

    careless: float = 0.08
    """Moves that are worse than the best by so much gold seem as good."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        return pick_near_best(weigh_quickly(make_outlook(view), manner.bold), self.careless, lots)

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        outlook = make_outlook(view)
        return suggestions(outlook, best_first(weigh(outlook)))


# The hard mind: the moves that seem best are tried in worlds that may be the real one.


@dataclass(frozen=True, slots=True)
class HardBot:
    """Grudges the other every gold, remembers what they did not play, and looks ahead. How hard it
    thinks is counted in playouts."""

    heats: tuple[SearchStage, ...] = (SearchStage(4, 4), SearchStage(2, 8))
    turns: int = 4
    """So many turns are played on after a move before the table is weighed."""
    margin: float = 0.4
    """What is worse than the best by so much gold is not tried, or no more."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        return self._ranked(view, gather_beliefs(view, memory), manner, lots)[0].move

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        beliefs = gather_beliefs(view, memory)
        return suggestions(
            make_outlook(view, beliefs), self._ranked(view, beliefs, EVEN_TEMPER, lots)
        )

    def _ranked(
        self, view: View, beliefs: Beliefs, manner: Temperament, lots: Rng
    ) -> list[Weighed]:
        """The moves that are not far behind, the best first."""
        outlook = make_outlook(view, beliefs, GRUDGING_WEIGHTS)
        found = self._tried(weigh(outlook, manner.bold))
        if len(found) == 1:
            return found
        worlds = likely_worlds(view, beliefs, lots)
        return search(found, worlds, self.heats, self.turns, self.margin)

    def _tried(self, found: Iterable[Weighed]) -> list[Weighed]:
        """What is worth trying: of moves that come to the same, the best."""
        ordered = best_first(found)
        least, kinds = ordered[0].worth - self.margin, dict[object, Weighed]()
        for each in ordered:
            if each.worth >= least:
                kinds.setdefault(kind(each.move), each)
        thrown = {each.move.cards: each.worth for each in ordered if isinstance(each.move, Discard)}
        return [each for each in kinds.values() if not changes_nothing(each, thrown)]


def changes_nothing(weighed: Weighed, thrown: Mapping[tuple[str, ...], float]) -> bool:
    """Laid, this card does what it does thrown away."""
    worth, move = weighed
    return isinstance(move, Place) and isclose(worth + IDLE, thrown.get((move.card,), inf))


def kind(move: Move) -> object:
    """Which cards are thrown away, or which tool of the other breaks, is not worth a search."""
    return type(move) if isinstance(move, Discard | Clear | Break) else move


# Minds that play this game, by strength.
#
# Where is what: outlook.py what a view tells · terrain.py, survey.py how near both are to each gold ·
# spoils.py what a goal brings · foresight.py what a move leads to, and its worth · weights.py the
# numbers · weighing.py all moves · beliefs.py, guesses.py what memory tells of the other · search.py
# looking ahead · advice.py reasons · easy.py, normal.py, hard.py the minds.

BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(), NORMAL: NormalBot(), HARD: HardBot()}
)
