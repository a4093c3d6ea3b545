"""Hidden worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.kinds.classic.rules.cards import GOALS, NUGGETS, deck, role_pool
from games.kinds.classic.rules.state import ROUNDS, State
from games.kinds.classic.rules.view import View
from games.mine.seeds import Lots, Seeds


def worlds(view: View, lots: Lots) -> Iterator[State]:
    """Without end: all that the view hides is dealt anew, all that it shows stays."""
    while True:
        yield _world(view, lots)


def _world(view: View, lots: Lots) -> State:
    unseen = iter(_unseen_cards(view, lots))

    def draw(count: int) -> tuple[str, ...]:
        return tuple(next(unseen) for _ in range(count))

    def each(own: tuple[str, ...], sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            own if seat == view.seat else tuple(sorted(draw(size)))
            for seat, size in enumerate(sizes)
        )

    nuggets, offer, gold = _gold(view, lots)
    roles, aside = _roles(view, lots)
    return State(
        options=view.options,
        seeds=Seeds.by_lot(lots, ROUNDS),
        round=view.round,
        phase=view.phase,
        turn=view.turn,
        last=view.last,
        passes=view.passes,
        mine=view.mine,
        goals=_goals(view, lots),
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


def _unseen_cards(view: View, lots: Lots) -> list[str]:
    """The cards of the deck that the seat does not see, by lot."""
    whole = deck(view.options.maps)
    seen = Counter(view.hand) + Counter(view.buried) + Counter(view.discarded)
    seen.update(f"broken-{tool}" for tools in view.broken for tool in tools)
    seen.update(tile.name for tile in view.mine.tiles.values() if not tile.fixed)
    unseen = list((Counter(whole) - seen).elements())
    own = len(view.hand) + len(view.buried)
    needed = sum(view.hand_sizes) + sum(view.buried_sizes) + view.stock - own
    while len(unseen) < needed:  # a made-up position need not add up to the deck
        unseen.append(lots.choose(whole))
    return lots.shuffled(unseen)


def _goals(view: View, lots: Lots) -> tuple[tuple[tuple[int, int], str], ...]:
    known = Counter(name for _, name in view.goals if name)
    left = iter(lots.shuffled(sorted((Counter(GOALS.keys()) - known).elements())))
    return tuple((cell, name or next(left)) for cell, name in view.goals)


def _roles(view: View, lots: Lots) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pool = Counter(role_pool(view.seats, view.options.saboteurs == "all"))
    pool -= Counter(role for role in (*view.roles, *view.aside) if role)
    left = iter(lots.shuffled(sorted(pool.elements())))
    roles = tuple(role or next(left, "digger") for role in view.roles)
    return roles, tuple(role or next(left, "digger") for role in view.aside)


# --- gold -----------------------------------------------------------------------------------------

Gold = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _gold(view: View, lots: Lots) -> Gold:
    """The pile, the offer and everybody's gold, so that all nuggets add up."""
    seen = view.offer or ()
    unseen = view.nuggets + (view.offer_size if view.offer is None else 0)
    hidden = [seat for seat, gold in enumerate(view.gold) if gold is None]
    owned = sum(gold or 0 for gold in view.gold) + sum(seen)
    possible = [
        (cards, rest)
        for cards in _draws(Counter(NUGGETS) - Counter(seen), unseen)
        if (rest := sum(NUGGETS) - owned - sum(cards)) == 0 or (rest > 0 and hidden)
    ]
    # A made-up position need not add up: then any cards will do.
    cards, rest = lots.choose(possible) if possible else (NUGGETS[:unseen], 0)
    shuffled = lots.shuffled(cards)
    pile, offer = shuffled[: view.nuggets], shuffled[view.nuggets :]
    return tuple(pile), tuple(sorted(seen or offer)), _spread(view, hidden, rest, lots)


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
