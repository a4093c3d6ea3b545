"""Beliefs about the other, gathered from memory; and worlds that are chosen by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp
from typing import Final

from games.kinds.duel.minds.beliefs import NOTHING, Beliefs
from games.kinds.duel.minds.outlook import look_at
from games.kinds.duel.minds.survey import Race, survey
from games.kinds.duel.rules.cards import REPAIRS, goal_gold
from games.kinds.duel.rules.state import State
from games.kinds.duel.rules.view import View
from games.kinds.duel.rules.worlds import worlds
from games.mine.minds import Memory, Step
from games.mine.notation import Seat
from games.mine.seeds import Lots
from games.mine.tunnels import Cell

REMEMBERED: Final = 8
"""Turns of the other that are thought over, the last ones."""
WORTH_TAKING: Final = 0.5
"""Whoever can reach so much gold with one card plays it."""
TRIED: Final = 4
"""Of so many worlds the one is taken that agrees best with what was gathered, by lot."""
DOUBT: Final = 0.1
"""Nobody plays so well that a guess is sure."""
PULL: Final = 0.3
"""How much a goal's gold shows in where they dig who know it."""


def gather(view: View, memory: Memory[View]) -> Beliefs:
    """What the other did in this round, and what they did not do."""
    if view.seats == 1 or view.seat is None or not memory:
        return NOTHING
    them, lacked = 1 - view.seat, dict[str, int]()
    drawn_to = {cell: 0.0 for cell in view.looked[them] if cell in view.mine.hidden}
    for step in _their_turns(view, memory, them):
        races = survey(look_at(step.before), step.before.mine)
        drawn = sum(event.kind == "drew" for event in step.events)
        lacked = {card: count + drawn for card, count in lacked.items()}
        lacked |= dict.fromkeys(_not_played(step, races, them), drawn)
        for cell in drawn_to:
            drawn_to[cell] += _pull(step, races, cell, them)
    return Beliefs(lacked, drawn_to)


def _their_turns(view: View, memory: Memory[View], them: Seat) -> list[Step[View]]:
    """The other's last turns of this round, the oldest first."""
    found: list[Step[View]] = []
    for step in reversed(memory):
        if step.before.round != view.round or len(found) == REMEMBERED:
            break
        if step.before.turn == them and step.before.phase == "play":
            found.append(step)
    return found[::-1]


def _not_played(step: Step[View], races: Iterable[Race], them: Seat) -> Iterator[str]:
    """Cards that would have helped at once, where they did something else."""
    kinds = {event.kind for event in step.events}
    broken = step.before.broken[them]
    if broken and not kinds & {"repaired", "cleared"}:
        yield from (card for card, tools in REPAIRS.items() if not {*tools}.isdisjoint(broken))
    if not broken and not kinds & {"turned-over", "claimed", "round-ended"}:
        for race in races:
            if race.theirs == 1 and race.worth > WORTH_TAKING:
                yield from race.their_last


def _pull(step: Step[View], races: Iterable[Race], cell: Cell, them: Seat) -> float:
    """Did a card that they laid after looking at a goal lie towards it?"""
    laid = next((event.cell for event in step.events if event.kind == "laid"), None)
    if laid is None or cell not in step.before.looked[them]:
        return 0.0
    cards = next((race.theirs for race in races if race.cell == cell), 0)
    return 1.0 if _steps(laid, cell) <= cards else -0.5


def _steps(here: Cell, there: Cell) -> int:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def likely_worlds(view: View, beliefs: Beliefs, lots: Lots) -> Iterator[State]:
    """Worlds that this seat cannot tell from the real one, the likelier ones more often."""
    every = worlds(view, lots)
    if view.seat is None or not (beliefs.lacked or beliefs.drawn_to):
        yield from every
    while True:
        tried = [next(every) for _ in range(TRIED)]
        yield _one_of(tried, [_likelihood(world, 1 - view.turn, beliefs) for world in tried], lots)


def _one_of(tried: list[State], weights: list[float], lots: Lots) -> State:
    """One by lot, the heavier the likelier."""
    lot = lots.below(10**6) / 10**6 * sum(weights)
    for world, weight in zip(tried, weights, strict=True):
        lot -= weight
        if lot < 0:
            return world
    return tried[-1]


def _likelihood(world: State, them: Seat, beliefs: Beliefs) -> float:
    """How well a world agrees with what the other did."""
    hand, weight = world.hands[them], 1.0
    for card in hand:
        if card in beliefs.lacked:
            weight *= max(DOUBT, min(1.0, beliefs.lacked[card] / len(hand)))
    goals = dict(world.goals)
    for cell, pull in beliefs.drawn_to.items():
        weight *= exp(PULL * max(-2.0, min(2.0, pull)) * (goal_gold(goals[cell]) - 1))
    return weight
