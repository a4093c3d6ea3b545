"""Every game, one folder each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.kinds.classic import rules as classic
from games.kinds.duel import rules as duel
from games.kinds.lost_mines import rules as lost_mines
from games.kinds.solo import rules as solo
from games.mine import Rules

GAMES: Mapping[str, Rules[Any, Any, Any]] = MappingProxyType(
    {classic.NAME: classic, duel.NAME: duel, solo.NAME: solo, lost_mines.NAME: lost_mines}
)
"""The rules of every game by its name."""
