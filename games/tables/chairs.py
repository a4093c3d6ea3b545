"""The chairs of a new table, beside its owner's: each is free, or has a bot. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.mine.minds import STRENGTHS

FREE: Final = "free"
NONE: Final = "none"
"""No chair stands here: a table may have fewer than its game allows."""
STATES: Final = (FREE, *STRENGTHS)


@dataclass(frozen=True, slots=True)
class Chairs:
    """One word for each: `free`, or how strong the bot on it plays."""

    states: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many play: the owner has a chair too."""
        return 1 + len(self.states)

    @property
    def strengths(self) -> tuple[str, ...]:
        return tuple(state for state in self.states if state != FREE)

    @property
    def places(self) -> tuple[int, ...]:
        """The seats of the bots, as a table counts them."""
        return tuple(seat for seat, state in enumerate(self.states, 1) if state != FREE)

    @property
    def is_full(self) -> bool:
        """Is there no chair for anybody else?"""
        return FREE not in self.states


def usual(size: int, bots: int, strength: str) -> Chairs:
    """So many players, with so many bots next to the owner."""
    return Chairs(tuple(strength if seat <= bots else FREE for seat in range(1, size)))
