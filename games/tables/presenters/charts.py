"""Small charts as numbers: a template draws them as SVG, and CSS gives them colours.

All numbers are whole, so that no language writes a comma into a drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDE: Final = 240
HIGH: Final = 48
EDGE: Final = 4
STEP: Final = 8
"""From one bar to the next."""
LEAST_SPAN: Final = 40
"""A line that hardly changes is drawn as one that hardly changes."""


class Share(NamedTuple):
    """So many of so many, as a bar of 100."""

    label: str
    won: int
    played: int

    @property
    def percent(self) -> int:
        return self.won * 100 // self.played if self.played else 0


class Line(NamedTuple):
    """How a number went, from the oldest to the newest."""

    points: str
    x: int
    y: int
    """Where it is now."""
    first: int
    last: int
    number: int
    """How many there are."""


class Bar(NamedTuple):
    """One of a row of bars: up for what was won, a stump for what was not."""

    x: int
    y: int
    height: int
    won: bool


def line(numbers: Sequence[int]) -> Line | None:
    """Nothing for fewer than two: there is no way between them."""
    if len(numbers) < 2:
        return None
    low, high = min(numbers), max(numbers)
    span = max(high - low, LEAST_SPAN)
    step = (WIDE - 2 * EDGE) / (len(numbers) - 1)
    places = [
        (round(EDGE + n * step), round(HIGH - EDGE - (number - low) * (HIGH - 2 * EDGE) / span))
        for n, number in enumerate(numbers)
    ]
    points = " ".join(f"{x},{y}" for x, y in places)
    return Line(points, *places[-1], numbers[0], numbers[-1], len(numbers))


def bars(results: str, won: str) -> list[Bar]:
    """One for each sign, from the left."""
    return [
        Bar(n * STEP, 0, 20, True) if sign == won else Bar(n * STEP, 14, 6, False)
        for n, sign in enumerate(results)
    ]
