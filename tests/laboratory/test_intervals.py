"""Intervals, compared with values from statistics tables."""

from __future__ import annotations

from math import inf

import pytest

from games.laboratory.counting import mean, share, student, within


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (50, 100, 0.4038, 0.5962)],
)
def test_a_share_has_wilsons_interval(won: int, of: int, low: float, high: float) -> None:
    found = share([1.0] * won + [0.0] * (of - won))
    assert found.of == of
    assert (found.value, found.low, found.high) == pytest.approx((won / of, low, high), abs=1e-4)


def test_a_shared_win_counts_in_part() -> None:
    assert share([0.5, 0.5, 1.0, 0.0]) == share([1.0, 1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.7062), (2, 4.3027), (9, 2.2622), (10, 2.2281), (120, 1.9799)]
)
def test_students_t_matches_the_tables(freedom: int, t: float) -> None:
    assert student(0.95, freedom) == pytest.approx(t, abs=1e-4)
    assert within(t, freedom) == pytest.approx(0.95, abs=1e-5)


def test_a_mean_has_students_interval() -> None:
    found = mean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert found[:3] == pytest.approx((5.5, 3.3341, 7.6659), abs=1e-4)


def test_without_data_an_interval_is_unbounded() -> None:
    assert share([]) == (0, 0, 1, 0)
    assert mean([]) == (0, -inf, inf, 0)
    assert mean([3]) == (3, -inf, inf, 1)
