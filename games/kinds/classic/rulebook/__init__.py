"""The rules of the classic game for people: every rule of `docs/rules/classic.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from games.kinds.classic.rulebook import ending, playing, setting_up
from games.kinds.classic.rules.cards import ACTIONS, GOALS, NUGGETS, PATHS
from games.kinds.common.rulebook import Rulebook

NUGGET_CARDS: Final = {f"nugget-{value}": NUGGETS.count(value) for value in set(NUGGETS)}
RULEBOOK: Final = Rulebook(
    chapters=(setting_up.CHAPTER, *playing.CHAPTERS, *ending.CHAPTERS),
    examples=Path(__file__).parent.parent / "examples",
    counts={**PATHS, **ACTIONS, **NUGGET_CARDS, "start": 1, **dict.fromkeys(GOALS, 1)},
)
