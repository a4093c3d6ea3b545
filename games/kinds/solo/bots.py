"""The bots of the solo game: those of The Duel; the hard one looks farther ahead."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.engine.bots import EASY, HARD, NORMAL, Bots
from games.engine.search import SearchStage
from games.kinds.duel.bots import EasyBot, HardBot, NormalBot
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.state import View

CARELESS: Final = 0.3
"""Nobody else takes what is missed, so the easy bot can be more careless."""
CAREFUL: Final = 0.04
"""The normal bot has no opponent to hurry it."""
SEARCH_STAGES: Final = (SearchStage(4, 4), SearchStage(2, 6))
TURNS: Final = 10
"""Without an opponent it looks farther ahead."""

BOTS: Final[Bots[Move, View]] = MappingProxyType(
    {EASY: EasyBot(CARELESS), NORMAL: NormalBot(CAREFUL), HARD: HardBot(SEARCH_STAGES, TURNS)}
)
