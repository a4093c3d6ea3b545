"""The rules of the solo game: The Duel with one seat, and its forced draws. (S1-S7)"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from games.kinds.duel.rules import DUEL_RULES, rounds, scenario, state

SOLO_RULES: Final = replace(
    DUEL_RULES,
    name="solo",
    players=range(1, 2),
    options=rounds.OPTIONS[1],
    events=state.SOLO_EVENTS,
    setup=partial(rounds.setup_for, 1),
    position=partial(scenario.position_for, 1),
)
