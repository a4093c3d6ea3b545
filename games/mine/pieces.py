"""A state as rows: cards, tokens, values and knowledge, the same shape for every game."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NamedTuple

from games.mine.notation import Seat
from games.mine.options import Value
from games.mine.tunnels import Cell


class CardPiece(NamedTuple):
    """A card somewhere: in the stock, a hand, on the board, before a player, discarded, aside."""

    zone: str
    card: str
    owner: Seat | None = None
    order: int | None = None
    """Place in a pile, counted from its bottom, or in the order of laying; None where the
    order means nothing."""
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
    """A seat has learned something in secret: a thing (a cell, a treasure, a seat), and what."""

    seat: Seat
    thing: str
    value: Value


class Pieces(NamedTuple):
    """A whole state as rows, the same shape for every game. Options and seeds are kept apart."""

    cards: tuple[CardPiece, ...]
    tokens: tuple[TokenPiece, ...]
    values: tuple[SeatValue, ...]
    knowledge: tuple[Knowledge, ...]
    extra: tuple[tuple[str, Value], ...]

    def zone(self, zone: str, owner: Seat | None = None) -> tuple[CardPiece, ...]:
        """The cards of one zone (of one owner, where it has owners), the bottom first."""
        return self.zones().get((zone, owner), ())

    def zones(self) -> dict[tuple[str, Seat | None], tuple[CardPiece, ...]]:
        """The cards by zone and owner, the bottom first; by name where order means nothing."""
        found: dict[tuple[str, Seat | None], list[CardPiece]] = {}
        for card in sorted(self.cards, key=lambda c: (c.order or 0, c.card)):
            found.setdefault((card.zone, card.owner), []).append(card)
        return {where: tuple(cards) for where, cards in found.items()}

    def value(self, name: str, seats: int) -> tuple[Value, ...]:
        """One value for each seat."""
        found = {v.seat: v.value for v in self.values if v.name == name}
        return tuple(found[seat] for seat in range(seats))

    def scalar(self, name: str) -> Value:
        return dict(self.extra)[name]


def digest(pieces: Pieces) -> str:
    """The same for the same state on any machine, in whatever order its rows were found.

    It is as secret as the state itself.
    """
    rows = [sorted(json.dumps(row) for row in kind) for kind in pieces]
    return sha256(json.dumps(rows).encode()).hexdigest()
