"""All moves a seat may make, listed once each; from the state or from the seat's own view.

Only what the seat knows goes in: the mine, its hand, everybody's broken tools, and the nugget
cards it is offered. The lists are put together from small tables kept between calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from games.engine.caches import PlacementCache, PlacementsByCard, cached_per_mine
from games.engine.moves import discard, place, play_at
from games.engine.notation import Seat
from games.engine.progress import IDLE_PHASES
from games.engine.tunnels import FIT, JOINED, Mine
from games.kinds.classic.rules.cards import ACTIONS, BROKEN, PATHS, REPAIRS, TILES
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, PlayAt, Repair
from games.kinds.classic.rules.state import Options, State

Tools = tuple[tuple[str, ...], ...]
DECK: Final = {card: (TILES[card, False], TILES[card, True]) for card in PATHS}
PLACES: Final = PlacementCache(DECK, place)
DISCARDS: Final[dict[str, Discard]] = {card: discard(card) for card in (*PATHS, *ACTIONS)}


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Every move this seat may make now; none when it is not its turn."""
    if seat != state.turn or state.phase in IDLE_PHASES:
        return []
    if state.phase == "pick":
        return picks(state.offer)
    return turn_moves(state.options, state.mine, state.broken, seat, state.hands[seat])


def picks(offer: tuple[int, ...]) -> list[Move]:
    """Each value once. (C23)"""
    return [Pick(value) for value in sorted(set(offer))]


def turn_moves(
    options: Options, mine: Mine, broken: Tools, seat: Seat, hand: tuple[str, ...]
) -> list[Move]:
    """Lay a path card, play an action card, or discard. (C7)"""
    moves: list[Move] = []
    paths = []
    for card in dict.fromkeys(hand):
        moves.append(DISCARDS[card])
        if card in PATHS:
            paths.append(card)
        else:
            moves += LISTERS[card](card, mine, broken, seat, options)
    if paths and not broken[seat]:
        _add_places(moves, mine, paths, options.connection == "start")
    return moves


def _add_places(moves: list[Move], mine: Mine, cards: list[str], must_join: bool) -> None:
    """Lay each of these cards wherever it fits, both ways up. (C9-C11)"""
    for there in joined_cells(mine) if must_join else free_cells(mine):
        for card in cards:
            moves += there[card]


@cached_per_mine
def joined_cells(mine: Mine) -> list[PlacementsByCard]:
    """The cells next to a card that a tunnel from the start leads into. (C9, C11)"""
    return [PLACES[cell, needs & FIT] for cell, needs in mine.spots.items() if needs >> JOINED]


@cached_per_mine
def free_cells(mine: Mine) -> list[PlacementsByCard]:
    """All cells next to a card. (C9)"""
    return [PLACES[cell, needs & FIT] for cell, needs in mine.spots.items()]


def _breaks(
    card: str, mine: Mine, broken: Tools, seat: Seat, options: Options
) -> tuple[Break, ...]:
    """Before whom this broken tool can be laid. (C13)"""
    return _breaks_sparing(card, broken, None if options.own_tools == "breakable" else seat)


@lru_cache(maxsize=2**14)
def _breaks_sparing(card: str, broken: Tools, spared: Seat | None) -> tuple[Break, ...]:
    whole = [seat for seat, tools in enumerate(broken) if BROKEN[card] not in tools]
    return tuple(Break(card, seat) for seat in whole if seat != spared)


def _repairs(
    card: str, mine: Mine, broken: Tools, seat: Seat, options: Options
) -> tuple[Repair, ...]:
    """Which broken tools this card can repair. (C14)"""
    return _repairs_of(card, broken)


@lru_cache(maxsize=2**14)
def _repairs_of(card: str, broken: Tools) -> tuple[Repair, ...]:
    return tuple(
        Repair(card, seat, tool)
        for seat, tools in enumerate(broken)
        for tool in tools
        if tool in REPAIRS[card]
    )


def _rockfalls(card: str, mine: Mine, broken: Tools, seat: Seat, options: Options) -> list[PlayAt]:
    """Every path card on the table. (C15)"""
    return removals(mine)


@cached_per_mine
def removals(mine: Mine) -> list[PlayAt]:
    return [play_at("rockfall", cell) for cell, tile in mine.tiles.items() if not tile.fixed]


def _looks(card: str, mine: Mine, broken: Tools, seat: Seat, options: Options) -> list[PlayAt]:
    """Every face-down goal. (C16)"""
    return looks(mine)


@cached_per_mine
def looks(mine: Mine) -> list[PlayAt]:
    return [play_at("map", cell) for cell in mine.hidden]


LISTERS: Final[dict[str, Callable[[str, Mine, Tools, Seat, Options], Iterable[Move]]]] = {
    **dict.fromkeys(BROKEN, _breaks),
    **dict.fromkeys(REPAIRS, _repairs),
    "rockfall": _rockfalls,
    "map": _looks,
}
