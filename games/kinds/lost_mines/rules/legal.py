"""All moves a seat may make, listed once each; from the state or from the seat's own view.

Walks are listed once for each end and treasure, by the best way there. They depend only on what the
seat knows: the open table, its hand, and which mines it has scouted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from games.engine import caches
from games.engine.moves import place, play_at
from games.engine.notation import Joint, Seat
from games.engine.progress import IDLE_PHASES
from games.engine.tunnels import ALL_SIDES, FIT, Cell, Mine
from games.kinds.lost_mines.rules import cards, walks
from games.kinds.lost_mines.rules.judge import ON_JOINT, tokens_left
from games.kinds.lost_mines.rules.moves import (
    Consent,
    Move,
    Orient,
    PlayAt,
    PlayJoint,
    Scout,
    Stay,
    Walk,
)
from games.kinds.lost_mines.rules.rounds import in_the_round, may_answer, may_propose
from games.kinds.lost_mines.rules.routes import Route, joints_with_paths, routes
from games.kinds.lost_mines.rules.state import OpenTable, State

SINGLES, PAIRS = caches.every_discard((*cards.PATHS, *cards.ACTIONS))
DECK: Final = {
    card: (cards.path_tile(card, False), cards.path_tile(card, True)) for card in cards.PATHS
}
PLACES: Final = caches.PlacementCache(DECK, place)
STAY: Final = Stay()
LEAVE: Final = Stay(leave=True)
PROPOSE: Final = Consent("propose")
ANSWERS: Final = (Consent("agree"), Consent("refuse"))


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Return every move this seat may make now; out of turn, only answers to a proposal."""
    if state.phase in IDLE_PHASES:
        return []
    if seat != state.turn:
        return answers(state, seat, seat in in_the_round(state)) if state.proposal else []
    return turn_moves(state, seat, state.hands[seat], lambda: walks.known_mines(state, seat))


def answers(table: OpenTable, seat: Seat, in_round: bool) -> list[Move]:
    """Return the possible answers to an open proposal. (L24)"""
    return list(ANSWERS) if in_round and may_answer(table, seat) else []


def turn_moves(
    table: OpenTable, seat: Seat, hand: tuple[str, ...], known: Callable[[], walks.KnownMines]
) -> list[Move]:
    """Return the moves of the player on turn, in any phase. (L8)"""
    if table.phase == "play":
        moves = card_moves(table, seat, hand)
        if may_propose(table, seat):
            moves.append(PROPOSE)
    elif table.phase == "walk":
        moves = walk_moves(table, seat, known)
    else:
        cell = table.turning[0]
        moves = [Orient(cell, False), Orient(cell, True)]
    return moves + answers(table, seat, True) if table.proposal else moves


def card_moves(table: OpenTable, seat: Seat, hand: tuple[str, ...]) -> list[Move]:
    """Return all placements, action cards, and discards of one or two cards. (L8)"""
    different = dict.fromkeys(hand)
    moves: list[Move] = [
        *map(SINGLES.__getitem__, different),
        *map(PAIRS.__getitem__, caches.pairs_in(hand)),
    ]
    paths = []
    for card in different:
        if card in cards.PATHS:
            paths.append(card)
        else:
            moves += LISTERS[card](card, table, seat)
    for there in cells_to_lay_on(table.mine) if paths else ():
        for card in paths:
            moves += there[card]
    return moves


@caches.cached_per_mine
def cells_to_lay_on(mine: Mine) -> list[caches.PlacementsByCard]:
    """Return the cells of the board that a path leads into. (L10, L11)"""
    return [
        PLACES[cell, needs & FIT]
        for cell, needs in mine.spots.items()
        if needs & ALL_SIDES and cell in cards.BOARD
    ]


def _tools(card: str, table: OpenTable, seat: Seat) -> list[PlayAt]:
    """Return plays of a tool at each matching obstacle not yet overcome. (L13)"""
    tiles, obstacle = table.mine.tiles, cards.TOOLS[card]
    lying = [cell for cell in table.mine.special if cards.feature(tiles[cell].name) == obstacle]
    free = [cell for cell in lying if cell not in table.overcome]
    return [play_at(card, cell) for cell in free] if free and tokens_left(table, card) else []


def _storms(card: str, table: OpenTable, seat: Seat) -> list[PlayAt]:
    """Return a storm at every path card without a dwarf. (L18)"""
    return [move for move in removals(table.mine) if move.cell not in table.dwarfs]


@caches.cached_per_mine
def removals(mine: Mine) -> list[PlayAt]:
    return [play_at("storm", cell) for cell, tile in mine.tiles.items() if not tile.fixed]


def _tokens(card: str, table: OpenTable, seat: Seat) -> list[PlayJoint]:
    """Return this token on every free joint with a path over it. (L15, L16)"""
    if not tokens_left(table, card):
        return []
    taken = {*table.traps, *(joint for joint, _ in table.trolls)}
    moves = TOKENS_ON[card](table.mine)
    return [move for move in moves if move.joint not in taken] if taken else moves


def tokens_on(card: str, mine: Mine) -> list[PlayJoint]:
    """Return this token on every joint with a path over it. (L15, L16)"""
    return [_play_joint(card, joint) for joint in joints_with_paths(mine)]


@lru_cache(maxsize=1024)
def _play_joint(card: str, joint: Joint) -> PlayJoint:
    return PlayJoint(card, joint)


TOKENS_ON: Final = {card: caches.cached_per_mine(partial(tokens_on, card)) for card in ON_JOINT}


def _scouts(card: str, table: OpenTable, seat: Seat) -> list[Scout]:
    """Return scouts of face-down mines, treasures left and other dwarfs: two of these. (L14)"""
    targets: dict[str, Iterable[Cell | int]] = {
        "mine": table.mine.hidden,
        "treasure": walks.numbers_left(table, table.kinds),
        "dwarf": (other for other in range(table.seats) if other != seat),
    }
    return [_scout(card, what, target) for what in cards.SCOUTS[card] for target in targets[what]]


@lru_cache(maxsize=1024)
def _scout(card: str, what: str, target: Cell | int) -> Scout:
    return Scout(card, what, target)


LISTERS: Final[dict[str, Callable[[str, OpenTable, Seat], Iterable[Move]]]] = {
    **dict.fromkeys(cards.TOOLS, _tools),
    **dict.fromkeys(cards.SCOUTS, _scouts),
    "trap": _tokens,
    "troll": _tokens,
    "storm": _storms,
}


def walk_moves(table: OpenTable, seat: Seat, known: Callable[[], walks.KnownMines]) -> list[Move]:
    """Return staying, and walks to all ends within reach with each treasure. (L20-L22)"""
    moves: list[Move] = [STAY]
    ways = routes(table, seat)
    moves += [_walk(route) for route in ways.values()]
    home, ends = table.dwarfs[seat], [cell for cell in cards.MINE_CELLS if cell in ways]
    if ends or home in cards.MINE_CELLS:
        moves += _takes(table, home, [ways[end] for end in ends], known())
    return moves


def _takes(table: OpenTable, home: Cell, ways: list[Route], known: walks.KnownMines) -> list[Move]:
    """Return these ways with each treasure that may be named; staying may take none. (L22)"""
    moves: list[Move] = []
    for route in ways:
        moves += [Walk(route, number) for number in walks.on_offer(table, route[-1], known)]
    if walks.gives_treasure(table, home, known):
        moves += [Stay(number) for number in walks.on_offer(table, home, known)]
        moves.append(LEAVE)
    return moves


@lru_cache(maxsize=2**14)
def _walk(route: Route) -> Walk:
    return Walk(route)
