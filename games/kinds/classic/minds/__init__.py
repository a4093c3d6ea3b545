"""Minds that play this game, by strength."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.kinds.classic.minds.easy import EasyMind
from games.kinds.classic.minds.hard import HardMind
from games.kinds.classic.minds.normal import NormalMind
from games.kinds.classic.rules.moves import Move
from games.kinds.classic.rules.view import View
from games.mine.minds import EASY, HARD, NORMAL, Minds

MINDS: Final[Minds[Move, View]] = MappingProxyType(
    {EASY: EasyMind(), NORMAL: NormalMind(), HARD: HardMind()}
)
