"""Caches for values computed from a mine, and for often listed moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from games.engine.moves import Break, Discard, Place, PlayAt, Repair, discard, play_at
from games.engine.notation import Seat
from games.engine.tunnels import Cell, Mine, Needs, Tile, fitting_orientations

T = TypeVar("T")
Tools = tuple[tuple[str, ...], ...]
"""The broken tools in front of each seat."""


def cached_per_mine(work: Callable[[Mine], T]) -> Callable[[Mine], T]:
    """Cache the results of a function in the mine.

    Most moves don't change the mine, and all worlds of a view share it. Mines are immutable, so
    entries never expire; callers must not change the results.
    """

    def ask(mine: Mine) -> T:
        try:
            answer: T = mine.kept[work]
        except KeyError:
            answer = mine.kept[work] = work(mine)
        return answer

    return ask


Deck = Mapping[str, tuple[Tile, Tile]]
"""Every path card by name: upright and turned."""
MakePlace = Callable[[str, Cell, bool], Place]
PlacementsByCard = Mapping[str, tuple[Place, ...]]
"""The placements on one cell, for every card of a deck."""

MAX_CACHED_CELLS = 2**12
"""The number of cached pairs of cell and needs; a larger cache is cleared."""


class PlacementCache(dict[tuple[Cell, Needs], PlacementsByCard]):
    """The placements of a deck's cards by cell and by what fits there; look up `needs & FIT`."""

    __slots__ = ("_deck", "_fitting", "_make", "_nowhere")

    def __init__(self, deck: Deck, make: MakePlace) -> None:
        super().__init__()
        self._deck, self._make = deck, make
        self._nowhere: dict[str, tuple[Place, ...]] = dict.fromkeys(deck, ())
        self._fitting: dict[Needs, dict[str, tuple[bool, ...]]] = {}
        """The cards that fit certain needs, each with the orientations in which it fits."""

    def __missing__(self, key: tuple[Cell, Needs]) -> PlacementsByCard:
        if len(self) >= MAX_CACHED_CELLS:
            self.clear()
        cell, needs = key
        found = self._nowhere.copy()
        for card, ways in self._cards_that_fit(needs).items():
            found[card] = _placements(self._make, card, cell, ways)
        self[key] = found  # whole: another thread may ask for the same
        return found

    def _cards_that_fit(self, needs: Needs) -> dict[str, tuple[bool, ...]]:
        if needs not in self._fitting:
            ways = {card: fitting_orientations(tiles, needs) for card, tiles in self._deck.items()}
            self._fitting[needs] = {card: found for card, found in ways.items() if found}
        return self._fitting[needs]


@lru_cache(maxsize=2**14)
def _placements(
    make: MakePlace, card: str, cell: Cell, ways: tuple[bool, ...]
) -> tuple[Place, ...]:
    """Return the placements; cells share the same few tuples whatever their needs."""
    return tuple(make(card, cell, way) for way in ways)


def every_discard(
    cards: Iterable[str],
) -> tuple[dict[str, Discard], dict[tuple[str, str], Discard]]:
    """Return the discards of each of these cards, and of any two. (D6, L8)"""
    names = sorted(cards)
    pairs = {(a, b): discard(a, b) for a in names for b in names if a <= b}
    return {card: discard(card) for card in names}, pairs


def pairs_in(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each pair of cards of a hand once."""
    pairs = combinations(hand, 2)
    return list(pairs if len({*hand}) == len(hand) else dict.fromkeys(pairs))


@cached_per_mine
def looks(mine: Mine) -> list[PlayAt]:
    """Return a map for every face-down goal. (C16, D23)"""
    return [play_at("map", cell) for cell in mine.hidden]


@lru_cache(maxsize=2**14)
def breaks(
    card: str, broken: tuple[tuple[str, ...], ...], spared: Seat | None
) -> tuple[Break, ...]:
    """Return where this broken tool can be laid: one of each kind at most per player. (C13, D20)"""
    tool = card.removeprefix("broken-")
    whole = [seat for seat, tools in enumerate(broken) if tool not in tools]
    return tuple(Break(card, seat) for seat in whole if seat != spared)


@lru_cache(maxsize=2**14)
def repairs(card: str, broken: Tools) -> tuple[Repair, ...]:
    """Return the broken tools of all players that this card can repair. (C14)"""
    repaired = card.split("-")[1:]
    owned = ((seat, tool) for seat, tools in enumerate(broken) for tool in tools)
    return tuple(Repair(card, seat, tool) for seat, tool in owned if tool in repaired)
