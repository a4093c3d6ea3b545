"""The easy mind: a beginner, who weighs moves as others do, but often takes the second best.

They bear a grudge against who did something plainly bad a moment ago, and suspect nobody else.
Nothing that is plainly silly is thought about, so it is never taken.
"""

from __future__ import annotations

from typing import Final

from games.kinds.classic.minds import deeds
from games.kinds.classic.minds.advice import advice
from games.kinds.classic.minds.beliefs import Beliefs, treasure, usual_of_others
from games.kinds.classic.minds.outlook import look_out
from games.kinds.classic.minds.policy import promising, weigh
from games.kinds.classic.rules.cards import SABOTEUR
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.classic.rules.view import View
from games.mine.events import Event
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots

CARELESS: Final = 22
"""A move seems better than it is by less than this."""
UNSURE: Final = 36
"""And to a saboteur: when to strike, and when not to, is harder to learn than to dig."""
GRUDGE: Final = 0.3
"""How much likelier a saboteur somebody seems after one bad deed."""
MOST: Final = 0.9
LAPS: Final = 2
"""What somebody did longer ago than this is forgotten."""
OPENLY: Final = 1.5
"""A beginner hides little: they think that this much speaks against them from the first."""


class EasyMind:
    """Weighs each move a little carelessly."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        outlook = look_out(view, feel(view, memory), manner)
        careless = CARELESS if outlook.digging else UNSURE
        thought_of = promising(weigh(outlook))
        seeming = [(worth + lots.below(careless), move) for worth, move in thought_of]
        best = max(worth for worth, _ in seeming)
        return lots.choose([move for worth, move in seeming if worth == best])

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        own = look_out(view, feel(view, memory))
        return advice(view, memory, lambda beliefs, outlook: promising(weigh(own)))


def choose(view: View, lots: Lots) -> Move:
    """What the easy mind would do without a memory."""
    return EasyMind().choose(view, (), STEADY, lots)


def feel(view: View, memory: Memory[View]) -> Beliefs:
    """What a beginner makes of the table: grudges, and what they saw themselves."""
    nothing = (0.0,) * view.seats
    openly = tuple(OPENLY if seat == view.seat else 0.0 for seat in range(view.seats))
    return Beliefs(_grudges(view, memory), nothing, openly, treasure(view, {}), (), ())


def _grudges(view: View, memory: Memory[View]) -> tuple[float, ...]:
    """How likely each seems a saboteur, by what they plainly did a moment ago."""
    role = None if view.seat is None else view.roles[view.seat]
    seeming = [usual_of_others(view.options, view.seats, role)] * view.seats
    for step in reversed(memory[-LAPS * view.seats :]):
        if step.before.round != view.round:
            break
        event = step.events[0]
        if event.seat is not None and _is_bad(event):
            seeming[event.seat] = min(seeming[event.seat] + GRUDGE, MOST)
    if view.seat is not None:
        seeming[view.seat] = float(role == SABOTEUR)
    return tuple(seeming)


def _is_bad(event: Event) -> bool:
    """A tunnel brought down, a dead end laid, a tool broken."""
    match event.kind:
        case "removed":
            return deeds.LEADING[event.what or ""]
        case "laid":
            return not deeds.LEADING[event.card or ""]
    return event.kind == "broke"
