"""The solo game, for one player: The Duel with one seat, and its forced draws. (S1-S7)"""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.ascii_board import draw
from games.engine.moves import print_move
from games.engine.rng import Seeds
from games.engine.state_fields import Value
from games.kinds.duel.rules import rounds, scenario
from games.kinds.duel.rules.judge import forced, play, waiting_for
from games.kinds.duel.rules.legal import legal_moves
from games.kinds.duel.rules.moves import GRAMMAR, REFUSALS
from games.kinds.duel.rules.rounds import opening_events, outcome
from games.kinds.duel.rules.rows import dealt, frame, from_pieces, pieces, problems
from games.kinds.duel.rules.scenario import fact
from games.kinds.duel.rules.state import ROUNDS, RULES_VERSION, State
from games.kinds.duel.rules.state import SOLO_EVENTS as EVENTS
from games.kinds.duel.rules.view import (
    View,
    absent_move,
    look_back,
    moves_of,
    preview,
    uncovered,
    view,
    view_event,
    worlds,
)

NAME: Final = "solo"
PLAYERS: Final = range(1, 2)
OPTIONS: Final = rounds.OPTIONS[1]


def setup(options: Mapping[str, Value], seats: int, seeds: Seeds) -> State:
    """A table ready for its first round. (S1-S5)"""
    return rounds.setup_for(1, options, seats, seeds)


def position(
    options: Mapping[str, Value], seats: int, seeds: Seeds, position: Mapping[str, Any]
) -> State:
    return scenario.position_for(1, options, seats, seeds, position)


__all__ = [
    "EVENTS",
    "GRAMMAR",
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "REFUSALS",
    "ROUNDS",
    "RULES_VERSION",
    "State",
    "View",
    "absent_move",
    "dealt",
    "draw",
    "fact",
    "forced",
    "frame",
    "from_pieces",
    "legal_moves",
    "look_back",
    "moves_of",
    "opening_events",
    "outcome",
    "pieces",
    "play",
    "position",
    "preview",
    "print_move",
    "problems",
    "setup",
    "uncovered",
    "view",
    "view_event",
    "waiting_for",
    "worlds",
]
