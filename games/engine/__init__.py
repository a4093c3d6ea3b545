"""The rules of the games. Standard library only: no web, no clock, no global chance.

Everything outside imports from here, and asks a game only what the protocol offers.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.engine import classic, duel, lost_mines
from games.engine.core import (
    REFUSALS,
    STEPS_AT_MOST,
    CardPiece,
    Event,
    EventKind,
    Game,
    Knowledge,
    Option,
    OptionError,
    Outcome,
    Pieces,
    Preview,
    Progress,
    Refusal,
    SeatValue,
    TokenPiece,
    Value,
    chosen,
    digest,
    uncovers,
)
from games.engine.deal import Lots, Seed, Seeds, verify
from games.engine.duel import solo
from games.engine.moves import Move, print_move
from games.engine.notation import (
    Joint,
    NotationError,
    Seat,
    print_cell,
    print_face,
    print_joint,
    print_seat,
    read_cell,
    read_face,
    read_joint,
    read_seat,
)
from games.engine.reading import read_move
from games.engine.tunnels import Cell, Face, Feature, Mine, Tile, letters

GAMES: Mapping[str, Game[Any, Any, Any]] = MappingProxyType(
    {classic.NAME: classic, duel.NAME: duel, solo.NAME: solo, lost_mines.NAME: lost_mines}
)
"""Every game by its name. A game is a folder here and a word in this line; the solo game lives
with The Duel, whose rules it shares."""

__all__ = [
    "GAMES",
    "REFUSALS",
    "STEPS_AT_MOST",
    "CardPiece",
    "Cell",
    "Event",
    "EventKind",
    "Face",
    "Feature",
    "Game",
    "Joint",
    "Knowledge",
    "Lots",
    "Mine",
    "Move",
    "NotationError",
    "Option",
    "OptionError",
    "Outcome",
    "Pieces",
    "Preview",
    "Progress",
    "Refusal",
    "Seat",
    "SeatValue",
    "Seed",
    "Seeds",
    "Tile",
    "TokenPiece",
    "Value",
    "chosen",
    "digest",
    "letters",
    "print_cell",
    "print_face",
    "print_joint",
    "print_move",
    "print_seat",
    "read_cell",
    "read_face",
    "read_joint",
    "read_move",
    "read_seat",
    "uncovers",
    "verify",
]
