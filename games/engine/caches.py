"""How each path card of a deck can be laid on a cell: small tables, filled when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from games.mine.moves import Place
from games.mine.tunnels import Cell, Needs, Tile, ways_to_lay

Deck = Mapping[str, tuple[Tile, Tile]]
"""Every path card by its name, upright and turned."""
Make = Callable[[str, Cell, bool], Place]
PlacesAt = Mapping[str, tuple[Place, ...]]
"""For every card of a deck the placements on one cell."""

MOST = 2**12
"""Cells with certain needs that are remembered; a table that runs on beyond is begun anew."""


class Places(dict[tuple[Cell, Needs], PlacesAt]):
    """The placements of a deck's cards by cell and by what fits there; ask with `needs & FIT`."""

    __slots__ = ("_deck", "_fitting", "_make", "_nowhere")

    def __init__(self, deck: Deck, make: Make) -> None:
        super().__init__()
        self._deck, self._make = deck, make
        self._nowhere: dict[str, tuple[Place, ...]] = dict.fromkeys(deck, ())
        self._fitting: dict[Needs, dict[str, tuple[bool, ...]]] = {}
        """For certain needs the cards that fit, each with its ways up."""

    def __missing__(self, key: tuple[Cell, Needs]) -> PlacesAt:
        if len(self) >= MOST:
            self.clear()
        cell, needs = key
        found = self._nowhere.copy()
        for card, ways in self._cards_that_fit(needs).items():
            found[card] = _placements(self._make, card, cell, ways)
        self[key] = found  # whole: another thread may ask for the same
        return found

    def _cards_that_fit(self, needs: Needs) -> dict[str, tuple[bool, ...]]:
        if needs not in self._fitting:
            ways = {card: ways_to_lay(tiles, needs) for card, tiles in self._deck.items()}
            self._fitting[needs] = {card: found for card, found in ways.items() if found}
        return self._fitting[needs]


@lru_cache(maxsize=2**14)
def _placements(make: Make, card: str, cell: Cell, ways: tuple[bool, ...]) -> tuple[Place, ...]:
    """The same few tuples serve a cell whatever it needs."""
    return tuple(make(card, cell, way) for way in ways)
