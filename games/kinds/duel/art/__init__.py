"""The drawings of The Duel and the solo game: one sprite for both."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art import actions
from games.kinds.common.art.shared_cards import LIGHT
from games.kinds.common.art.sprite import SHARED, Art
from games.kinds.common.art.underground import underground
from games.kinds.duel.art import cards, tokens
from games.kinds.duel.rules.cards import PATHS

ART: Final = Art(
    file="cards-duel",
    faces=tuple(PATHS),
    own={**cards.CARDS, **actions.CARDS, **cards.KEY, **LIGHT, **tokens.TOKENS},
    path=underground,
    parts=(*SHARED, tokens.parts),
)
