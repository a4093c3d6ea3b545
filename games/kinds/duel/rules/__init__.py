"""The Duel, for two players: the protocol of a game, put together. Alone: kinds/solo.

Where is what: cards.py the deck and tables · state.py what a table is · moves.py its moves and how
they are written · refusals.py its refusals · digging.py what may be laid, opened and paid, and who
reaches which gold (D8-D19) · judge.py a turn (D6-D24) · rounds.py deals, draws, round ends, gold
(D1-D7, D24-D28, S1-S7) · legal.py listing moves · view.py who may know what · worlds.py what might
be hidden · rows.py pieces · scenario.py positions and facts.
"""

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
from games.kinds.duel.rules.state import EVENTS, ROUNDS, RULES_VERSION, State
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

NAME: Final = "duel"
PLAYERS: Final = range(2, 3)
OPTIONS: Final = rounds.OPTIONS[2]


def setup(options: Mapping[str, Value], seats: int, seeds: Seeds) -> State:
    """A table ready for its first round. (D1-D5)"""
    return rounds.setup_for(2, options, seats, seeds)


def position(
    options: Mapping[str, Value], seats: int, seeds: Seeds, position: Mapping[str, Any]
) -> State:
    return scenario.position_for(2, options, seats, seeds, position)


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
