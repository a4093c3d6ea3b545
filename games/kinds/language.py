"""The notation of all games: the one place that knows how each of them writes its moves."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from games.kinds.classic.rules.moves import GRAMMAR as CLASSIC
from games.kinds.duel.rules.moves import GRAMMAR as DUEL
from games.kinds.lost_mines.rules.moves import GRAMMAR as LOST_MINES
from games.mine import Language, Move, OtherGamesMove, Rules

M = TypeVar("M", bound=Move)

LANGUAGE: Final = Language((CLASSIC, DUEL, LOST_MINES))
"""The solo game writes as The Duel does."""


def read_move(rules: Rules[Any, M, Any], text: str) -> M | OtherGamesMove:
    """The move of this game that is written so; `NotationError` if no game has such a move."""
    return LANGUAGE.read(rules.GRAMMAR, text)
