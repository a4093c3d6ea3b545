"""The staged search of every hard bot, and weighted draws.

A search tries the moves that seem best in the same possible worlds. Stage by stage it keeps fewer
moves and gives each more worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, Generic, NamedTuple, TypeVar

from games.engine.rng import WORD_RANGE, Rng

M = TypeVar("M")
T = TypeVar("T")

ANY_MARGIN: Final = 1e9
"""A margin that drops no move."""


class SearchStage(NamedTuple):
    """The number of best moves that stay in the search, and of worlds in which each is tried."""

    moves: int
    worlds: int


class World(NamedTuple, Generic[M]):
    """A world to try moves in: its weight, and a function that returns a move's result in it."""

    weight: float
    result: Callable[[M], float]


class Trial(Generic[M]):
    """A move and its results so far."""

    __slots__ = ("bonus", "move", "total", "weight")

    def __init__(self, move: M, worth: float, prior: float, bonus: float = 0.0) -> None:
        self.move = move
        self.weight = prior
        """The total weight of the worlds so far; the first estimate counts as `prior` worlds."""
        self.total = prior * worth
        self.bonus = bonus
        """Added to the mean, whatever the results."""

    def add(self, world: World[M]) -> None:
        self.total += world.weight * world.result(self.move)
        self.weight += world.weight

    @property
    def score(self) -> float:
        return self.total + self.weight * self.bonus


def best_by_search(
    trials: Sequence[Trial[M]],
    stages: Iterable[SearchStage],
    worlds: Iterator[World[M]],
    margin: float = ANY_MARGIN,
) -> M:
    """Try the moves, given best first, stage by stage, and return the best.

    A move whose mean is more than `margin` below that of the best is dropped before a stage.
    """
    left = list(trials)
    for stage in stages:
        least = left[0].score - left[0].weight * margin
        left = [trial for trial in left if trial.score >= least][: stage.moves]
        if len(left) == 1:
            break
        for _ in range(stage.worlds):
            world = next(worlds)
            for trial in left:
                trial.add(world)
        left.sort(key=lambda trial: -trial.score)
    return left[0].move


def halving_stages(moves: int, worlds: int) -> list[SearchStage]:
    """Return stages that each keep the better half of the moves and make `worlds` trials."""
    stages = []
    while moves > 1:
        stages.append(SearchStage(moves, worlds // moves))
        moves //= 2
    return [*stages, SearchStage(1, 0)]


def draw_index(cumulative: Sequence[float], rng: Rng, resolution: int = WORD_RANGE) -> int:
    """Draw an index by weight, from the running sums of the weights.

    `resolution` is the number of values that the draw can have; changing it changes the draws.
    """
    mark = rng.below(resolution) / resolution * cumulative[-1]
    return next((n for n, reached in enumerate(cumulative) if mark < reached), len(cumulative) - 1)


def draw_weighted(
    things: Sequence[T], weights: Iterable[float], rng: Rng, resolution: int = WORD_RANGE
) -> T:
    return things[draw_index(list(accumulate(weights)), rng, resolution)]
