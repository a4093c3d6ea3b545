"""Values computed from a mine once and cached with it, and moves that are listed often."""

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
"""The broken tools before each seat."""


def cached_per_mine(work: Callable[[Mine], T]) -> Callable[[Mine], T]:
    """Answer from the mine itself when it was asked before.

    Most moves leave the mine as it is, and all worlds of a view share it. A mine never changes, so
    nothing has to be forgotten; nor may anybody change an answer.
    """

    def ask(mine: Mine) -> T:
        try:
            answer: T = mine.kept[work]
        except KeyError:
            answer = mine.kept[work] = work(mine)
        return answer

    return ask


Deck = Mapping[str, tuple[Tile, Tile]]
"""Every path card by its name, upright and turned."""
MakePlace = Callable[[str, Cell, bool], Place]
PlacementsByCard = Mapping[str, tuple[Place, ...]]
"""For every card of a deck the placements on one cell."""

MAX_CACHED_CELLS = 2**12
"""Cells with certain needs that are remembered; a table that grows beyond that is cleared."""


class PlacementCache(dict[tuple[Cell, Needs], PlacementsByCard]):
    """The placements of a deck's cards by cell and by what fits there; ask with `needs & FIT`."""

    __slots__ = ("_deck", "_fitting", "_make", "_nowhere")

    def __init__(self, deck: Deck, make: MakePlace) -> None:
        super().__init__()
        self._deck, self._make = deck, make
        self._nowhere: dict[str, tuple[Place, ...]] = dict.fromkeys(deck, ())
        self._fitting: dict[Needs, dict[str, tuple[bool, ...]]] = {}
        """For certain needs the cards that fit, each with its ways up."""

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
    """The same few tuples serve a cell whatever it needs."""
    return tuple(make(card, cell, way) for way in ways)


def every_discard(
    cards: Iterable[str],
) -> tuple[dict[str, Discard], dict[tuple[str, str], Discard]]:
    """Throwing away one of these cards, and any two. (D6, L8)"""
    names = sorted(cards)
    pairs = {(a, b): discard(a, b) for a in names for b in names if a <= b}
    return {card: discard(card) for card in names}, pairs


def pairs_in(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    """Any two cards of a hand, each two once."""
    pairs = combinations(hand, 2)
    return list(pairs if len({*hand}) == len(hand) else dict.fromkeys(pairs))


@cached_per_mine
def looks(mine: Mine) -> list[PlayAt]:
    """A map for every face-down goal. (C16, D23)"""
    return [play_at("map", cell) for cell in mine.hidden]


@lru_cache(maxsize=2**14)
def breaks(
    card: str, broken: tuple[tuple[str, ...], ...], spared: Seat | None
) -> tuple[Break, ...]:
    """Before whom this broken tool can be laid: one of each kind at most. (C13, D20)"""
    tool = card.removeprefix("broken-")
    whole = [seat for seat, tools in enumerate(broken) if tool not in tools]
    return tuple(Break(card, seat) for seat in whole if seat != spared)


@lru_cache(maxsize=2**14)
def repairs(card: str, broken: Tools) -> tuple[Repair, ...]:
    """Which broken tools before all players this card can repair. (C14)"""
    repaired = card.split("-")[1:]
    owned = ((seat, tool) for seat, tools in enumerate(broken) for tool in tools)
    return tuple(Repair(card, seat, tool) for seat, tool in owned if tool in repaired)
