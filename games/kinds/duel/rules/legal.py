"""All moves a seat may make, listed once each; from the state or from the seat's own view.

Trolls paid with an action are listed once for each set of them, in an order in which they come
within reach. The lists are assembled from small cached tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations
from typing import Final

from games.engine.caches import (
    PlacementCache,
    PlacementsByCard,
    breaks,
    cached_per_mine,
    every_discard,
    looks,
    pairs_in,
)
from games.engine.moves import TOOLS, place, play_at
from games.engine.notation import Seat
from games.engine.progress import IDLE_PHASES
from games.engine.tunnels import ALL_SIDES, FIT, JOINED, Cell, Mine, Needs, Sides
from games.kinds.duel.rules import cards, placement
from games.kinds.duel.rules.moves import (
    Bribe,
    Clear,
    Move,
    Orient,
    Place,
    PlayAt,
    Refusal,
    Repair,
)
from games.kinds.duel.rules.rounds import removable
from games.kinds.duel.rules.state import OpenTable, State

SINGLES, PAIRS = every_discard((*cards.PATHS, *cards.ACTIONS))
CLEARS: Final = {tool: {pair: Clear(tool, pair) for pair in PAIRS} for tool in TOOLS}
DECK: Final = {
    card: (cards.path_tile(card, False, cards.COLOURS), cards.path_tile(card, True, cards.COLOURS))
    for card in cards.PATHS
}
PLACES: Final = PlacementCache(DECK, place)
PAID_PLACES: Final = PlacementCache(
    DECK, lambda card, cell, turned: Place(card, cell, turned, (cell,))
)
"""Placements with bribes: a troll just laid is within reach and can be paid at once. (D9, D13)"""
LADDERS: Final = {card: card.partition("+ladder:")[2] for card in cards.PATHS if "+ladder" in card}
TROLLS: Final = frozenset(card for card in cards.PATHS if "+troll" in card)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    return turn_moves(state, seat, state.hands[seat])


def turn_moves(table: OpenTable, seat: Seat, hand: tuple[str, ...]) -> list[Move]:
    """Return all bribes, placements, action cards and discards; or the ways to lay the first goal
    that can lie either way. Empty when it isn't the seat's turn. (D6, D13, D16)"""
    if seat != table.turn or table.phase in IDLE_PHASES:
        return []
    if table.phase == "orient":
        return [Orient(table.turning[0], turned) for turned in (False, True)]
    different, pairs, tools = dict.fromkeys(hand), pairs_in(hand), table.broken[seat]
    moves: list[Move] = [*map(SINGLES.__getitem__, different), *map(PAIRS.__getitem__, pairs)]
    far = []
    for cell in placement.tolls(table.mine) if table.markers_left else ():
        if placement.reach_of(table, table.mine, seat, cell):
            moves.append(Bribe(cell))
        else:
            far.append(cell)
    for tool in tools:
        moves += map(CLEARS[tool].__getitem__, pairs)
    paths = []
    for card in different:
        if card in cards.PATHS:
            paths.append(card)
        elif card in cards.BROKEN:
            moves += breaks(card, table.broken, seat)
        elif card in cards.REPAIRS:
            moves += [Repair(card, seat, tool) for tool in tools if tool in cards.REPAIRS[card]]
        elif card == "key":
            moves += _keys(table, seat, far)
        else:
            moves += removals(table.mine) if card == "rockfall" else looks(table.mine)
    if paths and not tools:
        moves += _all_places(table, seat, paths, far)
    return moves


def _all_places(table: OpenTable, seat: Seat, paths: list[str], far: list[Cell]) -> list[Place]:
    """Yield placements where the cards fit and are joined; ladders wherever allowed. (D8-D14)"""
    ladders: list[str] = []
    plain = paths
    if not LADDERS.keys().isdisjoint(paths):
        ladders = [card for card in paths if LADDERS.get(card) in table.colours]
        plain = [card for card in paths if card not in ladders]
    cells = JOINED_CELLS[placement.traveller(table, seat)](table.mine)
    found: list[Place] = []
    for _, places in cells:
        for card in plain:
            found += places[card]
    if ladders:
        found += _ladders(table, seat, ladders)
    paid: list[Place] = []
    if table.markers_left and not TROLLS.isdisjoint(plain):
        trolls = [card for card in plain if card in TROLLS]
        paid += [move for here, _ in cells for card in trolls for move in PAID_PLACES[here][card]]
    if far:
        paid += _with_bribes(table, seat, found, far)
    return found + paid


def joined_cells(shift: int, mine: Mine) -> list[tuple[tuple[Cell, Needs], PlacementsByCard]]:
    """Return the cells that a traveller's tunnels lead into, with their needs. (D9)"""
    found = []
    for cell, needs in mine.spots.items():
        if needs >> shift & ALL_SIDES:
            here = cell, needs & FIT
            found.append((here, PLACES[here]))
    return found


JOINED_CELLS: Final = tuple(
    cached_per_mine(partial(joined_cells, JOINED + 4 * number))
    for number in cards.TRAVELLER.values()
)


def _ladders(table: OpenTable, seat: Seat, ladders: list[str]) -> Iterator[Place]:
    """Yield where ladders may be laid: away from goals and gold, joined or not. (D14)"""
    shift = JOINED + 4 * placement.traveller(table, seat)
    free = {card: placement.lies_free(table, seat, DECK[card][0].source) for card in ladders}
    for needs, places in LADDER_CELLS[len(table.colours)](table.mine):
        for card in ladders:
            if free[card] or needs >> shift & ALL_SIDES:
                yield from places[card]


def ladder_cells(goals: tuple[Cell, ...], mine: Mine) -> list[tuple[Needs, PlacementsByCard]]:
    """Return the cells next to no goal and no gold, with their needs and what fits. (D14)"""
    banned = placement.beside((*goals, *placement.gold_cells(mine)))
    return [
        (needs, PLACES[cell, needs & FIT])
        for cell, needs in mine.spots.items()
        if cell not in banned
    ]


LADDER_CELLS: Final = {
    seats: cached_per_mine(partial(ladder_cells, edition.goals))
    for seats, edition in cards.EDITIONS.items()
}


def _with_bribes(
    table: OpenTable, seat: Seat, places: list[Place], far: list[Cell]
) -> Iterator[Place]:
    """Yield the placements that bring more trolls within reach, by each set paid. (D13)"""
    beyond = TROLLS_BEYOND[placement.traveller(table, seat)](table.mine)
    for move in places:
        met = beyond.get(move.cell)
        if not met:
            continue
        joined = _joined(table, move)
        for cell in met:
            if joined & met[cell]:
                yield Place(move.card, move.cell, move.turned, (cell,))
        if len(far) > 1 or move.card in TROLLS:  # one that is paid may open the way to another
            mine = placement.dug(table, seat, move)
            for cells in _bribes_with(table, seat, move, mine, far, least=2):
                yield Place(move.card, move.cell, move.turned, cells)


def trolls_beyond(shift: int, mine: Mine) -> dict[Cell, dict[Cell, Sides]]:
    """Return the cells from which tunnels lead to trolls that a traveller hasn't reached, with
    these trolls and the sides. (D13)"""
    found: dict[Cell, dict[Cell, Sides]] = defaultdict(dict)
    for troll in placement.tolls(mine):
        if not mine.reach.get(troll, 0) >> shift & ALL_SIDES:
            ends = mine.ends_of(troll, mine.tiles[troll].openings << shift)
            for cell, needs in ends.items():
                found[cell][troll] = needs >> JOINED
    return found


TROLLS_BEYOND: Final = tuple(
    cached_per_mine(partial(trolls_beyond, 4 * number)) for number in cards.TRAVELLER.values()
)


def _joined(table: OpenTable, move: Place) -> Sides:
    """Return the card's openings that would be joined to a start, for each traveller."""
    tile = cards.path_tile(move.card, move.turned, table.colours)
    return tile.ways[table.mine.spots[move.cell] >> JOINED] | tile.source


def _bribes_with(
    table: OpenTable, seat: Seat, move: Place | PlayAt, mine: Mine, far: list[Cell], least: int = 1
) -> Iterator[tuple[Cell, ...]]:
    """Yield every set of trolls that can be paid with this action, in an order that works."""
    near = sorted(c for c in placement.tolls(mine) if c in far or c == move.cell)
    for count in range(least, min(len(near), table.markers_left) + 1):
        for cells in combinations(near, count):
            way = next((w for w in permutations(cells) if _pays(table, seat, mine, w)), None)
            if way:
                yield way


def _pays(table: OpenTable, seat: Seat, mine: Mine, cells: tuple[Cell, ...]) -> bool:
    try:
        placement.paid_with(table, mine, seat, cells)
    except Refusal:
        return False
    return True


@cached_per_mine
def removals(mine: Mine) -> list[PlayAt]:
    """Return a rockfall for every path card without gold or troll. (D22)"""
    return [play_at("rockfall", cell) for cell in mine.tiles if removable(mine, cell)]


def _keys(table: OpenTable, seat: Seat, far: list[Cell]) -> Iterator[PlayAt]:
    """Yield every closed door, with trolls that opening it brings within reach. (D13, D19)"""
    for cell in placement.doors(table.mine):
        if placement.why_no_key(table, seat, cell):
            continue
        move = play_at("key", cell)
        yield move
        if far:
            mine = placement.dug(table, seat, move)
            for cells in _bribes_with(table, seat, move, mine, far):
                yield PlayAt("key", cell, cells)
