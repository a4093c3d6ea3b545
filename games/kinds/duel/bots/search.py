"""How the hard bot looks ahead: beliefs from memory, worlds chosen by them, and playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import exp, tanh
from typing import Final

from games.engine.bots import Memory, SeenMove
from games.engine.notation import Seat
from games.engine.rng import Rng
from games.engine.search import SearchStage, Trial, World, best_by_search, draw_weighted
from games.engine.tunnels import Cell, steps_between
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
from games.kinds.duel.bots.weights import OWN_GOLD_WEIGHTS
from games.kinds.duel.rules.cards import REPAIRS, goal_gold
from games.kinds.duel.rules.judge import play
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.state import ROUNDS, State, View
from games.kinds.duel.rules.view import view, worlds

MAX_REMEMBERED_TURNS: Final = 8
WORTH_TAKING: Final = 0.5
"""If more gold than this is one card away, anybody who has that card takes it."""
WORLDS_PER_DRAW: Final = 4
RESOLUTION: Final = 10**6
MIN_CARD_LIKELIHOOD: Final = 0.1
SEEN_GOLD_WEIGHT: Final = 0.3
"""How strongly players dig towards gold that they have seen."""


def gather_beliefs(view: View, memory: Memory[View]) -> Beliefs:
    """Infer from what the opponent did in this round, and did not do."""
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
    """Return the opponent's last turns of this round, oldest first."""
    found: list[SeenMove[View]] = []
    for step in reversed(memory):
        if step.before.round != view.round or len(found) == MAX_REMEMBERED_TURNS:
            break
        if step.before.turn == them and step.before.phase == "play":
            found.append(step)
    return found[::-1]


def _not_played(step: SeenMove[View], races: Iterable[Race], them: Seat) -> Iterator[str]:
    """Yield cards that would have helped at once where they did something else."""
    kinds = {event.kind for event in step.events}
    broken = step.before.broken[them]
    if broken and not kinds & {"repaired", "cleared"}:
        yield from (card for card, tools in REPAIRS.items() if not {*tools}.isdisjoint(broken))
    if not broken and not kinds & {"turned-over", "claimed", "round-ended"}:
        for race in races:
            if race.theirs == 1 and race.worth > WORTH_TAKING:
                yield from race.their_last


def _pull(step: SeenMove[View], races: Iterable[Race], cell: Cell, them: Seat) -> float:
    """Return whether a card laid after looking at a goal lies towards it, as evidence."""
    laid = next((event.cell for event in step.events if event.kind == "laid"), None)
    if laid is None or cell not in step.before.looked[them]:
        return 0.0
    cards = next((race.theirs for race in races if race.cell == cell), 0)
    return 1.0 if steps_between(laid, cell) <= cards else -0.5


def likely_worlds(view: View, beliefs: Beliefs, rng: Rng) -> Iterator[State]:
    """Yield worlds that fit what this seat knows, the likelier ones more often."""
    every = worlds(view, rng)
    if view.seat is None or not (beliefs.lacked or beliefs.drawn_to):
        yield from every
    while True:
        tried = [next(every) for _ in range(WORLDS_PER_DRAW)]
        likelihoods = [_likelihood(world, 1 - view.turn, beliefs) for world in tried]
        yield draw_weighted(tried, likelihoods, rng, RESOLUTION)


def _likelihood(world: State, them: Seat, beliefs: Beliefs) -> float:
    """Return how well a world fits what the opponent did."""
    hand, weight = world.hands[them], 1.0
    for card in hand:
        if card in beliefs.lacked:
            weight *= max(MIN_CARD_LIKELIHOOD, min(1.0, beliefs.lacked[card] / len(hand)))
    goals = dict(world.goals)
    for cell, pull in beliefs.drawn_to.items():
        weight *= exp(SEEN_GOLD_WEIGHT * max(-2.0, min(2.0, pull)) * (goal_gold(goals[cell]) - 1))
    return weight


PRIOR_WEIGHT: Final = 8
"""The first estimate of a move counts as much as this many worlds."""
WINNING_LEAD, LEAD_PER_CARD = 2.0, 0.15
"""The lead in gold that nearly wins the last round with no card left, and what each card left adds
to it."""


def searched_move(
    moves: Sequence[Weighed],
    worlds: Iterator[State],
    stages: Sequence[SearchStage],
    turns: int,
    margin: float,
) -> Move:
    trials = [Trial(each.move, each.worth, PRIOR_WEIGHT) for each in moves]
    tries = (World(1.0, partial(gain_after, world, world.turn, turns)) for world in worlds)
    return best_by_search(trials, stages, tries, margin)


def gain_after(state: State, me: Seat, turns: int, move: Move) -> float:
    """Return what a seat gains by a move when both play on for this many turns."""
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
    """Return what a seat can still expect, where both hands are known."""
    outlook, against = make_outlook(view(state, me), numbers=OWN_GOLD_WEIGHTS), 0.0
    if outlook.them is not None:
        theirs = state.hands[outlook.them]
        against = hand_worth(outlook, theirs)
        outlook = with_known_hand(outlook, theirs)
    hand, broken = outlook.view.hand, tools_broken(outlook)
    return table_worth(outlook, table_now(outlook), hand, broken, 0) - against


def net_gold(state: State, me: Seat) -> int:
    """Return the gold under this seat's markers less what it owes, minus the opponent's."""
    total = 0
    for cell, seat in state.markers:
        gold = state.mine.tiles[cell].worth or -1
        total += gold if seat == me else -gold
    return total


def gain_scale(state: State, me: Seat) -> Callable[[float], float]:
    """Return the worth of a gain in gold: in the last round of a duel only the win counts."""
    if state.seats == 1 or state.round < ROUNDS:
        return float
    lead = sum(state.gold[me]) - sum(state.gold[1 - me]) + net_gold(state, me)
    scale = WINNING_LEAD + LEAD_PER_CARD * (len(state.stock) + sum(map(len, state.hands)))
    return lambda gain: scale * (tanh((lead + gain) / scale) - tanh(lead / scale))
