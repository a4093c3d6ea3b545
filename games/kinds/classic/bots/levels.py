"""The easy mind: a beginner, who weighs moves as others do, but often takes the second best.

They bear a grudge against who did something plainly bad a moment ago, and suspect nobody else.
Nothing that is plainly silly is thought about, so it is never taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, Bots, Memory, Suggestion, Temperament
from games.engine.progress import Event
from games.engine.rng import Rng
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.advice import advice, promising, weigh
from games.kinds.classic.bots.beliefs import (
    Beliefs,
    infer_beliefs,
    prior_chance_of_others,
    treasure_chances,
)
from games.kinds.classic.bots.outlook import Outlook, make_outlook
from games.kinds.classic.bots.search import LikelyWorlds, TriedMove, search
from games.kinds.classic.rules.cards import SABOTEUR
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.classic.rules.view import View

CARELESS: Final = 22
"""A move seems better than it is by less than this."""
UNSURE: Final = 36
"""And to a saboteur: when to strike, and when not to, is harder to learn than to dig."""
GRUDGE: Final = 0.3
"""How much likelier a saboteur somebody seems after one bad deed."""
MAX_SUSPICION: Final = 0.9
GRUDGE_LAPS: Final = 2
"""What somebody did longer ago than this is forgotten."""
OPENLY: Final = 1.5
"""A beginner hides little: they think that this much speaks against them from the first."""


class EasyBot:
    """Weighs each move a little carelessly."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        outlook = make_outlook(view, easy_beliefs(view, memory), manner)
        careless = CARELESS if outlook.digging else UNSURE
        thought_of = promising(weigh(outlook))
        seeming = [(worth + lots.below(careless), move) for worth, move in thought_of]
        best = max(worth for worth, _ in seeming)
        return lots.choose([move for worth, move in seeming if worth == best])

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        own = make_outlook(view, easy_beliefs(view, memory))
        return advice(view, memory, lambda beliefs, outlook: promising(weigh(own)))


def choose_without_memory(view: View, lots: Rng) -> Move:
    """What the easy mind would do without a memory."""
    return EasyBot().choose(view, (), EVEN_TEMPER, lots)


def easy_beliefs(view: View, memory: Memory[View]) -> Beliefs:
    """What a beginner makes of the table: grudges, and what they saw themselves."""
    nothing = (0.0,) * view.seats
    openly = tuple(OPENLY if seat == view.seat else 0.0 for seat in range(view.seats))
    return Beliefs(_grudges(view, memory), nothing, openly, treasure_chances(view, {}), (), ())


def _grudges(view: View, memory: Memory[View]) -> tuple[float, ...]:
    """How likely each seems a saboteur, by what they plainly did a moment ago."""
    role = None if view.seat is None else view.roles[view.seat]
    seeming = [prior_chance_of_others(view.options, view.seats, role)] * view.seats
    for step in reversed(memory[-GRUDGE_LAPS * view.seats :]):
        if step.before.round != view.round:
            break
        event = step.events[0]
        if event.seat is not None and _is_bad(event):
            seeming[event.seat] = min(seeming[event.seat] + GRUDGE, MAX_SUSPICION)
    if view.seat is not None:
        seeming[view.seat] = float(role == SABOTEUR)
    return tuple(seeming)


def _is_bad(event: Event) -> bool:
    """A tunnel brought down, a dead end laid, a tool broken."""
    match event.kind:
        case "removed":
            return behaviour.LEADS_THROUGH[event.what or ""]
        case "laid":
            return not behaviour.LEADS_THROUGH[event.card or ""]
    return event.kind == "broke"


# The normal mind: a good club player, who remembers, believes and conceals.


class NormalBot:
    """Weighs each move by what it believes, and takes the best."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        weighed = weigh(make_outlook(view, infer_beliefs(view, memory), manner))
        best = max(worth for worth, _ in weighed)
        return lots.choose([move for worth, move in weighed if worth >= best - 1e-6])

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        return advice(view, memory, lambda beliefs, outlook: promising(weigh(outlook)))


# The hard mind: what a good club player thinks of, tried in many worlds to the round's end.

PLAYOUTS: Final = 160
"""With five players 100 of them took 0.1 s of one core on average, and 0.3 s at most."""


@dataclass(frozen=True, slots=True)
class HardBot:
    """Searches among the moves that seem best."""

    playouts: int = PLAYOUTS
    """So many rounds are played on to their end for one choice."""

    def choose(self, view: View, memory: Memory[View], manner: Temperament, lots: Rng) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        beliefs = infer_beliefs(view, memory)
        outlook = make_outlook(view, beliefs, manner)
        return self._tried(view, beliefs, outlook, lots)[0].move

    def advise(self, view: View, memory: Memory[View], lots: Rng) -> list[Suggestion[Move]]:
        return advice(view, memory, lambda beliefs, o: self._tried(view, beliefs, o, lots))

    def _tried(self, view: View, beliefs: Beliefs, outlook: Outlook, lots: Rng) -> list[TriedMove]:
        table = LikelyWorlds(view, outlook.seat, beliefs, lots)
        return search(table, weigh(outlook), self.playouts)


# Minds that play this game, by strength.

BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(), NORMAL: NormalBot(), HARD: HardBot()}
)
