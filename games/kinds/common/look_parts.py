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
    """What the end of a round says of somebody: a card, and what came with it."""

    name: str
    drawing: str
    tone: str
    words: str
    gold: str


@dataclass(frozen=True, slots=True)
class Reckoned:
    """How one player came to their points."""

    name: str
    drawing: str
    words: str
    how: str
    """What they brought, and what came to them or went from them."""
    points: int


@dataclass(frozen=True, slots=True)
class Side:
    """Those who worked together, and what they found."""

    title: str
    found: str
    players: tuple[Reckoned, ...]
