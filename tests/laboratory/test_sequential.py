"""The sequential test, on simulated pairs whose true difference is known."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bench.sequential import BOUNDARY, LOOKS, Answer, Design, answer, evidence

Draw = Callable[[Random], float]
CONTESTS = 300


def coin(likely: float, other: float) -> Draw:
    """Simulate pairs where A and B win with these probabilities."""
    return lambda chance: (chance.random() < likely) - (chance.random() < other)


def played(draw: Draw, chance: Random, design: Design) -> tuple[Answer, int]:
    """Return the answer of a contest and the number of pairs."""
    pairs: list[float] = []
    for _ in range(LOOKS):
        pairs += [draw(chance) for _ in range(design.batch)]
        found = answer(pairs, design)
        if found is not Answer.OPEN:
            return found, len(pairs)
    return Answer.OPEN, len(pairs)


def answers(draw: Draw, design: Design) -> tuple[dict[Answer, float], float]:
    """Return the share of each answer and the mean number of pairs, over many contests."""
    chance = Random(18)
    found = [played(draw, chance, design) for _ in range(CONTESTS)]
    shares = {a: sum(said is a for said, _ in found) / CONTESTS for a in Answer}
    return shares, sum(pairs for _, pairs in found) / CONTESTS


@pytest.mark.parametrize(
    ("draw", "design"),
    [
        (coin(0.5, 0.5), Design(10, 1)),
        (coin(0.9, 0.9), Design(10, 1)),
        (coin(0.5, 0.5), Design(6, 0.5)),
        (lambda chance: chance.gauss(0, 4), Design(6, 5)),
    ],
)
def test_of_two_equal_bots_one_seems_better_in_less_than_5_percent(
    draw: Draw, design: Design
) -> None:
    shares, _ = answers(draw, design)
    assert shares[Answer.BETTER] <= 0.05
    assert shares[Answer.WORSE] <= 0.05


def test_looking_eight_times_with_the_usual_boundary_would_mislead() -> None:
    """This is why the boundary is higher."""
    chance, deceived = Random(18), 0
    for _ in range(CONTESTS):
        pairs: list[float] = []
        for _ in range(LOOKS):
            pairs += [chance.gauss(0, 1) for _ in range(12)]
            if evidence(pairs, 1) > 1.645:
                deceived += 1
                break
    assert deceived / CONTESTS > 0.08


def test_a_strong_difference_is_found_nearly_always_and_soon() -> None:
    shares, pairs = answers(coin(0.8, 0.4), Design(10, 1))
    assert shares[Answer.BETTER] > 0.95
    assert pairs < 40 < Design(10, 1).most


def test_a_worse_bot_is_recognised_too() -> None:
    shares, _ = answers(coin(0.4, 0.8), Design(10, 1))
    assert shares[Answer.WORSE] > 0.95


def test_a_stronger_difference_needs_fewer_pairs() -> None:
    needed = [answers(coin(p, 0.4), Design(10, 1))[1] for p in (0.5, 0.65, 0.9)]
    assert needed == sorted(needed, reverse=True)


def test_a_few_identical_pairs_prove_nothing() -> None:
    assert evidence([0.1] * 10, 1) < BOUNDARY < evidence([1.0] * 20, 1)


def test_the_test_needs_whole_batches_and_has_an_end() -> None:
    for pairs in (0, 9, 88):
        with pytest.raises(ValueError, match="no whole batches"):
            answer([1.0] * pairs, Design(10, 1))
    assert answer([1.0] * 80, Design(10, 1)) is Answer.BETTER
