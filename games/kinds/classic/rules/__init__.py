"""Classic Saboteur, 3 to 10 players: the protocol of a game, put together.

Where is what: cards.py the deck and tables · rulesets.py what differs by version · state.py what a
table is · moves.py its moves and how they are written · refusals.py its refusals · judge.py a turn
(C7-C20) · rounds.py deals, round ends, gold (C1-C6, C21-C27) · legal.py listing moves · view.py who
may know what · worlds.py what might be hidden · rows.py pieces · scenario.py positions and facts.
"""

from games.engine.ascii_board import draw
from games.engine.moves import print_move
from games.kinds.classic.rules.judge import forced, play, waiting_for
from games.kinds.classic.rules.legal import legal_moves
from games.kinds.classic.rules.moves import GRAMMAR, REFUSALS
from games.kinds.classic.rules.rounds import opening_events, outcome, setup
from games.kinds.classic.rules.rows import dealt, frame, from_pieces, pieces, problems
from games.kinds.classic.rules.scenario import fact, position
from games.kinds.classic.rules.state import (
    EVENTS,
    NAME,
    OPTIONS,
    PLAYERS,
    ROUNDS,
    RULES_VERSION,
    Options,
    State,
)
from games.kinds.classic.rules.view import (
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

__all__ = [
    "EVENTS",
    "GRAMMAR",
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "REFUSALS",
    "ROUNDS",
    "RULES_VERSION",
    "Options",
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
