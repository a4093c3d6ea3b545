"""Looking ahead: candidates are tried in worlds that might be, once round the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from games.kinds.lost_mines.minds.greedy import greedy_move
from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.minds.race import DRAGON_HURTS
from games.kinds.lost_mines.minds.sides import dealt_chances
from games.kinds.lost_mines.minds.weighing import Weighed
from games.kinds.lost_mines.rules.judge import play
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.state import State
from games.kinds.lost_mines.rules.view import uncovered, view
from games.kinds.lost_mines.rules.worlds import worlds
from games.mine.notation import Seat
from games.mine.seeds import Lots

WORLDS: Final = (10, 12, 14)
"""In so many worlds all candidates are tried; in so many more the better half; and so on."""
FIRST_THOUGHT: Final = 12
"""What a candidate seemed worth before counts as so many worlds."""


class World(NamedTuple):
    """What might be, and how likely it is by what was seen."""

    state: State
    weight: float


def likely_worlds(outlook: Outlook, lots: Lots) -> Iterator[World]:
    """Worlds dealt anew, each weighed by what is believed of the dwarfs and the mines in it."""
    dealt = dealt_chances(outlook.view)
    for state in worlds(outlook.view, lots):
        weight = 1.0
        for character, belief, deal in zip(
            state.characters, outlook.characters, dealt, strict=True
        ):
            weight *= belief.get(character, 0.0) / deal.get(character, 1.0)
        for cell, kind in state.mines:
            weight *= outlook.chances[cell][kind] * len(outlook.chances[cell])
        yield World(state, weight)


def points_after(world: State, me: Seat, move: Move, lots: Lots) -> float:
    """The points of this round that a seat may expect when it makes this move: all play on by
    their own way until its next turn."""
    progress = play(world, me, move)
    while progress.ended is None:
        state = progress.after
        if state.turn == me and state.phase == "play" and progress.turn_over:
            return expected_points(state, me)
        chosen = greedy_move(Outlook(view(state, state.turn)), lots)
        progress = play(state, state.turn, chosen)
    return float(progress.ended.gold[me] - world.gold[me])


def expected_points(state: State, me: Seat) -> float:
    """What a seat has, and what it may hope for, where nothing is hidden. (L25, L26)"""
    outlook = Outlook(replace(uncovered(state), seat=me))
    brought = zip(state.values, state.takers, strict=True)
    had = sum(value * outlook.weights[taker] for value, taker in brought if taker is not None)
    return had + outlook.value - (DRAGON_HURTS if state.dragon == me else 0)


def best_by_search(outlook: Outlook, weighed: Sequence[Weighed], lots: Lots) -> list[Move]:
    """The candidates, best first, as the worlds show: all are tried in the first ones, then the
    better half in more. What each seemed worth counts as so many worlds."""
    sums = {move: FIRST_THOUGHT * worth for worth, move in weighed}
    likely, left = likely_worlds(outlook, lots), list(sums)
    for count in WORLDS:
        for _ in range(count):
            world, seed = next(likely), lots.bytes(8)
            for move in left:
                found = points_after(world.state, outlook.me, move, Lots(seed, "playout"))
                sums[move] += world.weight * found
        left.sort(key=lambda move: -sums[move])
        left = left[: (len(left) + 1) // 2]
    return left + [move for move in sums if move not in left]
