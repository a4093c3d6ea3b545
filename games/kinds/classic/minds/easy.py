"""The easy mind: a beginner, who weighs moves as others do, but often takes the second best.

They bear a grudge against who did something plainly bad in this round, and suspect nobody else.
Nothing that is plainly silly comes near the best, so it is never taken.
"""

from __future__ import annotations

from typing import Final

from games.kinds.classic.minds import deeds
from games.kinds.classic.minds.advice import advice
from games.kinds.classic.minds.beliefs import treasure, usual
from games.kinds.classic.minds.outlook import DECK, Outlook
from games.kinds.classic.minds.policy import promising, weigh
from games.kinds.classic.minds.survey import Survey
from games.kinds.classic.rules.cards import DIGGER, SABOTEUR
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.classic.rules.view import View
from games.mine.events import Event
from games.mine.minds import STEADY, Idea, Manner, Memory
from games.mine.seeds import Lots

CARELESS: Final = 22
"""A move seems better than it is by less than this."""
GRUDGE: Final = 0.3
"""How much likelier a saboteur somebody seems after one bad deed."""
MOST: Final = 0.9
OPENLY: Final = 0.7
"""A beginner hides little: they think that they are half found out."""


class EasyMind:
    """Weighs each move a little carelessly."""

    def choose(self, view: View, memory: Memory[View], manner: Manner, lots: Lots) -> Move:
        if view.phase == "pick":
            return Pick(max(view.offer or (0,)))
        seeming = [
            (worth + lots.below(CARELESS), move)
            for worth, move in weigh(look_out(view, memory, manner))
        ]
        best = max(worth for worth, _ in seeming)
        return lots.choose([move for worth, move in seeming if worth == best])

    def advise(self, view: View, memory: Memory[View], lots: Lots) -> list[Idea[Move]]:
        own = look_out(view, memory, STEADY)
        return advice(view, memory, lambda beliefs, outlook: promising(weigh(own)))


def choose(view: View, lots: Lots) -> Move:
    """What the easy mind would do without a memory."""
    return EasyMind().choose(view, (), STEADY, lots)


def look_out(view: View, memory: Memory[View], manner: Manner) -> Outlook:
    """What a beginner makes of the table."""
    seat = view.turn if view.seat is None else view.seat
    survey = Survey(view.mine)
    likely = treasure(view, {})
    anybody = usual(view.options, view.seats)
    return Outlook(
        seat,
        view.roles[seat] == DIGGER,
        view.options,
        survey,
        view.broken,
        view.hand,
        tuple(likely[goal] for goal in survey.goals),
        _grudges(view, memory, anybody),
        [OPENLY if other == seat else anybody for other in range(view.seats)],
        anybody,
        anybody,
        (view.stock + sum(view.hand_sizes)) / DECK,
        False,
        deeds.case_of(view.broken[seat], survey),
        manner,
    )


def _grudges(view: View, memory: Memory[View], anybody: float) -> tuple[float, ...]:
    """How likely each seems a saboteur, by what they plainly did in this round."""
    seeming = [anybody] * view.seats
    for step in reversed(memory):
        if step.before.round != view.round:
            break
        event = step.events[0]
        if event.seat is not None and _is_bad(event):
            seeming[event.seat] = min(seeming[event.seat] + GRUDGE, MOST)
    if view.seat is not None:
        seeming[view.seat] = float(view.roles[view.seat] == SABOTEUR)
    return tuple(seeming)


def _is_bad(event: Event) -> bool:
    """A tunnel brought down, a dead end laid, a tool broken."""
    match event.kind:
        case "removed":
            return deeds.LEADING[event.what or ""]
        case "laid":
            return not deeds.LEADING[event.card or ""]
    return event.kind == "broke"
