"""The Lost Mines, 3 to 9 players: the protocol of a game, put together.

Where is what: cards.py the deck, the board and every table · state.py what a table is · moves.py
its moves and how they are written · refusals.py its refusals · judge.py the card of a turn (L8-L19)
· walking.py ways, joints and what they cost (L12-L20) · moving.py the walk of a turn, mines and
treasures (L20-L23) · treasures.py what lies at a mine and who knows it · consent.py ending a round
together (L24) · rounds.py deals, draws, ends (L1-L9, L16, L24, L28) · scoring.py points (L25-L27) ·
legal.py listing moves · view.py who may know what · worlds.py what might be hidden · rows.py
pieces · scenario.py positions and facts · sketch.py the board as text.
"""

from games.engine.moves import print_move
from games.kinds.lost_mines.rules.judge import forced, play, waiting_for
from games.kinds.lost_mines.rules.legal import legal_moves
from games.kinds.lost_mines.rules.moves import GRAMMAR, REFUSALS
from games.kinds.lost_mines.rules.rounds import opening_events, outcome, setup
from games.kinds.lost_mines.rules.rows import dealt, frame, from_pieces, pieces, problems
from games.kinds.lost_mines.rules.scenario import fact, position
from games.kinds.lost_mines.rules.state import (
    EVENTS,
    NAME,
    OPTIONS,
    PLAYERS,
    ROUNDS,
    RULES_VERSION,
    Options,
    State,
    draw,
)
from games.kinds.lost_mines.rules.view import (
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
