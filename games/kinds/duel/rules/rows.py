"""States of The Duel or the solo game as rows, and back. (pieces, from_pieces)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import pieces as rows
from games.engine.rng import Seed, Seeds
from games.engine.state import Value
from games.engine.tunnels import Mine, Tile
from games.kinds.duel.rules import cards
from games.kinds.duel.rules.rounds import options_of, shuffled_deck
from games.kinds.duel.rules.state import Owned, State

EXTRA = ("round", "phase", "turn", "owed", "markers_left", "keys_left")
TOKENS = ("marker", "key")
HEAPS = ("aside", "won", "past", "unseen")


def pieces(state: State) -> rows.Pieces:
    return rows.Pieces(
        cards=tuple(_cards(state)),
        tokens=tuple(_tokens(state)),
        values=tuple(_values(state)),
        knowledge=tuple(rows.seen_goals(state.looked, state.goals)),
        extra=tuple((name, getattr(state, name)) for name in EXTRA),
    )


def frame(state: State) -> tuple[dict[str, Value], int, Seeds]:
    return dict(state.options), state.seats, state.seeds


def dealt(options: Mapping[str, Value], seats: int, seed: Seed) -> rows.Pieces:
    """Return the deck as a round's seed shuffles it, before gold won is removed and hands are
    dealt, to be checked when the seed is shown."""
    return rows.Pieces(tuple(rows.pile("stock", shuffled_deck(seed))), (), (), (), ())


def _cards(state: State) -> Iterator[rows.CardPiece]:
    yield from rows.pile("stock", state.stock)
    for seat, hand in enumerate(state.hands):
        yield from rows.unordered_pile("hand", hand, seat)
        yield from rows.unordered_pile("gold", state.gold[seat], seat)
    for cell, name in state.goals:
        if cell in state.mine.hidden:
            yield rows.CardPiece("board", name, cell=cell, face_up=cell in state.turning)
    yield from rows.face_up(state.mine, state.discarded)
    yield from rows.before_players(state.broken, state.buried)
    for zone in HEAPS:
        yield from rows.unordered_pile(zone, getattr(state, zone))
    yield from rows.pile("later", state.later)


def _tokens(state: State) -> Iterator[rows.TokenPiece]:
    for kind, tokens in zip(TOKENS, (state.markers, state.opened), strict=True):
        for cell, seat in tokens:
            yield rows.TokenPiece(kind, cell, owner=seat)


def _values(state: State) -> Iterator[rows.SeatValue]:
    for seat in range(state.seats):
        yield rows.SeatValue(seat, "gold", sum(state.gold[seat]))
        yield rows.SeatValue(seat, "colour", state.colours[seat])


def from_pieces(
    options: Mapping[str, Value], seats: int, seeds: Seeds, pieces: rows.Pieces
) -> State:
    names = rows.CardNames(pieces, seats)
    colours = tuple(map(str, pieces.value("colour", seats)))
    heaps: dict[str, Any] = {zone: names.of(zone) for zone in HEAPS}
    return State(
        **rows.stored_alike(pieces, names),
        options=options_of(options, seats),
        seeds=seeds,
        colours=colours,
        mine=_mine(pieces, colours),
        goals=rows.goals_on(pieces, cards.EDITIONS[seats].goals),
        turning=rows.goals_to_place(pieces),
        looked=tuple(rows.looked_at(pieces, seat) for seat in range(seats)),
        broken=tuple(map(rows.tools_in, names.of_each("tools"))),
        markers=_owned(pieces, "marker"),
        opened=_owned(pieces, "key"),
        gold=tuple(_gold(held) for held in names.of_each("gold")),
        later=names.top_first("later"),
        **heaps,
    )


def _owned(pieces: rows.Pieces, kind: str) -> Owned:
    found = [(t.cell, t.owner) for t in pieces.tokens if t.kind == kind and t.owner is not None]
    return tuple(sorted(found))


def _gold(held: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(int, held), reverse=True))


def _mine(pieces: rows.Pieces, colours: tuple[str, ...]) -> Mine:
    edition = cards.EDITIONS[len(colours)]
    marked, keyed = ({t.cell for t in pieces.tokens if t.kind == kind} for kind in TOKENS)

    def tile_of(card: rows.CardPiece) -> Tile:
        make = cards.goal_tile if card.cell in edition.goals else cards.path_tile
        opened = cards.is_open(card.card, card.cell in marked, card.cell in keyed)
        return make(card.card, card.turned, colours, opened)

    starts = {edition.starts[c]: cards.start_tile(c) for c in cards.COLOURS if c in colours}
    return rows.mine_of(pieces, starts, tile_of)


def problems(state: State) -> list[str]:
    goals = [*(name for _, name in state.goals), *state.later, *state.past, *state.unseen]
    keys, markers = len(state.opened), len(state.markers)
    marked = [cell for cell, _ in state.markers]
    return rows.unequal(
        {
            "the deck does not add up": (_playing(state), cards.deck()),
            "the goals do not add up": (goals, cards.GOALS),
            "the keys do not add up": ([keys + state.keys_left], [cards.KEYS]),
            "the markers do not add up": ([markers + state.markers_left], [state.edition.markers]),
            "two markers on one card": (marked, set(marked)),
        }
    )


def _playing(state: State) -> Iterator[str]:
    """Yield path and action cards, wherever they are."""
    for card in _cards(state):
        if card.zone in ("stock", "hand", "tools", "discard", "aside", "won"):
            yield card.card
    yield from (tile.name for tile in state.mine.tiles.values() if not tile.fixed)
