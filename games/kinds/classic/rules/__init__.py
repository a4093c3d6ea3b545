"""The rules of the classic game, 3 to 10 players."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.engine.rules import Rules
from games.kinds.classic.rules import judge, legal, rounds, rows, scenario, state, view
from games.kinds.classic.rules.moves import GRAMMAR, Move, Refusal
from games.kinds.classic.rules.state import NEWEST, OLDER, Ruleset, State, View


def rules_with(ruleset: Ruleset) -> Rules[State, Move, View]:
    """Return the rules of one version. Every state carries its ruleset, so only the functions that
    make a state from options need to be given it."""
    return Rules(
        name="classic",
        version=ruleset.version,
        players=state.PLAYERS,
        rounds=state.ROUNDS,
        options=state.OPTIONS,
        events=state.EVENTS,
        refusals=Refusal.codes,
        grammar=GRAMMAR,
        setup=partial(rounds.setup, ruleset=ruleset),
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
        from_pieces=partial(rows.from_pieces, ruleset=ruleset),
        frame=rows.frame,
        dealt=partial(rows.dealt, ruleset=ruleset),
        problems=rows.problems,
        position=partial(scenario.position, ruleset=ruleset),
        fact=scenario.fact,
    )


CLASSIC_RULES: Final = rules_with(NEWEST)
OLDER_RULES: Final = tuple(rules_with(ruleset) for ruleset in OLDER)
