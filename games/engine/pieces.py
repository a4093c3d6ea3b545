"""States as rows: cards, tokens, values and knowledge, in the same form for every game.

First the rows, then what all games store alike: piles, discards, tools, knowledge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from games.engine.moves import TOOLS
from games.engine.notation import Seat, print_cell, read_cell
from games.engine.state import Value
from games.engine.tunnels import Cell, Mine, Tile

PerSeat = Sequence[Sequence[str]]
"""The cards or tools of each seat."""


class CardPiece(NamedTuple):
    """A card and its zone: the stock, a hand, the board, in front of a player, discarded, aside."""

    zone: str
    card: str
    owner: Seat | None = None
    order: int | None = None
    """The position in a pile from the bottom, or in the order of laying; None if it has none."""
    cell: Cell | None = None
    turned: bool = False
    face_up: bool = False


class TokenPiece(NamedTuple):
    """A token on a cell or, with a side, on a joint."""

    kind: str
    cell: Cell
    side: str = ""
    owner: Seat | None = None


class SeatValue(NamedTuple):
    """A value that belongs to a seat: gold, a role."""

    seat: Seat
    name: str
    value: Value


class Knowledge(NamedTuple):
    """A secret that a seat has learned: the thing (a cell, a treasure, a seat), and what it is."""

    seat: Seat
    thing: str
    value: Value


class Pieces(NamedTuple):
    """A whole state as rows, in the same form for every game. Options and seeds are kept apart."""

    cards: tuple[CardPiece, ...]
    tokens: tuple[TokenPiece, ...]
    values: tuple[SeatValue, ...]
    knowledge: tuple[Knowledge, ...]
    extra: tuple[tuple[str, Value], ...]

    def zone(self, zone: str, owner: Seat | None = None) -> tuple[CardPiece, ...]:
        """Return the cards of a zone (and owner, if the zone has owners), bottom first."""
        return self.zones().get((zone, owner), ())

    def zones(self) -> dict[tuple[str, Seat | None], tuple[CardPiece, ...]]:
        """Return the cards by zone and owner: bottom first; by name where order means nothing."""
        found: dict[tuple[str, Seat | None], list[CardPiece]] = {}
        for card in sorted(self.cards, key=lambda c: (c.order or 0, c.card)):
            found.setdefault((card.zone, card.owner), []).append(card)
        return {where: tuple(cards) for where, cards in found.items()}

    def value(self, name: str, seats: int) -> tuple[Value, ...]:
        """Return one value for each seat."""
        found = {v.seat: v.value for v in self.values if v.name == name}
        return tuple(found[seat] for seat in range(seats))

    def scalar(self, name: str) -> Value:
        return dict(self.extra)[name]


def state_hash(pieces: Pieces) -> str:
    """Return a hash that is the same on any machine and for any order of the rows.

    It is as secret as the state itself.
    """
    rows = [sorted(json.dumps(row) for row in kind) for kind in pieces]
    return sha256(json.dumps(rows).encode()).hexdigest()


def pile(zone: str, cards: Sequence[Value]) -> Iterator[CardPiece]:
    """Yield a pile given top first; orders count from the bottom, so drawing changes no other."""
    for order, card in enumerate(reversed(cards)):
        yield CardPiece(zone, str(card), None, order)


def unordered_pile(
    zone: str, cards: Iterable[Value], owner: Seat | None = None
) -> Iterator[CardPiece]:
    """Yield cards whose order means nothing."""
    for card in cards:
        yield CardPiece(zone, str(card), owner)


def before_players(broken: PerSeat, buried: PerSeat) -> Iterator[CardPiece]:
    """Yield broken tools, and what each seat has discarded face down."""
    for seat, tools in enumerate(broken):
        yield from unordered_pile("tools", (f"broken-{tool}" for tool in tools), seat)
        yield from unordered_pile("discard", buried[seat], seat)


def face_up(mine: Mine, discarded: Sequence[str]) -> Iterator[CardPiece]:
    """Yield the cards on the board in the order laid, then the open discards in theirs."""
    for order, (cell, tile) in enumerate(mine.tiles.items()):
        yield CardPiece("board", tile.name, None, order, cell, tile.turned, True)
    for order, card in enumerate(discarded):
        yield CardPiece("discard", card, None, order, face_up=True)


def seen_goals(
    looked: Sequence[Sequence[Cell]], goals: Iterable[tuple[Cell, str]]
) -> Iterator[Knowledge]:
    """Yield what each seat saw at the goals it looked at."""
    names = dict(goals)
    for seat, cells in enumerate(looked):
        for cell in cells:
            yield Knowledge(seat, print_cell(cell), names[cell])


class CardNames:
    """The names of cards by zone and owner: bottom first; sorted where order means nothing."""

    def __init__(self, pieces: Pieces, seats: int) -> None:
        self._seats = range(seats)
        self._zones = {
            where: tuple(card.card for card in cards) for where, cards in pieces.zones().items()
        }

    def of(self, zone: str, owner: Seat | None = None) -> tuple[str, ...]:
        return self._zones.get((zone, owner), ())

    def of_each(self, zone: str) -> tuple[tuple[str, ...], ...]:
        return tuple(self.of(zone, seat) for seat in self._seats)

    def top_first(self, zone: str) -> tuple[str, ...]:
        return self.of(zone)[::-1]


def stored_alike(pieces: Pieces, names: CardNames) -> dict[str, Any]:
    """Return the fields of a state that every game stores in the same way."""
    extra = {name: str(v) if name == "phase" else int(v) for name, v in pieces.extra}
    return {
        **extra,
        "hands": names.of_each("hand"),
        "stock": names.top_first("stock"),
        "discarded": names.of("discard"),
        "buried": names.of_each("discard"),
    }


def mine_of(
    pieces: Pieces, starts: Mapping[Cell, Tile], tile_of: Callable[[CardPiece], Tile]
) -> Mine:
    """Return the mine with the cards on the board; `tile_of` gives the tile of any but a start."""
    board = [(card.cell, card) for card in pieces.zone("board") if card.cell]
    laid = {c: starts.get(c) or tile_of(card) for c, card in board if card.order is not None}
    return Mine.of(tuple(starts), laid, (cell for cell, _ in board if cell not in laid))


def unequal(found: Mapping[str, tuple[Iterable[Any], Iterable[Any]]]) -> list[str]:
    """Return the names of the pairs that differ as multisets."""
    return [name for name, (have, want) in found.items() if sorted(have) != sorted(want)]


def looked_at(pieces: Pieces, seat: Seat) -> tuple[Cell, ...]:
    return tuple(sorted(read_cell(k.thing) for k in pieces.knowledge if k.seat == seat))


def tools_in(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the tools that these cards break, in the usual order."""
    return tuple(tool for tool in TOOLS if f"broken-{tool}" in cards)


def goals_on(pieces: Pieces, cells: Sequence[Cell]) -> tuple[tuple[Cell, str], ...]:
    """Return every goal with what it is, face up or down."""
    board = {card.cell: card.card for card in pieces.zone("board")}
    return tuple((cell, board[cell]) for cell in cells)


def goals_to_place(pieces: Pieces) -> tuple[Cell, ...]:
    """Return the goals that are face up but not laid yet: they have no place in the order."""
    board = pieces.zone("board")
    return tuple(sorted(c.cell for c in board if c.face_up and c.order is None and c.cell))
