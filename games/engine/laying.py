"""How each path card of a deck can be laid on a cell: small tables, filled when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.moves import Place
from games.engine.tunnels import Cell, Needs, Tile, ways_to_lay

Deck = Mapping[str, tuple[Tile, Tile]]
"""Every path card by its name, upright and turned."""
Make = Callable[[str, Cell, bool], Place]

WAYS = {(): 0, (False,): 1, (True,): 2, (False, True): 3}
"""No way, upright, turned, both: each by its number."""
MOST = 2**12
"""Cells or needs that are remembered; a table that runs on beyond is begun anew."""


class Ways(dict[str, int]):
    """For every card, the number of the ways it can be laid on a cell with certain needs."""

    __slots__ = ("_deck", "_key")

    def __init__(self, deck: Deck, key: tuple[Needs, bool]) -> None:
        super().__init__()
        self._deck, self._key = deck, key

    def __missing__(self, card: str) -> int:
        found = self[card] = WAYS[ways_to_lay(self._deck[card], *self._key)]
        return found


class Fitting(dict[tuple[Needs, bool], Ways]):
    """The ways of a deck's cards by a cell's needs, and whether they must be joined."""

    __slots__ = ("_deck",)

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self._deck = deck

    def __missing__(self, key: tuple[Needs, bool]) -> Ways:
        if len(self) >= MOST:
            self.clear()
        found = self[key] = Ways(self._deck, key)
        return found


class PlacesAt(dict[str, tuple[tuple[Place, ...], ...]]):
    """For every card the placements on one cell, by the number of the ways."""

    __slots__ = ("_cell", "_make")

    def __init__(self, make: Make, cell: Cell) -> None:
        super().__init__()
        self._make, self._cell = make, cell

    def __missing__(self, card: str) -> tuple[tuple[Place, ...], ...]:
        upright, turned = (self._make(card, self._cell, way) for way in (False, True))
        found = self[card] = ((), (upright,), (turned,), (upright, turned))
        return found


class Places(dict[Cell, PlacesAt]):
    """The placements of a deck's cards by cell."""

    __slots__ = ("_make",)

    def __init__(self, make: Make) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, cell: Cell) -> PlacesAt:
        if len(self) >= MOST:
            self.clear()
        found = self[cell] = PlacesAt(self._make, cell)
        return found
