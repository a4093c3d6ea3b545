"""Rows of a state that look the same in every game: piles, heaps, discards, tools, knowledge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.mine.moves import TOOLS
from games.mine.notation import Seat, print_cell, read_cell
from games.mine.options import Value
from games.mine.pieces import CardPiece, Knowledge, Pieces
from games.mine.tunnels import Cell, Mine

Each = Sequence[Sequence[str]]
"""Cards or tools of every seat."""


def pile(zone: str, cards: Sequence[Value]) -> Iterator[CardPiece]:
    """A pile with its top first; places are counted from the bottom, so drawing moves nothing."""
    for order, card in enumerate(reversed(cards)):
        yield CardPiece(zone, str(card), None, order)


def heap(zone: str, cards: Iterable[Value], owner: Seat | None = None) -> Iterator[CardPiece]:
    """Cards whose order means nothing."""
    for card in cards:
        yield CardPiece(zone, str(card), owner)


def before_players(broken: Each, buried: Each) -> Iterator[CardPiece]:
    """Broken tools, and what each seat has discarded face down."""
    for seat, tools in enumerate(broken):
        yield from heap("tools", (f"broken-{tool}" for tool in tools), seat)
        yield from heap("discard", buried[seat], seat)


def face_up(mine: Mine, discarded: Sequence[str]) -> Iterator[CardPiece]:
    """The cards on the board in the order laid, and the open discards in theirs."""
    for order, (cell, tile) in enumerate(mine.tiles.items()):
        yield CardPiece("board", tile.name, None, order, cell, tile.turned, True)
    for order, card in enumerate(discarded):
        yield CardPiece("discard", card, None, order, face_up=True)


def seen_goals(
    looked: Sequence[Sequence[Cell]], goals: Iterable[tuple[Cell, str]]
) -> Iterator[Knowledge]:
    """What each seat saw at the goals it looked at."""
    names = dict(goals)
    for seat, cells in enumerate(looked):
        for cell in cells:
            yield Knowledge(seat, print_cell(cell), names[cell])


# --- and back -------------------------------------------------------------------------------------


def looked_at(pieces: Pieces, seat: Seat) -> tuple[Cell, ...]:
    """Which goals a seat has looked at, by cell."""
    return tuple(sorted(read_cell(k.thing) for k in pieces.knowledge if k.seat == seat))


def tools_in(cards: Sequence[str]) -> tuple[str, ...]:
    """The tools that these cards break, in their one order."""
    return tuple(tool for tool in TOOLS if f"broken-{tool}" in cards)


def goals_on(pieces: Pieces, cells: Sequence[Cell]) -> tuple[tuple[Cell, str], ...]:
    """What each goal is, face up or down."""
    board = {card.cell: card.card for card in pieces.zone("board")}
    return tuple((cell, board[cell]) for cell in cells)


def waiting_to_lie(pieces: Pieces) -> tuple[Cell, ...]:
    """Goals that are face up but not laid yet: they have no place in the order of laying."""
    board = pieces.zone("board")
    return tuple(sorted(c.cell for c in board if c.face_up and c.order is None and c.cell))
