"""The drawings of The Lost Mines: a forest above the ground, a board, dwarfs and their tokens."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.features import LIGHT
from games.kinds.common.art.sprite import SHARED, Art
from games.kinds.lost_mines.art import board, forest, tokens
from games.kinds.lost_mines.rules.cards import PATHS

ART: Final = Art(
    file="cards-lost-mines",
    faces=tuple(PATHS),
    own={**board.CARDS, **tokens.CARDS, **LIGHT, **tokens.TOKENS},
    path=forest.forest_card,
    parts={**SHARED, **forest.PARTS, **board.PARTS, **tokens.PARTS},
    boxes={"figure": tokens.FIGURE_BOX, "board": board.BOARD},
)
