"""How each game looks on a page: what differs between their views, asked for by one set of names.

A look says what its game has; what it does not say, the game has not (`base.Look`). A new game adds
a module here and a word to this line.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.kinds.classic.look import Classic
from games.kinds.common.look import Look
from games.kinds.duel.look import Duel
from games.kinds.lost_mines.look import LostMines

LOOKS: Mapping[str, Look] = MappingProxyType(
    {"classic": Classic(), "duel": Duel(), "solo": Duel(), "lost_mines": LostMines()}
)

__all__ = ["LOOKS", "Look"]
