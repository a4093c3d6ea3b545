"""Minds that play alone, by strength: those of The Duel, and one that looks farther ahead."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.kinds.duel.minds.easy import EasyMind
from games.kinds.duel.minds.hard import HardMind
from games.kinds.duel.minds.normal import NormalMind
from games.kinds.duel.minds.search import Heat
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import EASY, HARD, NORMAL, Minds

TO_THE_END: Final = 60
"""More turns than a round has: nobody answers, so a round is played on to its end."""
HEATS: Final = (Heat(6, 4), Heat(3, 6), Heat(2, 8))

MINDS: Final[Minds[Move, View]] = MappingProxyType(
    {EASY: EasyMind(), NORMAL: NormalMind(), HARD: HardMind(HEATS, TO_THE_END)}
)
