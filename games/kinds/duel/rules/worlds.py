"""Hidden worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kinds.duel.rules.cards import FORCED, GOALS, deck
from games.kinds.duel.rules.state import ROUNDS, State
from games.kinds.duel.rules.view import View
from games.mine.hands import each_anew
from games.mine.seeds import Lots, Seeds


def worlds(view: View, lots: Lots) -> Iterator[State]:
    """Without end: all that the view hides is dealt anew, all that it shows stays."""
    cards, goals = _cards(view), _goals(view)  # counted once: every world deals them anew
    while True:
        yield _world(view, cards, goals, lots)


def _world(view: View, cards: list[str], names: list[str], lots: Lots) -> State:
    kept, hidden = _dealt_cards(view, cards, lots)
    hands = each_anew(view.seat, view.hand, view.hand_sizes, kept)
    buried = each_anew(view.seat, view.buried, view.buried_sizes, kept)
    rest = lots.shuffled([*kept, *hidden])
    goals, later, unseen = _dealt_goals(view, names, lots)
    return State(
        options=view.options,
        seeds=Seeds.by_lot(lots, ROUNDS),
        round=view.round,
        phase=view.phase,
        turn=view.turn,
        owed=view.owed,
        colours=view.colours,
        mine=view.mine,
        goals=goals,
        turning=view.turning,
        looked=view.looked,
        hands=hands,
        stock=tuple(rest[view.aside :]),
        discarded=view.discarded,
        buried=buried,
        broken=view.broken,
        aside=tuple(sorted(rest[: view.aside])),
        markers=view.markers,
        markers_left=view.markers_left,
        opened=view.opened,
        keys_left=view.keys_left,
        gold=view.gold,
        won=view.won,
        past=view.past,
        unseen=unseen,
        later=later,
    )


def _cards(view: View) -> list[str]:
    """What the seat does not see."""
    seen = Counter(view.hand) + Counter(view.buried) + Counter(view.discarded) + Counter(view.won)
    seen.update(f"broken-{tool}" for tools in view.broken for tool in tools)
    seen.update(tile.name for tile in view.mine.tiles.values() if not tile.fixed)
    return sorted((Counter(deck()) - seen).elements())


def _dealt_cards(view: View, cards: list[str], lots: Lots) -> tuple[list[str], list[str]]:
    """The same by lot: what can be in a hand, and what cannot. (S5)"""
    unseen = lots.shuffled(cards)
    fixed = FORCED if view.seats == 1 else frozenset()
    kept = [card for card in unseen if card not in fixed]
    hidden = [card for card in unseen if card in fixed]
    return _made_to_measure(view, kept, hidden, lots)


def _made_to_measure(
    view: View, kept: list[str], hidden: list[str], lots: Lots
) -> tuple[list[str], list[str]]:
    """A made-up position need not add up to the deck: then cards are added or left out."""
    own = len(view.hand) + len(view.buried)
    in_hands = sum(view.hand_sizes) + sum(view.buried_sizes) - own
    missing = in_hands + view.stock + view.aside - len(kept) - len(hidden)
    if missing > 0:
        free = [card for card in deck() if card not in FORCED]
        kept += [lots.choose(free) for _ in range(missing)]
    while missing < 0:
        (hidden if hidden and len(kept) <= in_hands else kept).pop()
        missing += 1
    return kept, hidden


Goals = tuple[tuple[tuple[int, int], str], ...]


def _goals(view: View) -> list[str]:
    """The goals that the seat does not know."""
    known = Counter((*view.past, *(name for _, name in view.goals if name)))
    return sorted((Counter(GOALS.keys()) - known).elements())


def _dealt_goals(
    view: View, names: list[str], lots: Lots
) -> tuple[Goals, tuple[str, ...], tuple[str, ...]]:
    """The goals on the table, those to come, and those that were never turned over."""
    left = lots.shuffled(names)
    goals = tuple((cell, name or left.pop()) for cell, name in view.goals)
    later = tuple(left[: view.later])
    return goals, later, tuple(sorted(left[view.later : view.later + view.unseen]))
