"""The table of what diggers and saboteurs do is counted in games, and kept as data."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from bench import likelihoods as counting
from games.kinds.classic.minds import deeds
from games.kinds.classic.minds.likelihoods import COUNTED


def counted(players: int, number: int) -> counting.Counts:
    counts: counting.Counts = defaultdict(Counter)
    for played in counting.rounds(players, number):
        counting.count(played, counts)
    return counts


def test_the_same_game_is_counted_the_same() -> None:
    assert counted(4, 1) == counted(4, 1)


def test_every_move_of_a_round_is_counted_once_but_its_last() -> None:
    counts = counted(5, 2)
    public = [sum(c.values()) for (case, _), c in counts.items() if case != deeds.KNOWING]
    moves = [len(played) - 1 for played in counting.rounds(5, 2)]
    assert sum(public) == sum(moves)


def test_shares_are_of_a_hundred_for_each_role_in_each_case() -> None:
    for kinds in COUNTED.values():
        for role in (0, 1):
            assert sum(shares[role] for shares in kinds.values()) == pytest.approx(100, abs=0.2)
    assert set(COUNTED) == set(deeds.CASES)
    assert {kind for kinds in COUNTED.values() for kind in kinds} <= set(deeds.KINDS)


def test_laps_are_added_to_the_mean_of_those_before() -> None:
    kinds = dict.fromkeys(deeds.KINDS, (0.0, 0.0))
    first = {case: {**kinds, deeds.NEARER: (60.0, 30.0)} for case in deeds.CASES}
    second = {case: {**kinds, deeds.NEARER: (30.0, 0.0)} for case in deeds.CASES}
    mean = counting.mean(counting.mean({}, first, 1), second, 2)
    assert mean[deeds.CLOSE][deeds.NEARER] == (45.0, 15.0)
