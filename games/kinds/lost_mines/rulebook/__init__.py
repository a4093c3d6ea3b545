"""The rules of The Lost Mines for people: every rule of `docs/rules/lost_mines.md`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from games.kinds.common.rulebook import Rulebook
from games.kinds.lost_mines.rulebook import actions, ending, path_cards, setting_up, walking
from games.kinds.lost_mines.rules.cards import (
    ACTIONS,
    CHARACTERS,
    CLANS,
    LOYAL,
    LOYALS,
    MINES,
    PATHS,
    STARTS,
    TOKENS,
    treasure_pile,
)

DWARFS: Final = {
    f"dwarf-{clan}-{character}": max(LOYALS.values()) if character == LOYAL else 1
    for clan in CLANS
    for character in CHARACTERS
}
RULEBOOK: Final = Rulebook(
    chapters=(
        *setting_up.CHAPTERS,
        path_cards.CHAPTER,
        actions.CHAPTER,
        walking.CHAPTER,
        ending.CHAPTER,
    ),
    examples=Path(__file__).parent.parent / "examples",
    counts={
        **PATHS,
        **ACTIONS,
        **DWARFS,
        **{f"start-{clan}": 1 for clan in STARTS},
        **{f"mine-{kind}": 1 for kind in MINES},
        **Counter(f"treasure-{kind}-{value}" for kind, value in treasure_pile()),
        **{f"token-{token}": count for token, count in TOKENS.items()},
        "token-dragon": 1,
    },
)
