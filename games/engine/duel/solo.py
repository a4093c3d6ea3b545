"""The solo game, for one player: The Duel with one seat, and its forced draws. (S1-S7)"""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.core import Value
from games.engine.deal import Seeds
from games.engine.drawing import draw
from games.engine.duel import rounds, scenario
from games.engine.duel.bot import choose
from games.engine.duel.legal import legal_moves
from games.engine.duel.rounds import opening_events, outcome
from games.engine.duel.rows import dealt, frame, from_pieces, pieces, problems
from games.engine.duel.rules import forced, play, waiting_for
from games.engine.duel.scenario import fact
from games.engine.duel.state import ROUNDS, RULES_VERSION, State
from games.engine.duel.state import SOLO_EVENTS as EVENTS
from games.engine.duel.view import View, absent_move, moves_of, preview, view, view_event
from games.engine.duel.worlds import worlds
from games.engine.moves import print_move
from games.engine.reading import read_move as parse_move

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
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "ROUNDS",
    "RULES_VERSION",
    "State",
    "View",
    "absent_move",
    "choose",
    "dealt",
    "draw",
    "fact",
    "forced",
    "frame",
    "from_pieces",
    "legal_moves",
    "moves_of",
    "opening_events",
    "outcome",
    "parse_move",
    "pieces",
    "play",
    "position",
    "preview",
    "print_move",
    "problems",
    "setup",
    "view",
    "view_event",
    "waiting_for",
    "worlds",
]
