"""The code that all games share: standard library only, no web, no clock, no global randomness."""

from __future__ import annotations

from games.engine.moves import Language, Move, UnsupportedMove
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
    read_seat,
)
from games.engine.pieces import CardPiece, Pieces, TokenPiece, state_hash
from games.engine.progress import IDLE_PHASES, Event, Preview, Progress, Refusal
from games.engine.rng import Rng, Seed, Seeds, verify
from games.engine.rules import MAX_STEPS_PER_TURN, Rules
from games.engine.state import Option, OptionError, Value, chosen_options, shows_more
from games.engine.tunnels import Cell, Face, Mine, Tile, side_letters
