"""Moves as values, and those that several games share; each stands with its reading and writing.

Moves are interned: the lists of legal moves share their objects, and two moves with the same
writing are equal. A game's own moves are in its `rules/moves.py`. `language.py` turns a whole text
into a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from games.mine.notation import (
    NotationError,
    Seat,
    expect,
    looks_the_same_turned,
    print_cell,
    print_seat,
    read_card,
    read_cell,
    read_seat,
)
from games.mine.tunnels import Cell

TOOLS = ("pick", "lantern", "cart")


class Move(Protocol):
    """A move of any game."""

    def written(self) -> str:
        """The one way to write this move."""


def print_move(move: Move) -> str:
    """The one way to write this move."""
    return move.written()


@dataclass(frozen=True, slots=True)
class OtherGamesMove:
    """A well-written move that this game does not have."""

    text: str

    def written(self) -> str:
        return self.text


class OtherGamesCard(OtherGamesMove):
    """An action card is played in a way that this game does not have."""

    __slots__ = ()


# --- laying and throwing away ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a path card; in the Duel perhaps paying trolls it brings within reach."""

    card: str
    cell: Cell
    turned: bool = False
    bribes: tuple[Cell, ...] = ()

    def written(self) -> str:
        turned = " turned" if self.turned else ""
        return f"place {self.card} at {print_cell(self.cell)}{turned}{_and_bribes(self.bribes)}"

    @staticmethod
    def read(words: list[str], is_action_card: Callable[[str], bool]) -> Place:
        (card, at, cell, *turned), bribes = split_bribes(words)
        expect([at], "at")
        if turned:
            expect(turned, "turned")
        if is_action_card(card):
            raise NotationError(f"{card} is not a path card")
        plain = place(read_card(card), read_cell(cell), bool(turned))
        return Place(plain.card, plain.cell, plain.turned, bribes) if bribes else plain


@lru_cache(maxsize=2**16)
def place(card: str, cell: Cell, turned: bool = False) -> Place:
    """The one object for this placement; a card that looks the same both ways is not turned."""
    return Place(card, cell, turned and not looks_the_same_turned(card))


@dataclass(frozen=True, slots=True)
class Orient:
    """Lay a goal just turned over as it is, or after a half turn."""

    cell: Cell
    turned: bool

    def written(self) -> str:
        return f"orient {print_cell(self.cell)} {'turned' if self.turned else 'as-is'}"

    @staticmethod
    def read(words: list[str]) -> Orient:
        cell, way = words
        if way not in ("as-is", "turned"):
            raise NotationError("as-is or turned?")
        return Orient(read_cell(cell), way == "turned")


@dataclass(frozen=True, slots=True)
class Discard:
    """Pass, throwing cards away face down."""

    cards: tuple[str, ...]

    def written(self) -> str:
        return f"discard {' '.join(self.cards)}"

    @staticmethod
    def read(words: list[str]) -> Discard:
        if not words:
            raise NotationError("discard what?")
        return discard(*(read_card(card) for card in words))


@lru_cache(maxsize=2**10)
def discard(*cards: str) -> Discard:
    """The one object for throwing these cards away."""
    return Discard(tuple(sorted(cards)))


# --- action cards ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Break:
    """Lay a broken tool before a player."""

    card: str
    seat: Seat

    def written(self) -> str:
        return f"play {self.card} on {print_seat(self.seat)}"


@dataclass(frozen=True, slots=True)
class Repair:
    """Take a broken tool away from before a player."""

    card: str
    seat: Seat
    tool: str

    def written(self) -> str:
        return f"play {self.card} on {print_seat(self.seat)} {self.tool}"


def read_on_player(card: str, words: list[str]) -> Break | Repair:
    """A repair card with one tool need not name it."""
    seat = read_seat(words[0])
    if card.startswith("fix-"):
        return Repair(card, seat, read_tool(words[1:] or card.split("-")[1:]))
    expect(words[1:])
    return Break(card, seat)


def read_tool(words: list[str]) -> str:
    if len(words) != 1 or words[0] not in TOOLS:
        raise NotationError("which tool?")
    return words[0]


@dataclass(frozen=True, slots=True)
class PlayAt:
    """Play an action card on a cell; in the Duel perhaps paying trolls it brings within reach."""

    card: str
    cell: Cell
    bribes: tuple[Cell, ...] = ()

    def written(self) -> str:
        return f"play {self.card} at {print_cell(self.cell)}{_and_bribes(self.bribes)}"

    @staticmethod
    def read(card: str, words: list[str]) -> PlayAt:
        (where,), bribes = split_bribes(words)
        cell = read_cell(where)
        return PlayAt(card, cell, bribes) if bribes else play_at(card, cell)


@lru_cache(maxsize=2**14)
def play_at(card: str, cell: Cell) -> PlayAt:
    """The one object for playing this card there."""
    return PlayAt(card, cell)


# --- trolls paid together with an action ----------------------------------------------------------


def split_bribes(words: list[str]) -> tuple[list[str], tuple[Cell, ...]]:
    """What comes before `and bribe`, and the cells after it."""
    if "and" not in words:
        return words, ()
    at = words.index("and")
    expect(words[at + 1 : at + 2], "bribe")
    cells = tuple(read_cell(word) for word in words[at + 2 :])
    if not cells:
        raise NotationError("bribe what?")
    return words[:at], cells


def _and_bribes(bribes: tuple[Cell, ...]) -> str:
    return " and bribe " + " ".join(map(print_cell, bribes)) if bribes else ""
