"""Whether A is better than B: tested repeatedly while pairs are played, until it is decided.

Each pair gives a difference: how much better A did than B on the same deal. If both were equally
good, differences would be around zero, and their mean, divided by its standard error, would be
within a few units of zero (Student's t).

Looking after every batch and stopping as soon as it looks good is misleading: with many looks, luck
alone gets one of them over the usual 1.64. So the boundary is higher, the same for each of at most
eight looks (Pocock's boundary): luck alone crosses it at any look in less than 5 of 100 contests,
so "A is better" has 95 % confidence. A strong difference crosses it at the first look, and the rest
need not be played.

A few pairs may happen to be alike and seem more certain than they are: eleven wins in a row prove
less than it seems. So two imagined pairs are added to each sample, one won and one lost by a full
swing. That only makes it harder to reach a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import copysign, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.laboratory.counting import NORMAL, within

LOOKS: Final = 8
"""The most batches played."""
BOUNDARY: Final = 2.225
"""Pocock's for eight looks and 5 of 100 on one side (Jennison and Turnbull, table 2.1: 10 of 100 on
both)."""
SUREST: Final = 8.0
"""The largest evidence."""


class Answer(Enum):
    BETTER = "better"
    WORSE = "worse"
    OPEN = "open"


class Design(NamedTuple):
    """The design of a test."""

    batch: int
    """Pairs between two looks."""
    swing: float
    """By how much a pair can plausibly be won or lost."""

    @property
    def most(self) -> int:
        return self.batch * LOOKS


def answer(differences: Sequence[float], design: Design) -> Answer:
    """Return what is decided after these pairs. Call it only after whole batches."""
    if not differences or len(differences) % design.batch or len(differences) > design.most:
        raise ValueError(f"{len(differences)} pairs are no whole batches of {design.batch}")
    height = evidence(differences, design.swing)
    if abs(height) < BOUNDARY:
        return Answer.OPEN
    return Answer.BETTER if height > 0 else Answer.WORSE


def evidence(differences: Sequence[float], swing: float) -> float:
    """Return how far the mean is above zero, in standard errors."""
    sample = [*differences, swing, -swing]
    t = fmean(sample) / (stdev(sample) / sqrt(len(sample)))
    likely = within(abs(t), len(sample) - 1)
    height = NORMAL.inv_cdf((1 + likely) / 2) if likely < 1 else SUREST
    return copysign(min(height, SUREST), t)
