"""Minds that play this game, by strength."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.kinds.lost_mines.minds.easy import EasyMind
from games.kinds.lost_mines.minds.hard import HardMind
from games.kinds.lost_mines.minds.normal import NormalMind
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.view import View
from games.mine.minds import EASY, HARD, NORMAL, Minds

MINDS: Final[Minds[Move, View]] = MappingProxyType(
    {EASY: EasyMind(), NORMAL: NormalMind(), HARD: HardMind()}
)
