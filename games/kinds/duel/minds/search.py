"""Looking ahead: moves are tried in worlds that may be the real one, and played on from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import tanh
from typing import Final, NamedTuple

from games.kinds.duel.minds.foresight import standing, worth
from games.kinds.duel.minds.outlook import hand_worth, knowing, look_at, tools_broken
from games.kinds.duel.minds.weighing import Weighed, best, weigh_quickly
from games.kinds.duel.minds.weights import GRUDGING
from games.kinds.duel.rules.judge import play
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.state import ROUNDS, State
from games.kinds.duel.rules.view import view
from games.mine.notation import Seat

FAITH: Final = 8
"""What a move seemed worth counts as much as so many worlds."""
SETTLED, OPEN = 2.0, 0.15
"""In the last round a lead of so much gold is nearly a win when no card is left, and how much more
it takes for each card that is left."""


class Heat(NamedTuple):
    """One heat of the search: so many of the best moves are tried in so many more worlds."""

    moves: int
    worlds: int


def search(
    moves: Sequence[Weighed],
    worlds: Iterator[State],
    heats: Sequence[Heat],
    turns: int,
    behind: float,
) -> list[Weighed]:
    """The moves with what they came to on average, the best first. All moves of a heat are tried
    in the same worlds. What does badly, or comes to be so far behind, is tried no more."""
    totals = {each.move: FAITH * each.worth for each in moves}
    tried, left = FAITH, [each.move for each in moves]
    for heat in heats:
        least = totals[left[0]] - tried * behind
        left = [move for move in left if totals[move] >= least][: heat.moves]
        if len(left) == 1:
            break
        for _ in range(heat.worlds):
            world = next(worlds)
            for move in left:
                totals[move] += come_to(world, world.turn, move, turns)
        tried += heat.worlds
        left.sort(key=lambda move: -totals[move])
    return [Weighed(totals[move] / tried, move) for move in left]


def come_to(state: State, me: Seat, move: Move, turns: int) -> float:
    """What a seat gains from here by a move, when both play on for so many turns."""
    before, counts = held(state, me), what_counts(state, me)
    while True:
        progress = play(state, state.turn, move)
        if progress.ended is not None:
            return counts(held(progress.ended, me) - before)
        state = progress.after
        turns -= progress.turn_over
        if turns < 0:
            return counts(held(state, me) - before + hope(state, me))
        move = best(weigh_quickly(look_at(view(state, state.turn)))).move


def hope(state: State, me: Seat) -> float:
    """What a seat may still expect, where both hands are known."""
    outlook, against = look_at(view(state, me), numbers=GRUDGING), 0.0
    if outlook.them is not None:
        theirs = state.hands[outlook.them]
        against = hand_worth(outlook, theirs)
        outlook = knowing(outlook, theirs)
    hand, broken = outlook.view.hand, tools_broken(outlook)
    return worth(outlook, standing(outlook), hand, broken, 0) - against


def held(state: State, me: Seat) -> int:
    """The gold with this seat's markers less what it owes, and less the same of the other."""
    total = 0
    for cell, seat in state.markers:
        gold = state.mine.tiles[cell].worth or -1
        total += gold if seat == me else -gold
    return total


def what_counts(state: State, me: Seat) -> Callable[[float], float]:
    """What a gain in gold is worth: in the last round against another only the win counts."""
    if state.seats == 1 or state.round < ROUNDS:
        return float
    lead = sum(state.gold[me]) - sum(state.gold[1 - me]) + held(state, me)
    scale = SETTLED + OPEN * (len(state.stock) + sum(map(len, state.hands)))
    return lambda gain: scale * (tanh((lead + gain) / scale) - tanh(lead / scale))
