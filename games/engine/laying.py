"""How each path card of a deck can be laid on a cell: small tables kept between calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from games.engine.moves import Place, place
from games.engine.tunnels import Cell, Needs, Tile, ways_to_lay

Deck = Mapping[str, tuple[Tile, Tile]]
"""Every path card by its name, upright and turned."""


Fitting = Callable[[str, Needs, bool], tuple[bool, ...]]
"""Which ways up a card may lie on a cell with these needs, joined or not."""


Make = Callable[[str, Cell, bool], Place]


class Spot(dict[str, tuple[Place, ...]]):
    """For every card, how it can be laid on one cell with these needs; found when asked for."""

    __slots__ = ("_cell", "_fitting", "_make", "_must_join", "_needs")

    def __init__(
        self, fitting: Fitting, make: Make, cell: Cell, needs: Needs, must_join: bool
    ) -> None:
        super().__init__()
        self._fitting, self._make, self._cell = fitting, make, cell
        self._needs, self._must_join = needs, must_join

    def __missing__(self, card: str) -> tuple[Place, ...]:
        ways = self._fitting(card, self._needs, self._must_join)
        found = self[card] = tuple([self._make(card, self._cell, turned) for turned in ways])
        return found


class Spots:
    """The spots of one deck, and how a placement is made from a card, a cell and a way up."""

    def __init__(self, deck: Deck, make: Make = place) -> None:
        @lru_cache(maxsize=2**15)
        def fitting(card: str, needs: Needs, must_join: bool) -> tuple[bool, ...]:
            return ways_to_lay(deck[card], needs, must_join)

        @lru_cache(maxsize=2**16)
        def at(cell: Cell, needs: Needs, must_join: bool) -> Spot:
            return Spot(fitting, make, cell, needs, must_join)

        self.at = at
        """For every card, how it can be laid on a cell with these needs."""
