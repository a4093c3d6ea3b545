"""The rules of The Duel, for two players. The solo game shares most of them."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.engine.rules import Rules
from games.kinds.duel.rules import judge, legal, rounds, rows, scenario, state, view
from games.kinds.duel.rules.moves import GRAMMAR, Move, Refusal
from games.kinds.duel.rules.state import State, View

DUEL_RULES: Final[Rules[State, Move, View]] = Rules(
    name="duel",
    players=range(2, 3),
    rounds=state.ROUNDS,
    options=rounds.OPTIONS[2],
    events=state.EVENTS,
    refusals=Refusal.codes,
    grammar=GRAMMAR,
    setup=partial(rounds.setup_for, 2),
    opening_events=rounds.opening_events,
    legal_moves=legal.legal_moves,
    play=judge.play,
    outcome=rounds.outcome,
    view=view.view,
    uncovered=view.uncovered,
    look_back=view.look_back,
    moves_of=view.moves_of,
    preview=view.preview,
    absent_move=view.absent_move,
    worlds=view.worlds,
    pieces=rows.pieces,
    from_pieces=rows.from_pieces,
    frame=rows.frame,
    dealt=rows.dealt,
    problems=rows.problems,
    position=partial(scenario.position_for, 2),
    fact=scenario.fact,
)
