"""The rules of The Duel for people: D1 to D28 of `docs/rules/duel.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from games.kinds.common.rulebook import Rulebook
from games.kinds.duel.rulebook import actions, ending, gold, path_cards, setting_up
from games.kinds.duel.rules.cards import ACTIONS, EDITIONS, GOALS, KEYS, PATHS

STARTS: Final = dict.fromkeys(("start-blue", "start-green"), 1)
COUNTS: Final = {
    **PATHS,
    **ACTIONS,
    **{f"goal-{gold}-{face}": 1 for face, gold in GOALS.items()},
    "token-key": KEYS,
}
"""Of what there is as much for one player as for two."""
RULEBOOK: Final = Rulebook(
    chapters=(
        *setting_up.CHAPTERS,
        path_cards.CHAPTER,
        gold.CHAPTER,
        actions.CHAPTER,
        ending.CHAPTER,
    ),
    examples=Path(__file__).parent.parent / "examples",
    counts={**COUNTS, **STARTS, "token-marker": EDITIONS[2].markers},
)
