"""How each path card of a deck can be laid on a cell: small tables, filled when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from games.mine.moves import Place
from games.mine.tunnels import Cell, Needs, Tile, ways_to_lay

Deck = Mapping[str, tuple[Tile, Tile]]
"""Every path card by its name, upright and turned."""
Make = Callable[[str, Cell, bool], Place]

MOST = 2**13
"""Cells with certain needs that are remembered; a table that runs on beyond is begun anew."""


class Ways(dict[str, tuple[bool, ...]]):
    """For every card, the ways up in which it can be laid on a cell with certain needs."""

    __slots__ = ("_deck", "_needs")

    def __init__(self, deck: Deck, needs: Needs) -> None:
        super().__init__()
        self._deck, self._needs = deck, needs

    def __missing__(self, card: str) -> tuple[bool, ...]:
        found = self[card] = ways_to_lay(self._deck[card], self._needs)
        return found


class PlacesAt(dict[str, tuple[Place, ...]]):
    """For every card the placements on one cell with certain needs."""

    __slots__ = ("_cell", "_make", "_ways")

    def __init__(self, make: Make, cell: Cell, ways: Ways) -> None:
        super().__init__()
        self._make, self._cell, self._ways = make, cell, ways

    def __missing__(self, card: str) -> tuple[Place, ...]:
        found = self[card] = _placements(self._make, card, self._cell, self._ways[card])
        return found


@lru_cache(maxsize=2**14)
def _placements(make: Make, card: str, cell: Cell, ways: tuple[bool, ...]) -> tuple[Place, ...]:
    """The same few tuples serve a cell whatever it needs."""
    return tuple(make(card, cell, way) for way in ways)


class Places(dict[tuple[Cell, Needs], PlacesAt]):
    """The placements of a deck's cards by cell and by what fits there; ask with `needs & FIT`."""

    __slots__ = ("_deck", "_make", "_ways")

    def __init__(self, deck: Deck, make: Make) -> None:
        super().__init__()
        self._deck, self._make = deck, make
        self._ways: dict[Needs, Ways] = {}

    def __missing__(self, key: tuple[Cell, Needs]) -> PlacesAt:
        if len(self) >= MOST:
            self.clear()
            self._ways.clear()
        cell, needs = key
        if needs not in self._ways:
            self._ways[needs] = Ways(self._deck, needs)
        found = self[key] = PlacesAt(self._make, cell, self._ways[needs])
        return found
