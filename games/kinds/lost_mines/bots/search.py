"""Looking ahead: candidates are tried in worlds that might be, once round the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.rng import Rng
from games.kinds.lost_mines.bots.expectations import CharacterChances, dealt_chances
from games.kinds.lost_mines.bots.greedy import greedy_move
from games.kinds.lost_mines.bots.outlook import DRAGON_HURTS, Outlook, waits
from games.kinds.lost_mines.bots.weighing import Weighed, hand_worth
from games.kinds.lost_mines.rules.judge import play
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.state import State
from games.kinds.lost_mines.rules.view import uncovered, view, worlds

PRIOR_WEIGHT: Final = 8
"""What a candidate seemed worth before counts as so many worlds."""
BEHIND: Final = 0.6
"""Points: what is so far behind the best is tried no more."""
AMONG: Final = 4
"""One of so many worlds is played."""
FINE: Final = 2**20
"""How finely a lot is drawn by weight."""
LEAVES: Final = 3
"""A position is weighed after one's own turn, before the next one and after it."""


class SearchStage(NamedTuple):
    """One heat of the search: so many of the best moves are tried in so many more worlds."""

    moves: int
    worlds: int


SEARCH_STAGES: Final = (SearchStage(6, 12), SearchStage(3, 16), SearchStage(2, 40))


class PossibleWorld(NamedTuple):
    """What might be, and how likely it is by what was seen."""

    state: State
    weight: float


def likely_worlds(outlook: Outlook, lots: Rng) -> Iterator[PossibleWorld]:
    """Worlds dealt anew, of every few one by what is believed of the dwarfs and the mines in it: a
    playout in a world that is hardly possible tells little. It counts for all of its few."""
    dealt = dealt_chances(outlook.view)
    possible = worlds(outlook.view, lots)
    while True:
        few = list(islice(possible, AMONG))
        weights = [_weight(outlook, dealt, state) for state in few]
        yield PossibleWorld(_by_weight(few, weights, lots), sum(weights) / AMONG)


def _weight(outlook: Outlook, dealt: Sequence[CharacterChances], state: State) -> float:
    """How likely a world is, measured from how often it is dealt."""
    weight = 1.0
    for character, belief, deal in zip(state.characters, outlook.characters, dealt, strict=True):
        weight *= belief.get(character, 0.0) / deal.get(character, 1.0)
    for cell, kind in state.mines:
        weight *= outlook.chances[cell][kind] * len(outlook.chances[cell])
    return weight


def _by_weight(few: Sequence[State], weights: Sequence[float], lots: Rng) -> State:
    """One of them by lot, the likelier the sooner."""
    mark = sum(weights) * lots.below(FINE) / FINE
    for state, weight in zip(few, weights, strict=True):
        mark -= weight
        if mark < 0:
            return state
    return few[-1]


def points_after(world: State, me: Seat, move: Move, seed: bytes) -> float:
    """The points of this round that a seat may expect when it makes this move: all play on by
    their own way. What it has when its next turn begins counts as much as what its own cards have
    made of it when that turn is over: a treasure now is better than one a turn later."""
    found: list[float] = []
    progress = play(world, me, move)
    while progress.ended is None:
        state = progress.after
        if progress.turn_over and me in (state.turn, progress.before.turn):
            found.append(expected_points(state, me))
        if len(found) == LEAVES:
            return sum(found) / LEAVES
        lots = Rng(seed, f"{state.turn}/{state.phase}/{len(found)}")
        chosen = greedy_move(Outlook(view(state, state.turn)), lots)
        progress = play(state, state.turn, chosen)
    points = float(progress.ended.gold[me] - world.gold[me])
    return (sum(found) + (LEAVES - len(found)) * points) / LEAVES


def expected_points(state: State, me: Seat) -> float:
    """What a seat has, what it may hope for, and how much better its cards are than others, where
    nothing is hidden. (L25, L26)"""
    outlook = Outlook(replace(uncovered(state), seat=me))
    brought = zip(state.values, state.takers, strict=True)
    had = sum(value * outlook.weights[taker] for value, taker in brought if taker is not None)
    race = outlook.race._replace(waits=waits(state, state.turn))
    hoped = race.hope(outlook.fars) + hand_worth(state.hands[me])
    return had + hoped - (DRAGON_HURTS if state.dragon == me else 0)


def best_by_search(
    outlook: Outlook, weighed: Sequence[Weighed], lots: Rng, besides: Mapping[Move, float]
) -> list[Move]:
    """The candidates, best first, as the worlds show: all moves of a heat are tried in the same
    worlds, with the same lots. What each seemed worth counts as so many worlds; what it is worth
    besides counts in every world."""
    sums = {move: PRIOR_WEIGHT * worth for worth, move in weighed}
    likely, left, tried = likely_worlds(outlook, lots), list(sums), float(PRIOR_WEIGHT)
    for heat in SEARCH_STAGES:
        least = sums[left[0]] - tried * BEHIND
        left = [move for move in left if sums[move] >= least][: heat.moves]
        if len(left) == 1:
            break
        for _ in range(heat.worlds):
            (state, weight), seed = next(likely), lots.bytes(8)
            for move in left:
                found = points_after(state, outlook.me, move, seed) + besides[move]
                sums[move] += weight * found
            tried += weight
        left.sort(key=lambda move: -sums[move])
    return left + [move for move in sums if move not in left]
