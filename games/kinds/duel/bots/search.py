"""Beliefs about the other, gathered from memory; and worlds that are chosen by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, tanh
from typing import Final, NamedTuple

from games.engine.bots import Memory, SeenMove
from games.engine.notation import Seat
from games.engine.rng import Rng
from games.engine.tunnels import Cell
from games.kinds.duel.bots.outlook import (
    NO_BELIEFS,
    Beliefs,
    hand_worth,
    make_outlook,
    tools_broken,
    with_known_hand,
)
from games.kinds.duel.bots.races import Race, find_races
from games.kinds.duel.bots.weighing import Weighed, best_move, table_now, table_worth, weigh_quickly
from games.kinds.duel.bots.weights import GRUDGING_WEIGHTS
from games.kinds.duel.rules.cards import REPAIRS, goal_gold
from games.kinds.duel.rules.judge import play
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.state import ROUNDS, State
from games.kinds.duel.rules.view import View, view, worlds

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


def gather_beliefs(view: View, memory: Memory[View]) -> Beliefs:
    """What the other did in this round, and what they did not do."""
    if view.seats == 1 or view.seat is None or not memory:
        return NO_BELIEFS
    them, lacked = 1 - view.seat, dict[str, int]()
    drawn_to = {cell: 0.0 for cell in view.looked[them] if cell in view.mine.hidden}
    for step in _their_turns(view, memory, them):
        races = find_races(make_outlook(step.before), step.before.mine)
        drawn = sum(event.kind == "drew" for event in step.events)
        lacked = {card: count + drawn for card, count in lacked.items()}
        lacked |= dict.fromkeys(_not_played(step, races, them), drawn)
        for cell in drawn_to:
            drawn_to[cell] += _pull(step, races, cell, them)
    return Beliefs(lacked, drawn_to)


def _their_turns(view: View, memory: Memory[View], them: Seat) -> list[SeenMove[View]]:
    """The other's last turns of this round, the oldest first."""
    found: list[SeenMove[View]] = []
    for step in reversed(memory):
        if step.before.round != view.round or len(found) == REMEMBERED:
            break
        if step.before.turn == them and step.before.phase == "play":
            found.append(step)
    return found[::-1]


def _not_played(step: SeenMove[View], races: Iterable[Race], them: Seat) -> Iterator[str]:
    """Cards that would have helped at once, where they did something else."""
    kinds = {event.kind for event in step.events}
    broken = step.before.broken[them]
    if broken and not kinds & {"repaired", "cleared"}:
        yield from (card for card, tools in REPAIRS.items() if not {*tools}.isdisjoint(broken))
    if not broken and not kinds & {"turned-over", "claimed", "round-ended"}:
        for race in races:
            if race.theirs == 1 and race.worth > WORTH_TAKING:
                yield from race.their_last


def _pull(step: SeenMove[View], races: Iterable[Race], cell: Cell, them: Seat) -> float:
    """Did a card that they laid after looking at a goal lie towards it?"""
    laid = next((event.cell for event in step.events if event.kind == "laid"), None)
    if laid is None or cell not in step.before.looked[them]:
        return 0.0
    cards = next((race.theirs for race in races if race.cell == cell), 0)
    return 1.0 if _steps(laid, cell) <= cards else -0.5


def _steps(here: Cell, there: Cell) -> int:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def likely_worlds(view: View, beliefs: Beliefs, lots: Rng) -> Iterator[State]:
    """Worlds that this seat cannot tell from the real one, the likelier ones more often."""
    every = worlds(view, lots)
    if view.seat is None or not (beliefs.lacked or beliefs.drawn_to):
        yield from every
    while True:
        tried = [next(every) for _ in range(TRIED)]
        yield _one_of(tried, [_likelihood(world, 1 - view.turn, beliefs) for world in tried], lots)


def _one_of(tried: list[State], weights: list[float], lots: Rng) -> State:
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


# Looking ahead: moves are tried in worlds that may be the real one, and played on from there.

PRIOR_WEIGHT: Final = 8
"""What a move seemed worth counts as much as so many worlds."""
SETTLED, OPEN = 2.0, 0.15
"""In the last round a lead of so much gold is nearly a win when no card is left, and how much more
it takes for each card that is left."""


class SearchStage(NamedTuple):
    """One heat of the search: so many of the best moves are tried in so many more worlds."""

    moves: int
    worlds: int


def search(
    moves: Sequence[Weighed],
    worlds: Iterator[State],
    heats: Sequence[SearchStage],
    turns: int,
    behind: float,
) -> list[Weighed]:
    """The moves with what they came to on average, the best first. All moves of a heat are tried
    in the same worlds. What does badly, or comes to be so far behind, is tried no more."""
    totals = {each.move: PRIOR_WEIGHT * each.worth for each in moves}
    tried, left = PRIOR_WEIGHT, [each.move for each in moves]
    for heat in heats:
        least = totals[left[0]] - tried * behind
        left = [move for move in left if totals[move] >= least][: heat.moves]
        if len(left) == 1:
            break
        for _ in range(heat.worlds):
            world = next(worlds)
            for move in left:
                totals[move] += gain_after(world, world.turn, move, turns)
        tried += heat.worlds
        left.sort(key=lambda move: -totals[move])
    return [Weighed(totals[move] / tried, move) for move in left]


def gain_after(state: State, me: Seat, move: Move, turns: int) -> float:
    """What a seat gains from here by a move, when both play on for so many turns."""
    before, counts = net_gold(state, me), gain_scale(state, me)
    while True:
        progress = play(state, state.turn, move)
        if progress.ended is not None:
            return counts(net_gold(progress.ended, me) - before)
        state = progress.after
        turns -= progress.turn_over
        if turns < 0:
            return counts(net_gold(state, me) - before + expected_gold(state, me))
        move = best_move(weigh_quickly(make_outlook(view(state, state.turn)))).move


def expected_gold(state: State, me: Seat) -> float:
    """What a seat may still expect, where both hands are known."""
    outlook, against = make_outlook(view(state, me), numbers=GRUDGING_WEIGHTS), 0.0
    if outlook.them is not None:
        theirs = state.hands[outlook.them]
        against = hand_worth(outlook, theirs)
        outlook = with_known_hand(outlook, theirs)
    hand, broken = outlook.view.hand, tools_broken(outlook)
    return table_worth(outlook, table_now(outlook), hand, broken, 0) - against


def net_gold(state: State, me: Seat) -> int:
    """The gold with this seat's markers less what it owes, and less the same of the other."""
    total = 0
    for cell, seat in state.markers:
        gold = state.mine.tiles[cell].worth or -1
        total += gold if seat == me else -gold
    return total


def gain_scale(state: State, me: Seat) -> Callable[[float], float]:
    """What a gain in gold is worth: in the last round against another only the win counts."""
    if state.seats == 1 or state.round < ROUNDS:
        return float
    lead = sum(state.gold[me]) - sum(state.gold[1 - me]) + net_gold(state, me)
    scale = SETTLED + OPEN * (len(state.stock) + sum(map(len, state.hands)))
    return lambda gain: scale * (tanh((lead + gain) / scale) - tanh(lead / scale))
