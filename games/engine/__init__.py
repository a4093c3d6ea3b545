"""What the games share. Standard library only: no web, no clock, no global chance."""

from __future__ import annotations

from games.mine.events import Event, EventKind
from games.mine.language import Grammar, Language
from games.mine.moves import Move, OtherGamesCard, OtherGamesMove, print_move
from games.mine.notation import (
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
from games.mine.options import Option, OptionError, Value, chosen
from games.mine.pieces import CardPiece, Knowledge, Pieces, SeatValue, TokenPiece, state_hash
from games.mine.progress import RESTING, Outcome, Preview, Progress
from games.mine.refusals import Refusal
from games.mine.rules import STEPS_AT_MOST, Rules
from games.mine.secrecy import uncovers
from games.mine.seeds import Lots, Seed, Seeds, verify
from games.mine.tunnels import Cell, Face, Feature, Mine, Tile, letters

__all__ = [
    "RESTING",
    "STEPS_AT_MOST",
    "CardPiece",
    "Cell",
    "Event",
    "EventKind",
    "Face",
    "Feature",
    "Grammar",
    "Joint",
    "Knowledge",
    "Language",
    "Lots",
    "Mine",
    "Move",
    "NotationError",
    "Option",
    "OptionError",
    "OtherGamesCard",
    "OtherGamesMove",
    "Outcome",
    "Pieces",
    "Preview",
    "Progress",
    "Refusal",
    "Rules",
    "Seat",
    "SeatValue",
    "Seed",
    "Seeds",
    "Tile",
    "TokenPiece",
    "Value",
    "chosen",
    "letters",
    "print_cell",
    "print_face",
    "print_joint",
    "print_move",
    "print_seat",
    "read_cell",
    "read_face",
    "read_joint",
    "read_seat",
    "state_hash",
    "uncovers",
    "verify",
]
