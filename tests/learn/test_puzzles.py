"""Every puzzle has exactly the answers it lists: all legal moves are tried."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from games.engine import Progress
from games.engine.bots import memory_of
from games.kinds.classic.bots.beliefs import infer_beliefs
from games.kinds.classic.rules.cards import PATHS as CLASSIC_PATHS
from games.kinds.common.learn import LEARNER, Puzzle
from games.kinds.duel.rules.cards import PATHS as DUEL_PATHS
from games.kinds.kind import GameKind
from games.learn.courses import POSED_PUZZLES, PosedPuzzle, WrongAnswer, next_puzzle, puzzle_of_day
from tests.learn.test_lessons import misfits

MOVES = [posed for posed in POSED_PUZZLES.values() if posed.puzzle.suspect is None]
NAMES = [posed for posed in POSED_PUZZLES.values() if posed.puzzle.suspect is not None]
DECKS = {"classic": CLASSIC_PATHS, "duel": DUEL_PATHS}
Kind = GameKind[Any, Any]


def answers(posed: PosedPuzzle) -> set[str]:
    """Return every legal move that fulfils the puzzle's conditions."""
    state, rules = posed.table().state, posed.kind.rules
    return {
        move.written()
        for move in rules.legal_moves(state, LEARNER)
        if solves(posed.kind, posed.puzzle, rules.play(state, LEARNER, move))
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


def test_there_are_a_dozen_puzzles() -> None:
    assert len(POSED_PUZZLES) == 12
    assert {posed.kind.name for posed in POSED_PUZZLES.values()} == {"classic", "duel"}


@pytest.mark.parametrize("posed", MOVES, ids=lambda posed: posed.puzzle.name)
def test_a_puzzle_is_solved_by_its_listed_moves_only(posed: PosedPuzzle) -> None:
    assert answers(posed) == set(posed.puzzle.moves) != set()
    assert misfits(posed.table().state.mine) == []


@pytest.mark.parametrize("posed", MOVES, ids=lambda posed: posed.puzzle.name)
def test_every_other_move_gets_the_hint(posed: PosedPuzzle) -> None:
    rules, table = posed.kind.rules, posed.table()
    legal = {move.written() for move in rules.legal_moves(table.state, LEARNER)}
    assert len(legal) > 10
    for text in legal - set(posed.puzzle.moves):
        with pytest.raises(WrongAnswer, match=r"."):
            posed.check(text)


@pytest.mark.parametrize("posed", NAMES, ids=lambda posed: posed.puzzle.name)
def test_the_player_to_name_is_the_one_a_bot_suspects_most(posed: PosedPuzzle) -> None:
    """From what the learner can see, anybody else is at most half as likely."""
    table = posed.table()
    played = [(done.before, done.events) for done in table.played]
    beliefs = infer_beliefs(table.view, memory_of(posed.kind.rules, LEARNER, played)).saboteur
    first, second = sorted(beliefs, reverse=True)[:2]
    assert beliefs[posed.puzzle.suspect or 0] == first >= 2 * second
    assert table.state.roles[posed.puzzle.suspect or 0] == "saboteur"


def test_each_day_has_a_different_puzzle_until_all_have_been_used() -> None:
    first = date(2026, 11, 17)
    days = [
        puzzle_of_day(first + timedelta(days=day)).puzzle.name for day in range(len(POSED_PUZZLES))
    ]
    assert sorted(days) == sorted(POSED_PUZZLES)
    assert puzzle_of_day(first) == puzzle_of_day(first)


def test_after_the_last_puzzle_comes_the_first() -> None:
    *_, last = POSED_PUZZLES
    assert next_puzzle(last) == next(iter(POSED_PUZZLES))
