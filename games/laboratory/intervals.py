"""How sure a figure is: a share or a mean, and where the truth lies in 95 of 100 such runs."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, cos, fsum, inf, pi, sin, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

SURE: Final = 0.95
NORMAL: Final = NormalDist()


class Estimate(NamedTuple):
    """A figure, between what and what the truth may lie, and how many it was counted in."""

    value: float
    low: float
    high: float
    of: int


def share(values: Sequence[float]) -> Estimate:
    """How often it came true, with Wilson's interval. A value between 0 and 1 counts in part."""
    n = len(values)
    if not n:
        return Estimate(0.0, 0.0, 1.0, 0)
    p, z = fsum(values) / n, NORMAL.inv_cdf((1 + SURE) / 2)
    middle = p + z * z / (2 * n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)
    return Estimate(p, max(0.0, low), min(1.0, high), n)


def mean(values: Sequence[float]) -> Estimate:
    """The mean, with Student's interval."""
    n = len(values)
    if not n:
        return Estimate(0.0, -inf, inf, 0)
    middle = fsum(values) / n
    reach = student(SURE, n - 1) * deviation(values) / sqrt(n) if n > 1 else inf
    return Estimate(middle, middle - reach, middle + reach, n)


def deviation(values: Sequence[float]) -> float:
    """How far values lie from their mean, as a sample shows it."""
    middle = fsum(values) / len(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def within(t: float, freedom: int) -> float:
    """How likely Student's t is between -t and t. (Abramowitz and Stegun 26.7.3 and 26.7.4)"""
    angle, odd = atan(t / sqrt(freedom)), freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for step in range(freedom // 2):
        total += term
        term *= cos(angle) ** 2 * (2 * step + 1 + odd) / (2 * step + 2 + odd)
    total *= sin(angle)
    return (angle + total) * 2 / pi if odd else total


def student(likely: float, freedom: int) -> float:
    """Which t Student's stays within, so likely."""
    low, high = 0.0, 2.0
    while within(high, freedom) < likely:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if within(middle, freedom) > likely else (middle, high)
    return high
