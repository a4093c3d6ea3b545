"""Minds that play this game, by strength.

Where is what: outlook.py what a view tells · terrain.py, survey.py how near both are to each gold ·
spoils.py what a goal brings · foresight.py what a move leads to, and its worth · weights.py the
numbers · weighing.py all moves · beliefs.py, guesses.py what memory tells of the other · search.py
looking ahead · advice.py reasons · easy.py, normal.py, hard.py the minds.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.kinds.duel.minds.easy import EasyMind
from games.kinds.duel.minds.hard import HardMind
from games.kinds.duel.minds.normal import NormalMind
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.view import View
from games.mine.minds import EASY, HARD, NORMAL, Minds

MINDS: Final[Minds[Move, View]] = MappingProxyType(
    {EASY: EasyMind(), NORMAL: NormalMind(), HARD: HardMind()}
)
