"""How much gold a solo game brought, and which grade."""

from __future__ import annotations

from typing import Final

from games.kinds.duel.results import sides
from games.kinds.duel.rules.cards import GRADES
from games.kinds.duel.rules.rounds import outcome
from games.kinds.duel.rules.state import State
from games.mine.progress import Progress
from games.mine.results import Results, Standing


def standings(progress: Progress[State]) -> list[Standing]:
    """Gold is counted at the end of the game; nobody wins. (S7)"""
    end = progress.ended and outcome(progress.ended)
    return [Standing(("gold",), points=gold) for gold in end.scores] if end else []


def grades(progress: Progress[State]) -> dict[str, float]:
    """Which of the grades it was, by number, 1 worst. (S7)"""
    end = progress.ended and outcome(progress.ended)
    if not end:
        return {}
    return {f"grade {n}": float(n == end.grade) for n in range(1, len(GRADES) + 1)}


RESULTS: Final = Results(sides, standings, happened=grades)
