"""All moves a seat may make, listed once each; from the state or from the seat's own view.

They depend only on what the seat knows: the mine, its hand, all broken tools, and the nugget cards
it is offered. The lists are assembled from small cached tables.
"""

from __future__ import annotations

from typing import Final

from games.engine import caches
from games.engine.moves import discard, place, play_at
from games.engine.notation import Seat
from games.engine.progress import IDLE_PHASES
from games.engine.tunnels import FIT, JOINED, Mine
from games.kinds.classic.rules.cards import ACTIONS, BROKEN, PATHS, REPAIRS, TILES
from games.kinds.classic.rules.moves import Discard, Move, Pick, PlayAt
from games.kinds.classic.rules.state import Options, State, View

DECK: Final = {card: (TILES[card, False], TILES[card, True]) for card in PATHS}
PLACES: Final = caches.PlacementCache(DECK, place)
DISCARDS: Final[dict[str, Discard]] = {card: discard(card) for card in (*PATHS, *ACTIONS)}


def legal_moves(state: State, seat: Seat) -> list[Move]:
    return seat_moves(state, seat, state.hands[seat], state.offer)


def seat_moves(
    table: State | View, seat: Seat, hand: tuple[str, ...], offer: tuple[int, ...]
) -> list[Move]:
    """Return the moves of a turn, or a pick of each value on offer. (C7, C23)"""
    if seat != table.turn or table.phase in IDLE_PHASES:
        return []
    if table.phase == "pick":
        return [Pick(value) for value in sorted(set(offer))]
    return turn_moves(table.options, table.mine, table.broken, seat, hand)


def turn_moves(
    options: Options, mine: Mine, broken: caches.Tools, seat: Seat, hand: tuple[str, ...]
) -> list[Move]:
    """Return all placements, action cards and discards. (C7)"""
    moves: list[Move] = []
    paths = []
    for card in dict.fromkeys(hand):
        moves.append(DISCARDS[card])
        if card in PATHS:
            paths.append(card)
        elif card in BROKEN:
            moves += caches.breaks(card, broken, None if options.own_tools == "breakable" else seat)
        elif card in REPAIRS:
            moves += caches.repairs(card, broken)
        else:
            moves += LISTERS[card](mine)
    if paths and not broken[seat]:
        for there in joined_cells(mine) if options.connection == "start" else free_cells(mine):
            for card in paths:
                moves += there[card]
    return moves


@caches.cached_per_mine
def joined_cells(mine: Mine) -> list[caches.PlacementsByCard]:
    """Return the cells next to a card that a tunnel from the start leads into. (C9, C11)"""
    return [PLACES[cell, needs & FIT] for cell, needs in mine.spots.items() if needs >> JOINED]


@caches.cached_per_mine
def free_cells(mine: Mine) -> list[caches.PlacementsByCard]:
    """Return all cells next to a card. (C9)"""
    return [PLACES[cell, needs & FIT] for cell, needs in mine.spots.items()]


@caches.cached_per_mine
def removals(mine: Mine) -> list[PlayAt]:
    """Return a rockfall for every path card on the table. (C15)"""
    return [play_at("rockfall", cell) for cell, tile in mine.tiles.items() if not tile.fixed]


LISTERS: Final = {"rockfall": removals, "map": caches.looks}
