"""Every puzzle has the answers that it says, and no others: all legal moves are tried."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from games.kinds.classic.minds.beliefs import believe
from games.kinds.common.lessons import LEARNER
from games.lessons.course import NotThis
from games.lessons.puzzling import POSED, Posed, next_to, of_day
from games.mine.minds import recall
from tests.lessons.solving import answers
from tests.lessons.test_lessons import misfits

MOVES = [posed for posed in POSED.values() if posed.puzzle.suspect is None]
NAMES = [posed for posed in POSED.values() if posed.puzzle.suspect is not None]


def test_there_are_a_dozen() -> None:
    assert len(POSED) == 12
    assert {posed.kind.name for posed in POSED.values()} == {"classic", "duel"}


@pytest.mark.parametrize("posed", MOVES, ids=lambda posed: posed.puzzle.name)
def test_a_puzzle_is_solved_by_what_it_says_and_by_nothing_else(posed: Posed) -> None:
    assert answers(posed.kind, posed.puzzle) == set(posed.puzzle.moves) != set()
    assert misfits(posed.table().state.mine) == []


@pytest.mark.parametrize("posed", MOVES, ids=lambda posed: posed.puzzle.name)
def test_every_other_move_gets_the_hint(posed: Posed) -> None:
    rules, table = posed.kind.rules, posed.table()
    legal = {rules.print_move(move) for move in rules.legal_moves(table.state, LEARNER)}
    assert len(legal) > 10
    for text in legal - set(posed.puzzle.moves):
        with pytest.raises(NotThis, match=r"."):
            posed.check(text)


@pytest.mark.parametrize("posed", NAMES, ids=lambda posed: posed.puzzle.name)
def test_who_is_named_is_whom_a_mind_suspects_most(posed: Posed) -> None:
    """By what the learner could see: half as likely, at most, is anybody else."""
    table = posed.table()
    played = [(done.before, done.events) for done in table.played]
    beliefs = believe(table.view, recall(posed.kind.rules, LEARNER, played)).saboteur
    first, second = sorted(beliefs, reverse=True)[:2]
    assert beliefs[posed.puzzle.suspect or 0] == first >= 2 * second
    assert table.state.roles[posed.puzzle.suspect or 0] == "saboteur"


def test_each_day_has_another_puzzle_until_all_have_been() -> None:
    first = date(2026, 11, 17)
    days = [of_day(first + timedelta(days=day)).puzzle.name for day in range(len(POSED))]
    assert sorted(days) == sorted(POSED)
    assert of_day(first) == of_day(first)


def test_after_the_last_puzzle_comes_the_first() -> None:
    *_, last = POSED
    assert next_to(last) == next(iter(POSED))
