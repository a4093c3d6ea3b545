"""Hidden worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kinds.lost_mines.rules.cards import CLANS, LOYAL, MINES, deck, dwarf_pool, treasure_pile
from games.kinds.lost_mines.rules.state import ROUNDS, State
from games.kinds.lost_mines.rules.view import View
from games.mine.hands import each_anew
from games.mine.seeds import Lots, Seeds

SAME = (
    "options", "round", "phase", "turn", "last", "owed", "drawn", "mine", "turning", "clans",
    "dwarfs", "overcome", "traps", "trolls", "dragon", "kinds", "takers", "looked", "discarded",
    "proposal", "proposed", "gold",
)  # fmt: skip
"""What everybody sees is the same in every world."""


class Hidden(NamedTuple):
    """What a view hides, counted once: every world deals it anew."""

    cards: list[str]
    mines: list[str]
    dwarfs: list[tuple[str, str]]
    treasures: list[tuple[str, int]]


def worlds(view: View, lots: Lots) -> Iterator[State]:
    """Without end: all that the view hides is dealt anew, all that it shows stays."""
    hidden = Hidden(_cards(view), _mines(view), _dwarfs(view), _treasures(view))
    same = {name: getattr(view, name) for name in SAME}
    while True:
        yield _world(view, hidden, same, lots)


def _world(view: View, hidden: Hidden, same: dict[str, Any], lots: Lots) -> State:
    unseen = _dealt_cards(view, hidden.cards, lots)
    hands = each_anew(view.seat, view.hand, view.hand_sizes, unseen)
    buried = each_anew(view.seat, view.buried, view.buried_sizes, unseen)
    characters, spare = _dealt_dwarfs(view, hidden.dwarfs, lots)
    values, unused = _dealt_treasures(view, hidden.treasures, lots)
    return State(
        seeds=Seeds.by_lot(lots, ROUNDS),
        mines=_dealt_mines(view, hidden.mines, lots),
        characters=characters,
        spare=spare,
        values=values,
        unused=unused,
        hands=hands,
        buried=buried,
        aside=tuple(sorted(unseen[: view.aside])),
        stock=tuple(unseen[view.aside :]),
        **same,
    )


def _cards(view: View) -> list[str]:
    """The cards that the seat does not see."""
    seen = Counter(view.hand) + Counter(view.buried) + Counter(view.discarded)
    seen["troll"] += len(view.trolls)
    seen.update(tile.name for tile in view.mine.tiles.values() if not tile.fixed)
    return sorted((Counter(deck()) - seen).elements())


def _dealt_cards(view: View, cards: list[str], lots: Lots) -> list[str]:
    """The same by lot; just as many as must lie somewhere."""
    unseen = lots.shuffled(cards)
    hidden = sum(view.hand_sizes) + sum(view.buried_sizes) - len(view.hand) - len(view.buried)
    needed = hidden + view.stock + view.aside
    if len(unseen) < needed:  # a made-up position need not add up to the deck
        whole = deck()
        unseen += [lots.choose(whole) for _ in range(needed - len(unseen))]
    return unseen[:needed]


def _mines(view: View) -> list[str]:
    known = Counter(kind for _, kind in view.mines if kind)
    return sorted((Counter(MINES.keys()) - known).elements())


def _dealt_mines(
    view: View, mines: list[str], lots: Lots
) -> tuple[tuple[tuple[int, int], str], ...]:
    left = lots.shuffled(mines)
    return tuple((cell, kind or left.pop()) for cell, kind in view.mines)


def _dwarfs(view: View) -> list[tuple[str, str]]:
    """The dwarf cards that the seat does not know, dealt or not."""
    pool = Counter(dwarf_pool(view.seats))
    dealt = zip(view.clans, view.characters, strict=True)
    pool -= Counter((clan, character) for clan, character in dealt if character)
    return sorted(pool.elements())


def _dealt_dwarfs(
    view: View, dwarfs: list[tuple[str, str]], lots: Lots
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Characters for every clan that its backs allow, and the cards left over."""
    left = lots.shuffled(dwarfs)
    by_clan = {clan: [c for other, c in left if other == clan] for clan in CLANS}
    characters = tuple(
        known or (by_clan[clan].pop() if by_clan[clan] else LOYAL)
        for clan, known in zip(view.clans, view.characters, strict=True)
    )
    rest = sorted((clan, character) for clan in CLANS for character in by_clan[clan])
    return characters, tuple(rest[: view.spare])


Treasures = tuple[tuple[int, ...], tuple[tuple[str, int], ...]]


def _treasures(view: View) -> list[tuple[str, int]]:
    """The treasures whose value the seat does not know, laid out or not."""
    pool = Counter(treasure_pile())
    pool -= Counter((k, v) for k, v in zip(view.kinds, view.values, strict=True) if v)
    return sorted(pool.elements())


def _dealt_treasures(view: View, treasures: list[tuple[str, int]], lots: Lots) -> Treasures:
    """Values for every kind that its backs allow, and the treasures left over."""
    left = lots.shuffled(treasures)
    values = []
    for kind, known in zip(view.kinds, view.values, strict=True):
        drawn = next((treasure for treasure in left if treasure[0] == kind), (kind, 1))
        if known is None and drawn in left:
            left.remove(drawn)
        values.append(known or drawn[1])
    return tuple(values), tuple(sorted(left)[: view.unused])
