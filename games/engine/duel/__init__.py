"""The Duel, for two players: the protocol of a game, put together. Alone: solo.py.

Where is what: cards.py the deck and tables · state.py what a table is · digging.py what may be
laid, opened and paid, and who reaches which gold (D8-D19) · rules.py a turn (D6-D24) · rounds.py
deals, draws, round ends, gold (D1-D7, D24-D28, S1-S7) · legal.py listing moves · view.py who may
know what · worlds.py what might be hidden · rows.py pieces · scenario.py positions and facts ·
bot.py.
"""

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
from games.engine.duel.state import EVENTS, ROUNDS, RULES_VERSION, State
from games.engine.duel.view import View, absent_move, moves_of, preview, view, view_event
from games.engine.duel.worlds import worlds
from games.engine.moves import print_move
from games.engine.reading import read_move as parse_move

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
