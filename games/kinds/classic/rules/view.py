"""What a seat, or a spectator, may know; nothing else leaves the rules. (C2, C16, C25)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.engine.moves import UnsupportedMove
from games.engine.notation import Seat
from games.engine.progress import IDLE_PHASES, Preview
from games.engine.rng import Rng, Seeds
from games.engine.rules import preview_place
from games.engine.state import deal_unseen, left_of, only_own, public_part, shown_alike
from games.engine.tunnels import Cell
from games.kinds.classic.rules.cards import GOALS, NUGGETS, PATHS, TILES, deck, role_pool
from games.kinds.classic.rules.judge import judge_place
from games.kinds.classic.rules.legal import seat_moves
from games.kinds.classic.rules.moves import Discard, Move, Pick, Place, Refusal
from games.kinds.classic.rules.state import ROUNDS, State, View


def view(state: State, seat: Seat | None) -> View:
    seen = () if seat is None else state.looked[seat]
    shown = state.phase in IDLE_PHASES  # every goal (C16)
    over = state.phase != "play"  # then roles are shown (C2)
    counted = state.options.totals == "open" or state.phase == "over"  # (C25)
    picking = state.phase == "pick" and seat == state.turn
    return View(
        **shown_alike(state, seat),
        goals=tuple(
            (cell, name if shown or cell in state.mine.tiles or cell in seen else None)
            for cell, name in state.goals
        ),
        roles=state.roles if over else only_own(state.roles, seat),
        aside=tuple(role if over else None for role in state.aside),
        gold=state.gold if counted else only_own(state.gold, seat),
        nuggets=len(state.nuggets),
        offer=state.offer if picking else None,
        offer_size=len(state.offer),
    )


def uncovered(state: State) -> View:
    """Return the uncovered view; the nugget cards on offer belong to nobody yet."""
    plain = view(state, None)
    return replace(plain, goals=state.goals, roles=state.roles, aside=state.aside, gold=state.gold)


def look_back(seen: View, known: View, ended: State) -> View:
    """Return a past moment; nugget cards stay the secret of the seats that took them. (C25)"""
    return replace(seen, gold=known.gold, offer=known.offer)


def moves_of(view: View) -> list[Move]:
    return [] if view.seat is None else seat_moves(view, view.seat, view.hand, view.offer or ())


def preview(view: View, move: Move | UnsupportedMove) -> Preview | None:
    """Return what laying this card would connect, and which goals it would turn over at once.

    None if it isn't a placement that fits. It doesn't tell where a goal turned over would lead.
    """
    if not isinstance(move, Place) or move.card not in PATHS:
        return None
    tile = TILES[move.card, move.turned]
    try:
        judge_place(view.mine, move.cell, tile.openings, view.options.connection)
    except Refusal:
        return None
    return preview_place(view.mine, move.cell, tile)


def absent_move(view: View) -> Move:
    """Return an absent player's move: it depends only on their cards, not on their role."""
    if view.phase == "pick":
        return Pick(max(view.offer or (0,)))
    return Discard((view.hand[0],))


def worlds(view: View, rng: Rng) -> Iterator[State]:
    same = public_part(view, State)
    cards, possible = _cards(view), _nuggets(view)
    goals = left_of(GOALS, (name for _, name in view.goals if name))
    pool = role_pool(view.seats, view.options.saboteurs == "all")
    unknown = left_of(pool, (role for role in (*view.roles, *view.aside) if role))
    while True:
        unseen = _dealt_cards(view, cards, rng)[::-1]
        nuggets, offer, gold = _dealt_gold(view, possible, rng)
        roles, aside = _dealt_roles(view, unknown, rng)
        yield State(
            **same,
            seeds=Seeds.random(rng, ROUNDS),
            goals=_dealt_goals(view, goals, rng),
            hands=deal_unseen(view.seat, view.hand, view.hand_sizes, unseen),
            stock=tuple(unseen.pop() for _ in range(view.stock)),
            buried=deal_unseen(view.seat, view.buried, view.buried_sizes, unseen),
            roles=roles,
            aside=aside,
            gold=gold,
            nuggets=nuggets,
            offer=offer,
        )


def _cards(view: View) -> list[str]:
    """Return the deck's cards that the seat doesn't see."""
    seen = Counter(view.hand) + Counter(view.buried) + Counter(view.discarded)
    seen.update(f"broken-{tool}" for tools in view.broken for tool in tools)
    seen.update(tile.name for tile in view.mine.tiles.values() if not tile.fixed)
    return list((Counter(deck(view.options.maps)) - seen).elements())


def _dealt_cards(view: View, cards: list[str], rng: Rng) -> list[str]:
    own = len(view.hand) + len(view.buried)
    missing = sum(view.hand_sizes) + sum(view.buried_sizes) + view.stock - own - len(cards)
    if missing > 0:  # a made-up position need not add up to the deck
        whole = deck(view.options.maps)
        cards = [*cards, *(rng.choose(whole) for _ in range(missing))]
    return rng.shuffled(cards)


def _dealt_goals(view: View, goals: list[str], rng: Rng) -> tuple[tuple[Cell, str], ...]:
    left = iter(rng.shuffled(goals))
    return tuple((cell, name or next(left)) for cell, name in view.goals)


def _dealt_roles(view: View, roles: list[str], rng: Rng) -> tuple[tuple[str, ...], tuple[str, ...]]:
    left = iter(rng.shuffled(roles))
    dealt = tuple(role or next(left, "digger") for role in view.roles)
    return dealt, tuple(role or next(left, "digger") for role in view.aside)


Gold = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _unseen_nuggets(view: View) -> int:
    return view.nuggets + (view.offer_size if view.offer is None else 0)


def _nuggets(view: View) -> list[tuple[tuple[int, ...], int]]:
    """Return the possible hidden nugget cards, each with what is left for the others' gold."""
    seen = view.offer or ()
    owned = sum(gold or 0 for gold in view.gold) + sum(seen)
    return [
        (cards, rest)
        for cards in _draws(Counter(NUGGETS) - Counter(seen), _unseen_nuggets(view))
        if (rest := sum(NUGGETS) - owned - sum(cards)) == 0 or (rest > 0 and None in view.gold)
    ]


def _dealt_gold(view: View, possible: list[tuple[tuple[int, ...], int]], rng: Rng) -> Gold:
    """Draw the pile, the offer and everybody's gold, so that all nuggets add up."""
    # If a made-up position doesn't add up, any cards will do.
    cards, rest = rng.choose(possible) if possible else (NUGGETS[: _unseen_nuggets(view)], 0)
    shuffled = rng.shuffled(cards)
    pile, offer = shuffled[: view.nuggets], shuffled[view.nuggets :]
    hidden = [seat for seat, gold in enumerate(view.gold) if gold is None]
    return tuple(pile), tuple(sorted(view.offer or offer)), _spread(view, hidden, rest, rng)


def _draws(bank: Counter[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to draw `count` of these nugget cards."""
    for threes in range(bank[3] + 1):
        for twos in range(bank[2] + 1):
            ones = count - threes - twos
            if 0 <= ones <= bank[1]:
                yield (1,) * ones + (2,) * twos + (3,) * threes


def _spread(view: View, hidden: list[int], rest: int, rng: Rng) -> tuple[int, ...]:
    """Spread the others' total over them at random."""
    gold = [known or 0 for known in view.gold]
    for _ in range(rest if hidden else 0):
        gold[rng.choose(hidden)] += 1
    return tuple(gold)
