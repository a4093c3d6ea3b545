"""What a look is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.mine import Cell


class Lying(NamedTuple):
    """A token: its drawing, its middle on the card or board, its size, and what it says."""

    name: str
    x: float
    y: float
    size: float
    words: str
    value: str = ""
    """What stands beside it in figures, where the reader knows it."""
    at: str = ""
    """The joint it lies on, in notation."""


class Ground(NamedTuple):
    """What lies below the cards: its drawing, and its place and size on the board."""

    drawing: str
    x: int
    y: int
    width: int
    height: int


class Figure(NamedTuple):
    """A dwarf on the board: whose, on which cell, and where its middle is."""

    clan: str
    letters: str
    words: str
    cell: Cell
    x: float
    y: float
    size: float
    me: bool
    seat: int


class Badge(NamedTuple):
    """What marks a player for all to see: its drawing, and what it says."""

    drawing: str
    words: str


class Tool(NamedTuple):
    """A broken tool before a player: the icon, and its name."""

    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure nobody has taken yet, with what the reader knows of it."""

    number: int
    drawing: str
    words: str
    known: bool = False
    """The reader alone has looked at it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asks all others, and waits for these."""

    words: str
    waits: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What the end of a round shows of somebody: a card that is turned over, and their gain."""

    seat: int | None
    """None: a card that nobody had."""
    name: str
    back: str
    """The drawing of the card before it is turned over; none where all knew it before."""
    drawing: str
    tone: str
    words: str
    """What they were."""
    how: str = ""
    """What their gain is made of: found, paid, shared."""
    gain: str = ""
    """What the round brought them, as far as the reader may know it."""


class Side(NamedTuple):
    """Those who worked together, and what they found."""

    title: str
    found: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a player was dealt for a round: the card, what they are, and what that means here."""

    back: str
    drawing: str
    name: str
    means: str
