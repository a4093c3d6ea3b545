"""Hidden worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.kinds.classic.rules.cards import GOALS, NUGGETS, deck, role_pool
from games.kinds.classic.rules.state import ROUNDS, State
from games.kinds.classic.rules.view import View
from games.mine.seeds import Lots, Seeds


class Hidden(NamedTuple):
    """What a view hides, counted once: every world deals it anew."""

    cards: list[str]
    goals: list[str]
    roles: list[str]
    nuggets: list[tuple[tuple[int, ...], int]]
    """Which nugget cards may be hidden, and what the others then have together."""


def worlds(view: View, lots: Lots) -> Iterator[State]:
    """Without end: all that the view hides is dealt anew, all that it shows stays."""
    hidden = Hidden(_cards(view), _goals(view), _roles(view), _nuggets(view))
    while True:
        yield _world(view, hidden, lots)


def _world(view: View, hidden: Hidden, lots: Lots) -> State:
    unseen = iter(_dealt_cards(view, hidden.cards, lots))

    def draw(count: int) -> tuple[str, ...]:
        return tuple(next(unseen) for _ in range(count))

    def each(own: tuple[str, ...], sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            own if seat == view.seat else tuple(sorted(draw(size)))
            for seat, size in enumerate(sizes)
        )

    nuggets, offer, gold = _dealt_gold(view, hidden.nuggets, lots)
    roles, aside = _dealt_roles(view, hidden.roles, lots)
    return State(
        options=view.options,
        seeds=Seeds.by_lot(lots, ROUNDS),
        round=view.round,
        phase=view.phase,
        turn=view.turn,
        last=view.last,
        passes=view.passes,
        mine=view.mine,
        goals=_dealt_goals(view, hidden.goals, lots),
        looked=view.looked,
        hands=each(view.hand, view.hand_sizes),
        stock=draw(view.stock),
        discarded=view.discarded,
        buried=each(view.buried, view.buried_sizes),
        broken=view.broken,
        roles=roles,
        aside=aside,
        gold=gold,
        nuggets=nuggets,
        offer=offer,
    )


# --- cards, goals and roles -----------------------------------------------------------------------


def _cards(view: View) -> list[str]:
    """The cards of the deck that the seat does not see."""
    seen = Counter(view.hand) + Counter(view.buried) + Counter(view.discarded)
    seen.update(f"broken-{tool}" for tools in view.broken for tool in tools)
    seen.update(tile.name for tile in view.mine.tiles.values() if not tile.fixed)
    return list((Counter(deck(view.options.maps)) - seen).elements())


def _dealt_cards(view: View, cards: list[str], lots: Lots) -> list[str]:
    own = len(view.hand) + len(view.buried)
    missing = sum(view.hand_sizes) + sum(view.buried_sizes) + view.stock - own - len(cards)
    if missing > 0:  # a made-up position need not add up to the deck
        whole = deck(view.options.maps)
        cards = [*cards, *(lots.choose(whole) for _ in range(missing))]
    return lots.shuffled(cards)


def _goals(view: View) -> list[str]:
    known = Counter(name for _, name in view.goals if name)
    return sorted((Counter(GOALS.keys()) - known).elements())


def _dealt_goals(
    view: View, goals: list[str], lots: Lots
) -> tuple[tuple[tuple[int, int], str], ...]:
    left = iter(lots.shuffled(goals))
    return tuple((cell, name or next(left)) for cell, name in view.goals)


def _roles(view: View) -> list[str]:
    pool = Counter(role_pool(view.seats, view.options.saboteurs == "all"))
    pool -= Counter(role for role in (*view.roles, *view.aside) if role)
    return sorted(pool.elements())


def _dealt_roles(
    view: View, roles: list[str], lots: Lots
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    left = iter(lots.shuffled(roles))
    dealt = tuple(role or next(left, "digger") for role in view.roles)
    return dealt, tuple(role or next(left, "digger") for role in view.aside)


# --- gold -----------------------------------------------------------------------------------------

Gold = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _unseen_nuggets(view: View) -> int:
    return view.nuggets + (view.offer_size if view.offer is None else 0)


def _nuggets(view: View) -> list[tuple[tuple[int, ...], int]]:
    """The nugget cards that can be hidden, and what is then left for the others' gold."""
    seen = view.offer or ()
    owned = sum(gold or 0 for gold in view.gold) + sum(seen)
    return [
        (cards, rest)
        for cards in _draws(Counter(NUGGETS) - Counter(seen), _unseen_nuggets(view))
        if (rest := sum(NUGGETS) - owned - sum(cards)) == 0 or (rest > 0 and None in view.gold)
    ]


def _dealt_gold(view: View, possible: list[tuple[tuple[int, ...], int]], lots: Lots) -> Gold:
    """The pile, the offer and everybody's gold, so that all nuggets add up."""
    # A made-up position need not add up: then any cards will do.
    cards, rest = lots.choose(possible) if possible else (NUGGETS[: _unseen_nuggets(view)], 0)
    shuffled = lots.shuffled(cards)
    pile, offer = shuffled[: view.nuggets], shuffled[view.nuggets :]
    hidden = [seat for seat, gold in enumerate(view.gold) if gold is None]
    return tuple(pile), tuple(sorted(view.offer or offer)), _spread(view, hidden, rest, lots)


def _draws(bank: Counter[int], count: int) -> Iterator[tuple[int, ...]]:
    """Every way to have so many of these nugget cards."""
    for threes in range(bank[3] + 1):
        for twos in range(bank[2] + 1):
            ones = count - threes - twos
            if 0 <= ones <= bank[1]:
                yield (1,) * ones + (2,) * twos + (3,) * threes


def _spread(view: View, hidden: list[int], rest: int, lots: Lots) -> tuple[int, ...]:
    """What the others have together, spread over them by lot."""
    gold = [known or 0 for known in view.gold]
    for _ in range(rest if hidden else 0):
        gold[lots.choose(hidden)] += 1
    return tuple(gold)
