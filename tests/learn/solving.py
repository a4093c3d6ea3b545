"""All answers to a puzzle, found by trying all legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.engine import Progress
from games.kinds.classic.rules.cards import PATHS as CLASSIC_PATHS
from games.kinds.common.learn import LEARNER, Puzzle
from games.kinds.duel.rules.cards import PATHS as DUEL_PATHS
from games.kinds.kind import GameKind
from games.learn.courses import LessonTable, table_from_position

DECKS = {"classic": CLASSIC_PATHS, "duel": DUEL_PATHS}
Kind = GameKind[Any, Any]


def table_of(kind: Kind, puzzle: Puzzle) -> LessonTable:
    return table_from_position(kind, puzzle.position).script(puzzle.played)


def answers(kind: Kind, puzzle: Puzzle) -> set[str]:
    """Return every legal move that fulfils the puzzle's conditions."""
    table, rules = table_of(kind, puzzle), kind.rules
    return {
        move.written()
        for move in rules.legal_moves(table.state, LEARNER)
        if solves(kind, puzzle, rules.play(table.state, LEARNER, move))
    }


def solves(kind: Kind, puzzle: Puzzle, progress: Progress[Any]) -> bool:
    if not all(kind.rules.fact(progress, fact.split()) for fact in puzzle.wants):
        return False
    nexts = list(next_lays(kind, progress.after)) if puzzle.denies else []
    return not any(kind.rules.fact(lay, fact.split()) for fact in puzzle.denies for lay in nexts)


def next_lays(kind: Kind, state: Any) -> Iterator[Progress[Any]]:
    """Yield every path card of the deck, laid by every other player wherever allowed."""
    for seat in range(1, len(state.hands)):
        for card in DECKS[kind.name]:
            hands = tuple((card,) if n == seat else hand for n, hand in enumerate(state.hands))
            holding = state._replace(hands=hands, turn=seat, stock=("ew", "ew"))
            for move in kind.rules.legal_moves(holding, seat):
                if move.written().startswith("place"):
                    yield kind.rules.play(holding, seat, move)


def without_answer(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, moves=())
