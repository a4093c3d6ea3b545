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

CARELESS: Final = 0.3
"""Alone nobody takes what is left lying: an easy mind forgives itself more."""
CAREFUL: Final = 0.04
"""Nor does anybody hurry a normal one."""
HEATS: Final = (Heat(4, 4), Heat(2, 6))
TURNS: Final = 10
"""Nobody answers: a mind looks farther ahead."""

MINDS: Final[Minds[Move, View]] = MappingProxyType(
    {EASY: EasyMind(CARELESS), NORMAL: NormalMind(CAREFUL), HARD: HardMind(HEATS, TURNS)}
)
