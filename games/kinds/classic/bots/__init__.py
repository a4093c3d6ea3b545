"""The easy, normal and hard bots of the classic game.

Easy is a beginner who often takes the second-best move, but never a silly one, and only suspects
players who did something obviously bad a moment ago. Normal is a good club player who remembers,
infers roles and hides their own. Hard tries the moves that seem best in many possible worlds.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, HARD, NORMAL, Bots, Memory, Temperament
from games.engine.progress import Event
from games.engine.rng import Rng
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.advice import promising, weigh
from games.kinds.classic.bots.beliefs import (
    Beliefs,
    infer_beliefs,
    prior_chance_of_others,
    treasure_chances,
)
from games.kinds.classic.bots.outlook import make_outlook
from games.kinds.classic.bots.search import searched_move, trial_worlds
from games.kinds.classic.rules.cards import SABOTEUR
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.classic.rules.state import View

MAX_DIGGER_ERROR: Final = 22
MAX_SABOTEUR_ERROR: Final = 36
"""Larger than a digger's, since a saboteur's timing is harder to learn."""
BAD_ACTION_SUSPICION: Final = 0.3
MAX_SUSPICION: Final = 0.9
MEMORY_LAPS: Final = 2
ASSUMED_EVIDENCE: Final = 1.5
"""The evidence a beginner assumes there is against them from the start, so they hide little."""


class EasyBot:
    """Weighs each move with a random error."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        outlook = make_outlook(view, easy_beliefs(view, memory), temperament)
        error = MAX_DIGGER_ERROR if outlook.digging else MAX_SABOTEUR_ERROR
        thought_of = promising(weigh(outlook))
        seeming = [(worth + rng.below(error), move) for worth, move in thought_of]
        best = max(worth for worth, _ in seeming)
        return rng.choose([move for worth, move in seeming if worth == best])


def easy_beliefs(view: View, memory: Memory[View]) -> Beliefs:
    """Return a beginner's beliefs: grudges and what they saw themselves."""
    nothing = (0.0,) * view.seats
    public = tuple(ASSUMED_EVIDENCE if seat == view.seat else 0.0 for seat in range(view.seats))
    return Beliefs(_grudges(view, memory), nothing, public, treasure_chances(view, {}), (), ())


def _grudges(view: View, memory: Memory[View]) -> tuple[float, ...]:
    """Return how likely each seat seems a saboteur by its latest obviously bad actions."""
    role = None if view.seat is None else view.roles[view.seat]
    seeming = [prior_chance_of_others(view.options, view.seats, role)] * view.seats
    for step in reversed(memory[-MEMORY_LAPS * view.seats :]):
        if step.before.round != view.round:
            break
        event = step.events[0]
        if event.seat is not None and _is_bad(event):
            seeming[event.seat] = min(seeming[event.seat] + BAD_ACTION_SUSPICION, MAX_SUSPICION)
    if view.seat is not None:
        seeming[view.seat] = float(role == SABOTEUR)
    return tuple(seeming)


def _is_bad(event: Event) -> bool:
    match event.kind:
        case "removed":
            return behaviour.LEADS_THROUGH[event.what or ""]
        case "laid":
            return not behaviour.LEADS_THROUGH[event.card or ""]
    return event.kind == "broke"


class NormalBot:
    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        weighed = weigh(make_outlook(view, infer_beliefs(view, memory), temperament))
        best = max(worth for worth, _ in weighed)
        return rng.choose([move for worth, move in weighed if worth >= best - 1e-6])


PLAYOUTS: Final = 160
"""With five players, 100 playouts take 0.1 s of one core on average and 0.3 s at most."""


@dataclass(frozen=True, slots=True)
class HardBot:
    """Searches among the most promising moves."""

    playouts: int = PLAYOUTS
    """The number of playouts for one choice."""

    def choose(self, view: View, memory: Memory[View], temperament: Temperament, rng: Rng) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        beliefs = infer_beliefs(view, memory)
        outlook = make_outlook(view, beliefs, temperament)
        worlds = trial_worlds(view, outlook.seat, beliefs, rng)
        return searched_move(worlds, weigh(outlook), self.playouts)


BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(), NORMAL: NormalBot(), HARD: HardBot()}
)
