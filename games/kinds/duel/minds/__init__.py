"""Minds that play this game, by strength."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.kinds.duel.minds.easy import EasyMind
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import EASY, HARD, NORMAL, Minds

MINDS: Final[Minds[Move, View]] = MappingProxyType(
    {EASY: EasyMind(), NORMAL: EasyMind(), HARD: EasyMind()}
)
