"""Rounds: dealing, winners, gold, and who begins. (C1-C6, C21-C27)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.progress import Event, Outcome, Progress, highest_score_wins
from games.engine.rng import Seed, Seeds
from games.engine.rules import progress_of
from games.engine.state import OptionError, Value, dealt_hands, without
from games.engine.tunnels import Cell, Mine
from games.kinds.classic.rules import cards
from games.kinds.classic.rules.state import NEWEST, PLAYERS, ROUNDS, Options, Ruleset, State

BARE_MINE: Final = Mine.of((cards.START_CELL,), {cards.START_CELL: cards.START}, cards.GOAL_CELLS)
"""The start card and face-down goals. (C3)"""


class Deal(NamedTuple):
    """The deal that a round's seed decides."""

    roles: tuple[str, ...]
    aside: tuple[str, ...]
    goals: tuple[tuple[Cell, str], ...]
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]


def deal(options: Options, seats: int, seed: Seed) -> Deal:
    """Shuffle and deal roles (C2), goals (C3) and cards (C4)."""
    roles = seed.rng("roles").shuffled(cards.role_pool(seats, options.saboteurs == "all"))
    goals = seed.rng("goals").shuffled(list(cards.GOALS))
    shuffled = seed.rng("deck").shuffled(cards.deck(options.maps))
    return Deal(
        tuple(roles[:seats]),
        tuple(roles[seats:]),
        tuple(zip(cards.GOAL_CELLS, goals, strict=True)),
        *dealt_hands(shuffled, seats, cards.HAND[seats]),
    )


def setup(
    options: Mapping[str, Value], seats: int, seeds: Seeds, ruleset: Ruleset = NEWEST
) -> State:
    """Return a table ready for its first round. (C1-C6)"""
    if seats not in PLAYERS:
        raise OptionError(f"{seats} players: 3 to 10 can play")
    if len(seeds.rounds) != ROUNDS:
        raise OptionError("one seed for each of three rounds")
    first = seeds.rounds[0].rng("first").below(seats)
    gold = (0,) * seats
    return begin_round(Options.of(options, ruleset), seeds, 1, first, gold, cards.NUGGETS)


def begin_round(
    options: Options,
    seeds: Seeds,
    number: int,
    first: Seat,
    gold: tuple[int, ...],
    nuggets: tuple[int, ...],
) -> State:
    """Shuffle and deal everything again; gold stays, broken tools are gone. (C5, C26)"""
    seats = len(gold)
    dealt = deal(options, seats, seeds.rounds[number - 1])
    none: tuple[tuple[str, ...], ...] = ((),) * seats
    return State(
        options=options,
        seeds=seeds,
        round=number,
        phase="play",
        turn=first,
        last=(first - 1) % seats,
        passes=0,
        mine=BARE_MINE,
        goals=dealt.goals,
        looked=((),) * seats,
        hands=dealt.hands,
        stock=dealt.stock,
        discarded=(),
        buried=none,
        broken=none,
        roles=dealt.roles,
        aside=dealt.aside,
        gold=gold,
        nuggets=tuple(seeds.game.rng(f"nuggets-{number}").shuffled(sorted(nuggets))),
        offer=(),
    )


def progress(before: State, after: State, events: list[Event]) -> Progress[State]:
    return progress_of(before, after, events, _next_round)


def end_round(state: State, finder: Seat | None, events: list[Event]) -> State:
    """Show the roles and hand out the gold. `finder` reached the treasure. (C18, C22)"""
    winners = _winners(state, finder)
    events.append(Event("round-ended", seat=finder, what=winners, amount=state.round))
    events.extend(Event("role-shown", seat=s, what=role) for s, role in enumerate(state.roles))
    events.extend(Event("role-shown", what=role) for role in state.aside)
    if finder is not None:
        return _offer_gold(state, finder, events)
    if winners == "saboteurs":
        state = _pay_saboteurs(state, events)
    return _closed(state, events)


def _winners(state: State, finder: Seat | None) -> str:
    """Return the diggers if the treasure was reached, else the saboteurs, if any. (C22)"""
    if finder is not None:
        return "diggers"
    return "saboteurs" if cards.SABOTEUR in state.roles else "nobody"


def _offer_gold(state: State, finder: Seat, events: list[Event]) -> State:
    """Offer nugget cards to the finder, then counter-clockwise to the other diggers. (C23)"""
    picker = next(_diggers_from(state.roles, finder), None)
    if picker is None:
        return _closed(state, events)
    count = _nugget_cards(state)
    offer = tuple(sorted(state.nuggets[:count]))
    events.append(Event("offered", seat=picker, amount=len(offer)))
    state = state._replace(phase="pick", turn=picker, offer=offer, nuggets=state.nuggets[count:])
    return _hand_round(state, events)


def _nugget_cards(state: State) -> int:
    """Return how many are dealt: one per player, but nine for ten; or one per digger. (C23)"""
    if state.options.gold == "per_digger":
        return state.roles.count(cards.DIGGER)
    return min(state.seats, cards.MOST_SHARED)


def _diggers_from(roles: Sequence[str], seat: Seat) -> Iterator[Seat]:
    """Yield the diggers counter-clockwise, beginning with this seat. (C23)"""
    around = ((seat - step) % len(roles) for step in range(len(roles)))
    return (there for there in around if roles[there] == cards.DIGGER)


def _hand_round(state: State, events: list[Event]) -> State:
    """Pick for the diggers while nobody is asked; then wait, or go on. (C23)"""
    while state.offer and not _is_asked(state):
        state = _take(state, max(state.offer), events)
    return state if state.offer else _closed(state, events)


def _is_asked(state: State) -> bool:
    """Tell whether diggers pick by hand and more than one card is left. (C23)

    They pick even where all cards are alike: handing these out at once would reveal their value to
    everybody. Version 1 did so.
    """
    alike = set(state.offer) if state.options.ruleset.hands_out_alike else state.offer
    return state.options.picking == "by_hand" and len(alike) > 1


def _take(state: State, value: int, events: list[Event]) -> State:
    events.append(Event("took", seat=state.turn, amount=value))
    following = next(_diggers_from(state.roles, (state.turn - 1) % state.seats))
    gold = _added(state.gold, state.turn, value)
    return state._replace(offer=tuple(without(state.offer, value)), gold=gold, turn=following)


def pick(state: State, value: int, events: list[Event]) -> State:
    """Take a nugget card of this value for the digger whose turn it is. (C23)"""
    return _hand_round(_take(state, value, events), events)


def _added(gold: tuple[int, ...], seat: Seat, amount: int) -> tuple[int, ...]:
    return (*gold[:seat], gold[seat] + amount, *gold[seat + 1 :])


def _pay_saboteurs(state: State, events: list[Event]) -> State:
    """Pay each saboteur the same, by the number really dealt. (C24)"""
    saboteurs = [seat for seat, role in enumerate(state.roles) if role == cards.SABOTEUR]
    share = cards.SABOTEURS_GOLD[min(len(saboteurs), 4)]
    for seat in saboteurs:
        left = exactly_paid(state.nuggets, share)
        state = state._replace(nuggets=left, gold=_added(state.gold, seat, share))
        events.append(Event("paid", seat=seat, amount=share))
    return state


def exactly_paid(nuggets: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """Return the cards left after paying an exact sum: few cards, big ones first. (C24)

    If no cards give the exact sum, none is taken: the sum is merely credited.
    """
    big_first = sorted(nuggets, reverse=True)
    for count in range(1, amount + 1):
        paid = next((c for c in combinations(big_first, count) if sum(c) == amount), None)
        if paid:
            return tuple(without(nuggets, *paid))
    return nuggets


def _closed(state: State, events: list[Event]) -> State:
    """Close the round once all gold is handed out; the game is over after three. (C27)"""
    if state.round < ROUNDS:
        return state._replace(phase="ended")
    events.append(Event("game-ended"))
    return state._replace(phase="over")


def _next_round(state: State) -> State:
    """Begin the next round with the left neighbour of the last to play a card. (C26)"""
    first = (state.last + 1) % state.seats
    return begin_round(
        state.options, state.seeds, state.round + 1, first, state.gold, state.nuggets
    )


def outcome(state: State) -> Outcome | None:
    """Return the outcome: most nuggets win; None while the game goes on. (C27)"""
    return highest_score_wins(state.gold) if state.phase == "over" else None
