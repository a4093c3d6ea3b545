"""What lies at the mines, as far as a seat knows or may expect. (L3, L14, L22)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.kinds.lost_mines.rules.cards import DRAGON, MINES, TREASURES
from games.kinds.lost_mines.rules.view import View
from games.mine.tunnels import Cell

Chances = Mapping[str, float]
"""How likely a mine is of each kind."""


class Prize(NamedTuple):
    """What a mine may hold, as one seat expects it."""

    next: float
    """What the next treasure taken there is worth; to none there is nothing."""
    all: float
    """What all treasures are worth that are left there."""
    treasures: float
    """How many these are."""
    dragon: float
    """How likely the dragon sleeps there still."""


class Left(NamedTuple):
    """The treasures of one kind that nobody has taken: number and what it is worth, best first."""

    worth: tuple[tuple[float, int], ...]

    @property
    def next(self) -> float:
        return self.worth[0][0] if self.worth else 0.0

    @property
    def all(self) -> float:
        return sum(value for value, _ in self.worth)


def treasures_left(view: View) -> dict[str, Left]:
    """By kind; a value that this seat does not know is what may be expected of it."""
    return {kind: _left_of(view, kind) for kind in TREASURES}


def _left_of(view: View, kind: str) -> Left:
    mean = _mean_unknown(view, kind)
    dealt = enumerate(zip(view.kinds, view.values, view.takers, strict=True), 1)
    found = [
        (float(mean if value is None else value), number)
        for number, (other, value, taker) in dealt
        if other == kind and taker is None
    ]
    return Left(tuple(sorted(found, key=lambda treasure: (-treasure[0], treasure[1]))))


def _mean_unknown(view: View, kind: str) -> float:
    """Of all of a kind, less those whose value this seat knows."""
    values = list(TREASURES[kind])
    for other, value in zip(view.kinds, view.values, strict=True):
        if other == kind and value in values:
            values.remove(value)
    return sum(values) / len(values) if values else 1.0


# --- mines ----------------------------------------------------------------------------------------

UNTOLD: Final[Mapping[Cell, Chances]] = {}
"""Nothing was learned from what others did."""


def mine_chances(view: View, told: Mapping[Cell, Chances] = UNTOLD) -> dict[Cell, dict[str, float]]:
    """How likely each mine is of each kind. `told` says how much more likely others' moves make a
    kind at a mine."""
    known = [kind for _, kind in view.mines]
    kinds = [kind for kind in MINES if kind not in known]
    return {
        cell: {kind: 1.0} if kind is not None else _shares(kinds, told.get(cell, {}))
        for cell, kind in view.mines
    }


def _shares(kinds: list[str], told: Chances) -> dict[str, float]:
    weights = {kind: told.get(kind, 1.0) for kind in kinds}
    total = sum(weights.values()) or 1.0
    return {kind: weight / total for kind, weight in weights.items()}


def prizes(
    view: View, left: Mapping[str, Left], chances: Mapping[Cell, Chances]
) -> dict[Cell, Prize]:
    """What each mine may hold."""
    return {cell: _prize(view, cell, left, chances[cell]) for cell, _ in view.mines}


def _prize(view: View, cell: Cell, left: Mapping[str, Left], chances: Chances) -> Prize:
    found = [(chance, left[kind]) for kind, chance in chances.items() if kind != DRAGON]
    asleep = cell in view.mine.hidden and cell not in view.turning
    return Prize(
        next=sum(chance * there.next for chance, there in found),
        all=sum(chance * there.all for chance, there in found),
        treasures=sum(chance * len(there.worth) for chance, there in found),
        dragon=chances.get(DRAGON, 0.0) if asleep else 0.0,
    )


def less_one(prizes: Mapping[Cell, Prize], cell: Cell) -> dict[Cell, Prize]:
    """The same with one treasure less at a mine, which lies face up now."""
    prize = prizes[cell]
    count = max(0.0, prize.treasures - 1)
    rest = Prize(prize.next * min(1.0, count), max(0.0, prize.all - prize.next), count, 0.0)
    return {**prizes, cell: rest}
