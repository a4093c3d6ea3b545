"""The words of every game by its name."""

from __future__ import annotations

from types import MappingProxyType

from games.kinds.classic import words as classic
from games.kinds.duel import words as duel
from games.kinds.lost_mines import words as lost_mines
from games.kinds.solo import words as solo

WORDS = MappingProxyType({"classic": classic, "duel": duel, "solo": solo, "lost_mines": lost_mines})
