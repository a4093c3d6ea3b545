"""How the hard bot looks ahead: candidates are tried in possible worlds, for one lap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.rng import Rng
from games.engine.search import SearchStage, Trial, World, best_by_search, draw_weighted
from games.kinds.lost_mines.bots.expectations import CharacterChances, dealt_chances
from games.kinds.lost_mines.bots.greedy import greedy_move
from games.kinds.lost_mines.bots.outlook import DRAGON_LOSS, Outlook, waits
from games.kinds.lost_mines.bots.weighing import Weighed, hand_worth
from games.kinds.lost_mines.rules.judge import play
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.state import State
from games.kinds.lost_mines.rules.view import uncovered, view, worlds

PRIOR_WEIGHT: Final = 8
"""The first estimate of a candidate counts as much as this many worlds."""
MARGIN: Final = 0.6
"""Candidates worse than the best by more points than this are dropped."""
WORLDS_PER_DRAW: Final = 4
RESOLUTION: Final = 2**20
JUDGED_POSITIONS: Final = 3
"""After one's own turn, before the next one, and after it."""


SEARCH_STAGES: Final = (SearchStage(6, 12), SearchStage(3, 16), SearchStage(2, 40))


class PossibleWorld(NamedTuple):
    """A world that may be the real one, and its weight by what was seen."""

    state: State
    weight: float


def likely_worlds(outlook: Outlook, rng: Rng) -> Iterator[PossibleWorld]:
    """Yield one of every few dealt worlds, drawn by the beliefs about dwarfs and mines.

    A playout in a very unlikely world says little. The world drawn has the mean weight of its few.
    """
    dealt = dealt_chances(outlook.view)
    possible = worlds(outlook.view, rng)
    while True:
        few = list(islice(possible, WORLDS_PER_DRAW))
        weights = [_weight(outlook, dealt, state) for state in few]
        state = draw_weighted(few, weights, rng, RESOLUTION)
        yield PossibleWorld(state, sum(weights) / WORLDS_PER_DRAW)


def _weight(outlook: Outlook, dealt: Sequence[CharacterChances], state: State) -> float:
    """Return how much likelier a world is than the deal alone makes it."""
    weight = 1.0
    for character, belief, deal in zip(state.characters, outlook.characters, dealt, strict=True):
        weight *= belief.get(character, 0.0) / deal.get(character, 1.0)
    for cell, kind in state.mines:
        weight *= outlook.chances[cell][kind] * len(outlook.chances[cell])
    return weight


def points_after(world: State, me: Seat, move: Move, seed: bytes) -> float:
    """Return the points of this round that a seat can expect after this move.

    All play on greedily. The position before its next turn counts as much as the one after it, so
    that a treasure now is better than one a turn later.
    """
    found: list[float] = []
    progress = play(world, me, move)
    while progress.ended is None:
        state = progress.after
        if progress.turn_over and me in (state.turn, progress.before.turn):
            found.append(expected_points(state, me))
        if len(found) == JUDGED_POSITIONS:
            return sum(found) / JUDGED_POSITIONS
        rng = Rng(seed, f"{state.turn}/{state.phase}/{len(found)}")
        chosen = greedy_move(Outlook(view(state, state.turn)), rng)
        progress = play(state, state.turn, chosen)
    points = float(progress.ended.gold[me] - world.gold[me])
    return (sum(found) + (JUDGED_POSITIONS - len(found)) * points) / JUDGED_POSITIONS


def expected_points(state: State, me: Seat) -> float:
    """Return the points a seat has and can expect, with open cards. (L25, L26)"""
    outlook = Outlook(replace(uncovered(state), seat=me))
    brought = zip(state.values, state.takers, strict=True)
    had = sum(value * outlook.weights[taker] for value, taker in brought if taker is not None)
    race = outlook.race._replace(waits=waits(state, state.turn))
    hoped = race.hope(outlook.fars) + hand_worth(state.hands[me])
    return had + hoped - (DRAGON_LOSS if state.dragon == me else 0)


def searched_move(
    outlook: Outlook, weighed: Sequence[Weighed], rng: Rng, bonuses: Mapping[Move, float]
) -> Move:
    """Return the best candidate by its results in the worlds.

    A move's bonus is added to its result in every world.
    """
    trials = [Trial(move, worth, PRIOR_WEIGHT) for worth, move in weighed]
    worlds = _trial_worlds(outlook, rng, bonuses)
    return best_by_search(trials, SEARCH_STAGES, worlds, MARGIN)


def _trial_worlds(
    outlook: Outlook, rng: Rng, bonuses: Mapping[Move, float]
) -> Iterator[World[Move]]:
    """Yield likely worlds, each with one seed with which every move is played on there."""

    def result(state: State, seed: bytes, move: Move) -> float:
        return points_after(state, outlook.me, move, seed) + bonuses[move]

    for state, weight in likely_worlds(outlook, rng):
        yield World(weight, partial(result, state, rng.bytes(8)))
