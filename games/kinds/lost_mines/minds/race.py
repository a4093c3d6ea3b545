"""The race for the treasures: who is how far from which mine, and what may be hoped for.

`Race.hope` is the heart of every mind that looks at more than its own way: the points that a seat
may expect of all treasures that still lie there, from where the dwarfs stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from games.kinds.lost_mines.minds.prizes import Prize
from games.kinds.lost_mines.minds.terrain import BIT, Distances, Terrain, ways_to
from games.kinds.lost_mines.rules.state import Table
from games.mine.notation import Seat
from games.mine.tunnels import Cell

HEAD_START, A_TURN = 1.2, 2.4
"""Steps: so far a dwarf comes at once, and so many more with each turn, cards to lay included."""
LEAD, QUEUE = 0.15, 0.24
"""Turns: how little a lead must be to count, and how much less it counts for each treasure more."""
HASTE, SPARE = 0.47, 1.33
"""How sharply a round ends for whom it takes longer than their cards last, and how much longer
these last than they seem to."""
DELAY: Final = 0.08
"""What is a turn away is worth so much less: much can happen until then."""
DRAGON_HURTS: Final = 1.5
"""Points: what the dragon costs, since who has won nothing gives up nothing. (L26)"""
POINT: Final = 2
"""A mine whose next treasure is worth one point more is worth so many steps more."""

Fars = Mapping[Cell, Sequence[float]]
"""To each mine that is worth a walk, how far each seat's dwarf is from it."""


class Race(NamedTuple):
    """What counts for a seat, whatever the board looks like."""

    prizes: Mapping[Cell, Prize]
    weights: Sequence[float]
    """What a treasure that each seat takes is worth to this one, as a part of it."""
    me: Seat
    waits: Sequence[float]
    """How long each seat waits for its next walk, in turns."""
    turns: Sequence[float]
    """How many turns each seat still has."""
    delay: float = DELAY

    def ways(self, ground: Terrain, dwarfs: Sequence[Cell]) -> dict[Cell, Distances]:
        """How far it is to each mine that is worth a walk, from where the dwarfs stand."""
        until = 0
        for cell in dwarfs:
            until |= BIT[cell]
        return {
            cell: ways_to(ground, {cell: 0}, until)
            for cell, prize in self.prizes.items()
            if prize.next > 0
        }

    def hope(self, fars: Fars) -> float:
        """The points that may be expected of what still lies there."""
        return sum(self._from(cell, by_seat) for cell, by_seat in fars.items())

    def _from(self, cell: Cell, fars: Sequence[float]) -> float:
        """What may be expected of one mine: each has a claim, the sooner the better."""
        prize = self.prizes[cell]
        lead = LEAD + QUEUE * max(0.0, prize.treasures - 1)
        total = shared = own = likely = 0.0
        for seat, far in enumerate(fars):
            when = self.waits[seat] + max(0.0, far - HEAD_START) / A_TURN
            chance = 1 / (1 + exp(HASTE * (when - SPARE * self.turns[seat])))
            claim = chance / (when + lead) ** 2
            total += claim
            shared += claim * self.weights[seat] * exp(-self.delay * when)
            likely = max(likely, chance)
            if seat == self.me:
                own = claim
        return likely * (shared * prize.all - own * prize.dragon * DRAGON_HURTS) / total


def waits(table: Table, me: Seat) -> list[float]:
    """Counted from the walk of the seat that is to choose now."""
    return [(seat - me) % table.seats / table.seats for seat in range(table.seats)]


def turns_left(hand_sizes: Sequence[int], stock: int) -> list[float]:
    """Their cards, and their part of what can still be drawn."""
    return [size + stock / len(hand_sizes) for size in hand_sizes]


def fars(ways: Mapping[Cell, Distances], dwarfs: Sequence[Cell]) -> Fars:
    return {cell: [there.of(home) for home in dwarfs] for cell, there in ways.items()}


def delayed(free: Fars, barred: Fars, steps: int) -> dict[Cell, list[float]]:
    """Whoever a token stands in front of goes round it, or pays with so many steps."""
    return {
        cell: [min(round_it, far + steps) for round_it, far in zip(barred[cell], by, strict=True)]
        for cell, by in free.items()
    }
