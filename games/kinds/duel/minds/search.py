"""Looking ahead: moves are tried in worlds that may be the real one, and played on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.kinds.duel.minds.foresight import standing, worth
from games.kinds.duel.minds.outlook import look_at, tools_broken
from games.kinds.duel.minds.weighing import Weighed, best, weigh_quickly
from games.kinds.duel.rules.judge import play
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.state import State
from games.kinds.duel.rules.view import view
from games.mine.notation import Seat

FAITH: Final = 8
"""What a move seemed worth counts as much as so many worlds."""


class Heat(NamedTuple):
    """One heat of the search: so many of the best moves are tried in so many more worlds."""

    moves: int
    worlds: int


def search(
    moves: Sequence[Weighed], worlds: Iterator[State], heats: Sequence[Heat], turns: int
) -> list[Weighed]:
    """The moves with what they came to on average, the best first. All moves of a heat are tried
    in the same worlds; what does badly is left behind."""
    totals = {each.move: FAITH * each.worth for each in moves}
    tried, left = FAITH, [each.move for each in moves]
    for heat in heats:
        left = left[: heat.moves]
        for _ in range(heat.worlds):
            world = next(worlds)
            for move in left:
                totals[move] += come_to(world, world.turn, move, turns)
        tried += heat.worlds
        left.sort(key=lambda move: -totals[move])
    return [Weighed(totals[move] / tried, move) for move in left]


def come_to(state: State, me: Seat, move: Move, turns: int) -> float:
    """What a seat gains from here by a move, when both play on for so many turns."""
    before = held(state, me)
    while True:
        progress = play(state, state.turn, move)
        if progress.ended is not None:
            return held(progress.ended, me) - before
        state = progress.after
        turns -= progress.turn_over
        if turns < 0:
            break
        move = best(weigh_quickly(look_at(view(state, state.turn)))).move
    outlook = look_at(view(state, me))
    hand, broken = outlook.view.hand, tools_broken(outlook)
    return held(state, me) - before + worth(outlook, standing(outlook), hand, broken, 0)


def held(state: State, me: Seat) -> int:
    """The gold with this seat's markers less what it owes, and less the same of the other."""
    total = 0
    for cell, seat in state.markers:
        gold = state.mine.tiles[cell].worth or -1
        total += gold if seat == me else -gold
    return total
