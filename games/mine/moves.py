"""The moves of all games as values, and their one way of being written.

Moves are interned: the lists of legal moves share their objects, and two moves with the same
writing are equal. `reading.py` turns text into moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from games.mine.notation import (
    Joint,
    Seat,
    looks_the_same_turned,
    print_cell,
    print_joint,
    print_seat,
)
from games.mine.tunnels import Cell

TOOLS = ("pick", "lantern", "cart")


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a path card; in the Duel perhaps paying trolls it brings within reach."""

    card: str
    cell: Cell
    turned: bool = False
    bribes: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Break:
    """Lay a broken tool before a player."""

    card: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Repair:
    """Take a broken tool away from before a player."""

    card: str
    seat: Seat
    tool: str


@dataclass(frozen=True, slots=True)
class PlayAt:
    """Play an action card on a cell: rockfall, map, key, axe, boat, rope, storm."""

    card: str
    cell: Cell
    bribes: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayJoint:
    """Set a trap or a troll on a joint."""

    card: str
    joint: Joint


@dataclass(frozen=True, slots=True)
class Scout:
    """Look in secret at a mine, a treasure or a dwarf."""

    card: str
    what: str
    target: Cell | int


@dataclass(frozen=True, slots=True)
class Bribe:
    """Pay a troll before the action."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Clear:
    """Throw two cards away to be rid of a broken tool."""

    tool: str
    cards: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Discard:
    """Pass, throwing cards away face down."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """Move one's dwarf through these cells; take treasure number `take`."""

    cells: tuple[Cell, ...]
    take: int | None = None


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave one's dwarf where it stands; take a treasure, or say that none is wanted."""

    take: int | None = None
    leave: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Take a nugget card of this value."""

    value: int


@dataclass(frozen=True, slots=True)
class Orient:
    """Lay a goal just turned over as it is, or after a half turn."""

    cell: Cell
    turned: bool


@dataclass(frozen=True, slots=True)
class Consent:
    """Propose to end the round, agree, or refuse."""

    word: str


Move = (
    Place
    | Break
    | Repair
    | PlayAt
    | PlayJoint
    | Scout
    | Bribe
    | Clear
    | Discard
    | Walk
    | Stay
    | Pick
    | Orient
    | Consent
)

# --- interned -------------------------------------------------------------------------------------


@lru_cache(maxsize=2**16)
def place(card: str, cell: Cell, turned: bool = False) -> Place:
    """The one object for this placement; a card that looks the same both ways is not turned."""
    return Place(card, cell, turned and not looks_the_same_turned(card))


@lru_cache(maxsize=2**14)
def play_at(card: str, cell: Cell) -> PlayAt:
    return PlayAt(card, cell)


@lru_cache(maxsize=2**10)
def discard(*cards: str) -> Discard:
    return Discard(tuple(sorted(cards)))


# --- writing --------------------------------------------------------------------------------------


def print_move(move: Move) -> str:
    """The one way to write this move."""
    writer = WRITERS[type(move)]
    return writer(move)


def _and_bribes(bribes: tuple[Cell, ...]) -> str:
    return " and bribe " + " ".join(map(print_cell, bribes)) if bribes else ""


def _place(move: Place) -> str:
    turned = " turned" if move.turned else ""
    return f"place {move.card} at {print_cell(move.cell)}{turned}{_and_bribes(move.bribes)}"


def _play_at(move: PlayAt) -> str:
    return f"play {move.card} at {print_cell(move.cell)}{_and_bribes(move.bribes)}"


def _scout(move: Scout) -> str:
    if isinstance(move.target, tuple):
        target = print_cell(move.target)
    else:
        target = print_seat(move.target) if move.what == "dwarf" else str(move.target)
    return f"play {move.card} {move.what} {target}"


def _walk(move: Walk) -> str:
    take = f" take {move.take}" if move.take is not None else ""
    return "walk " + " ".join(map(print_cell, move.cells)) + take


def _stay(move: Stay) -> str:
    if move.leave:
        return "stay leave"
    return f"stay take {move.take}" if move.take is not None else "stay"


def _orient(move: Orient) -> str:
    return f"orient {print_cell(move.cell)} {'turned' if move.turned else 'as-is'}"


WRITERS: dict[type, Callable[..., str]] = {
    Place: _place,
    Break: lambda move: f"play {move.card} on {print_seat(move.seat)}",
    Repair: lambda move: f"play {move.card} on {print_seat(move.seat)} {move.tool}",
    PlayAt: _play_at,
    PlayJoint: lambda move: f"play {move.card} at {print_joint(move.joint)}",
    Scout: _scout,
    Bribe: lambda move: f"bribe {print_cell(move.cell)}",
    Clear: lambda move: f"clear {move.tool} with {' '.join(move.cards)}",
    Discard: lambda move: f"discard {' '.join(move.cards)}",
    Walk: _walk,
    Stay: _stay,
    Pick: lambda move: f"pick {move.value}",
    Orient: _orient,
    Consent: lambda move: f"{move.word} end",
}
