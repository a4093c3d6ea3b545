"""Classic states as rows, and back. (pieces, from_pieces)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine import pieces as rows
from games.engine.rng import Seed, Seeds
from games.engine.state import Value
from games.kinds.classic.rules.cards import (
    GOAL_CELLS,
    GOALS,
    NUGGETS,
    START,
    START_CELL,
    TILES,
    deck,
    role_pool,
)
from games.kinds.classic.rules.rounds import Deal, deal
from games.kinds.classic.rules.state import NEWEST, OPTIONS, Options, Ruleset, State

EXTRA = ("round", "phase", "turn", "last", "passes")


def pieces(state: State) -> rows.Pieces:
    values: list[rows.SeatValue] = []
    for seat, (gold, role) in enumerate(zip(state.gold, state.roles, strict=True)):
        values += [rows.SeatValue(seat, "gold", gold), rows.SeatValue(seat, "role", role)]
    return rows.Pieces(
        cards=tuple(_cards(state)),
        tokens=(),
        values=tuple(values),
        knowledge=tuple(rows.seen_goals(state.looked, state.goals)),
        extra=tuple((name, getattr(state, name)) for name in EXTRA),
    )


def frame(state: State) -> tuple[dict[str, Value], int, Seeds]:
    chosen = {option.name: getattr(state.options, option.name) for option in OPTIONS}
    return chosen, state.seats, state.seeds


def dealt(
    options: Mapping[str, Value], seats: int, seed: Seed, ruleset: Ruleset = NEWEST
) -> rows.Pieces:
    """Return a round's deal by its seed, to be checked when the seed is shown."""
    given = deal(Options.of(options, ruleset), seats, seed)
    values = tuple(rows.SeatValue(seat, "role", role) for seat, role in enumerate(given.roles))
    return rows.Pieces(tuple(_dealt_cards(given)), (), values, (), ())


def _dealt_cards(given: Deal | State) -> Iterator[rows.CardPiece]:
    yield from rows.pile("stock", given.stock)
    for seat, hand in enumerate(given.hands):
        yield from rows.unordered_pile("hand", hand, seat)
    yield from rows.unordered_pile("aside", given.aside)
    for cell, name in given.goals:
        if isinstance(given, Deal) or cell in given.mine.hidden:
            yield rows.CardPiece("board", name, cell=cell)


def _cards(state: State) -> Iterator[rows.CardPiece]:
    yield from _dealt_cards(state)
    yield from rows.face_up(state.mine, state.discarded)
    yield from rows.before_players(state.broken, state.buried)
    yield from rows.pile("nuggets", state.nuggets)
    yield from rows.unordered_pile("offer", state.offer)


def from_pieces(
    options: Mapping[str, Value],
    seats: int,
    seeds: Seeds,
    pieces: rows.Pieces,
    ruleset: Ruleset = NEWEST,
) -> State:
    names = rows.CardNames(pieces, seats)
    return State(
        **rows.stored_alike(pieces, names),
        options=Options.of(options, ruleset),
        seeds=seeds,
        mine=rows.mine_of(pieces, {START_CELL: START}, lambda card: TILES[card.card, card.turned]),
        goals=rows.goals_on(pieces, GOAL_CELLS),
        looked=tuple(rows.looked_at(pieces, seat) for seat in range(seats)),
        broken=tuple(map(rows.tools_in, names.of_each("tools"))),
        roles=tuple(map(str, pieces.value("role", seats))),
        aside=names.of("aside"),
        gold=tuple(map(int, pieces.value("gold", seats))),
        nuggets=tuple(map(int, names.top_first("nuggets"))),
        offer=tuple(map(int, names.of("offer"))),
    )


def problems(state: State) -> list[str]:
    cards = pieces(state).cards
    playing = [
        card.card
        for card in cards
        if card.zone in ("stock", "hand", "tools", "discard")
        or (card.zone == "board" and card.card not in GOALS and card.cell != START_CELL)
    ]
    roles = role_pool(state.seats, state.options.saboteurs == "all")
    in_play = sum(state.nuggets) + sum(state.offer) + sum(state.gold)
    return rows.unequal(
        {
            "the deck does not add up": (playing, deck(state.options.maps)),
            "the goals do not add up": ([card.card for card in cards if card.card in GOALS], GOALS),
            "the roles do not add up": ((*state.roles, *state.aside), roles),
            "the gold does not add up": ([in_play], [sum(NUGGETS)]),
        }
    )
