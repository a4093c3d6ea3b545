"""The rules of The Lost Mines, 3 to 9 players."""

from __future__ import annotations

from typing import Final

from games.engine.rules import Rules
from games.kinds.lost_mines.rules import judge, legal, rounds, rows, scenario, state, view
from games.kinds.lost_mines.rules.moves import GRAMMAR, Move, Refusal
from games.kinds.lost_mines.rules.state import State, View

LOST_MINES_RULES: Final[Rules[State, Move, View]] = Rules(
    name="lost_mines",
    players=state.PLAYERS,
    rounds=state.ROUNDS,
    options=state.OPTIONS,
    events=state.EVENTS,
    refusals=Refusal.codes,
    grammar=GRAMMAR,
    setup=rounds.setup,
    legal_moves=legal.legal_moves,
    play=judge.play,
    forced=judge.forced,
    outcome=rounds.outcome,
    view=view.view,
    uncovered=view.uncovered,
    moves_of=view.moves_of,
    preview=view.preview,
    absent_move=view.absent_move,
    worlds=view.worlds,
    pieces=rows.pieces,
    from_pieces=rows.from_pieces,
    frame=rows.frame,
    dealt=rows.dealt,
    problems=rows.problems,
    position=scenario.position,
    fact=scenario.fact,
    draw=state.draw,
)
