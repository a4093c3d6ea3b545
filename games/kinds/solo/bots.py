"""The solo game's bots, by strength: those of The Duel, one of which looks farther ahead."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, HARD, NORMAL, Bots
from games.kinds.duel.bots.levels import EasyBot, HardBot, NormalBot
from games.kinds.duel.bots.search import SearchStage
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View

CARELESS: Final = 0.3
"""Alone nobody takes what is left lying: an easy mind forgives itself more."""
CAREFUL: Final = 0.04
"""Nor does anybody hurry a normal one."""
SEARCH_STAGES: Final = (SearchStage(4, 4), SearchStage(2, 6))
TURNS: Final = 10
"""Nobody answers: a mind looks farther ahead."""

BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(CARELESS), NORMAL: NormalBot(CAREFUL), HARD: HardBot(SEARCH_STAGES, TURNS)}
)
