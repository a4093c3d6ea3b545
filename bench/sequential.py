"""Is A better than B? Asked again and again while pairs are played, and answered once it is sure.

Each pair gives a difference: how much better A came out than B on the same deal. If both were
equally good, differences would lie around zero, and their mean, divided by how far it wavers, would
be within a few units of zero (Student's t).

Whoever looks after every batch and stops as soon as it looks good deceives themselves: with many
looks, luck alone gets one of them over the usual 1.64. So the line is drawn higher, at the same
height for each of at most eight looks (Pocock's boundary). It is so high that luck alone crosses it
at any look in less than 5 of 100 contests: then "A is better" is shown with 95 % confidence. A
strong difference crosses it at the first look, and the rest need not be played.

A few pairs may happen to be alike and seem surer than they are: eleven wins in a row say less
than it looks, if the twelfth game is the one that is lost. So two imagined pairs join each sample,
one won and one lost by a full swing. That only makes it harder to be sure.
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
"""Nothing is surer than that."""


class Answer(Enum):
    BETTER = "better"
    WORSE = "worse"
    OPEN = "open"


class Design(NamedTuple):
    """How a question is asked."""

    batch: int
    """Pairs between two looks."""
    swing: float
    """By how much a pair can well be won or lost."""

    @property
    def most(self) -> int:
        return self.batch * LOOKS


def answer(differences: Sequence[float], design: Design) -> Answer:
    """What is sure after these pairs. Ask only after whole batches."""
    if not differences or len(differences) % design.batch or len(differences) > design.most:
        raise ValueError(f"{len(differences)} pairs are no whole batches of {design.batch}")
    height = evidence(differences, design.swing)
    if abs(height) < BOUNDARY:
        return Answer.OPEN
    return Answer.BETTER if height > 0 else Answer.WORSE


def evidence(differences: Sequence[float], swing: float) -> float:
    """How far the mean is above zero, in units that luck wavers by."""
    sample = [*differences, swing, -swing]
    t = fmean(sample) / (stdev(sample) / sqrt(len(sample)))
    likely = within(abs(t), len(sample) - 1)
    height = NORMAL.inv_cdf((1 + likely) / 2) if likely < 1 else SUREST
    return copysign(min(height, SUREST), t)
