"""The notation of all games: the one place that knows how each of them writes its moves."""

from __future__ import annotations

from typing import Final

from games.engine import Language
from games.kinds.classic.rules.moves import GRAMMAR as CLASSIC
from games.kinds.duel.rules.moves import GRAMMAR as DUEL
from games.kinds.lost_mines.rules.moves import GRAMMAR as LOST_MINES

LANGUAGE: Final = Language((CLASSIC, DUEL, LOST_MINES))
"""The solo game writes as The Duel does."""
read_move: Final = LANGUAGE.read
