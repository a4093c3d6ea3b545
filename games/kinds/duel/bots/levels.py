"""The hard mind: the moves that seem best are tried in worlds that may be the real one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf, isclose

from games.kinds.duel.minds.advice import ideas
from games.kinds.duel.minds.beliefs import Beliefs
from games.kinds.duel.minds.guesses import gather, likely_worlds
from games.kinds.duel.minds.outlook import look_at
from games.kinds.duel.minds.search import Heat, search
from games.kinds.duel.minds.weighing import IDLE, Weighed, in_order, weigh
from games.kinds.duel.minds.weights import GRUDGING
from games.kinds.duel.rules.moves import Break, Clear, Discard, Move, Place
from games.kinds.duel.rules.view import View
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots


@dataclass(frozen=True, slots=True)
class HardMind:
    """Grudges the other every gold, remembers what they did not play, and looks ahead. How hard it
    thinks is counted in playouts."""

    heats: tuple[Heat, ...] = (Heat(4, 4), Heat(2, 8))
    turns: int = 4
    """So many turns are played on after a move before the table is weighed."""
    margin: float = 0.4
    """What is worse than the best by so much gold is not tried, or no more."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        return self._ranked(view, gather(view, memory), manner, lots)[0].move

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        beliefs = gather(view, memory)
        return ideas(look_at(view, beliefs), self._ranked(view, beliefs, STEADY, lots))

    def _ranked(self, view: View, beliefs: Beliefs, manner: Manner, lots: Lots) -> list[Weighed]:
        """The moves that are not far behind, the best first."""
        outlook = look_at(view, beliefs, GRUDGING)
        found = self._tried(weigh(outlook, manner.bold))
        if len(found) == 1:
            return found
        worlds = likely_worlds(view, beliefs, lots)
        return search(found, worlds, self.heats, self.turns, self.margin)

    def _tried(self, found: Iterable[Weighed]) -> list[Weighed]:
        """What is worth trying: of moves that come to the same, the best."""
        ordered = in_order(found)
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
