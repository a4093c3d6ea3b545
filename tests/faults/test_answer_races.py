"""A step and answers to a proposal at the same moment: no answer makes a form out of date."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier

import pytest

from accounts.models import User
from config.clock import now
from games.replays import log_check
from games.tables import services
from games.tables.models import LogEntry
from games.tables.refusals import Refused
from games.tables.store import LoadedTable
from tests.faults.test_races import at_once
from tests.tables.play import load, new_table, seat_on_turn, token
from tests.tables.steps import clock, step
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
TABLES = 6

Form = tuple[int, str, str, int]
"""Who sends what to which table, and the version it was made for."""


def submit(barrier: Barrier, forms: list[Form]) -> list[str]:
    """Send one form for each table, at the same moment as the others send theirs."""
    answers = []
    for user, code, text, version in forms:
        player = User.objects.get(pk=user)
        barrier.wait(PATIENCE)
        try:
            services.play_move(player, code, text, version, token(), now())
            answers.append("played")
        except Refused as refused:
            answers.append(refused.code)
    return answers


def proposed() -> LoadedTable:
    loaded = new_table(3, kind="lost_mines")
    return step(loaded, seat_on_turn(loaded).number, "propose end")


def form(loaded: LoadedTable, number: int, text: str) -> Form:
    user = loaded.seats[number].user
    assert user is not None
    return user.pk, loaded.table.code, text, loaded.table.version


def test_a_step_is_played_whether_an_answer_comes_before_or_after_it() -> None:
    tables = [proposed() for _ in range(TABLES)]
    on_turn = [seat_on_turn(loaded).number for loaded in tables]
    cards = [f"discard {t.state.hands[n][0]}" for t, n in zip(tables, on_turn, strict=True)]
    moves = [form(t, n, text) for t, n, text in zip(tables, on_turn, cards, strict=True)]
    answers = [form(t, (n + 1) % 3, "agree end") for t, n in zip(tables, on_turn, strict=True)]
    moved, answered = at_once(submit, (moves,), (answers,))
    assert moved == ["played"] * TABLES
    for loaded, answer in zip(tables, answered, strict=True):
        after = load(loaded.table)
        agreed = after.table.log.filter(kind=LogEntry.Kind.MOVE, move="agree end").count()
        assert (answer, agreed) in {("played", 1), ("moved-on", 0)}  # a step came first
        assert log_check.check_table(after.table).sound


def test_two_answers_at_once_both_count_and_end_the_round_together() -> None:
    tables = [proposed() for _ in range(TABLES)]
    on_turn = [seat_on_turn(loaded).number for loaded in tables]
    first, second = (
        [form(t, (n + k) % 3, "agree end") for t, n in zip(tables, on_turn, strict=True)]
        for k in (1, 2)
    )
    both = at_once(submit, (first,), (second,))
    assert both == [["played"] * TABLES] * 2
    assert [load(loaded.table).table.round_number for loaded in tables] == [2] * TABLES


def test_an_agreement_and_a_refusal_at_once_do_not_change_the_clock() -> None:
    tables = [proposed() for _ in range(TABLES)]
    on_turn = [seat_on_turn(loaded).number for loaded in tables]
    agrees = [form(t, (n + 1) % 3, "agree end") for t, n in zip(tables, on_turn, strict=True)]
    refuses = [form(t, (n + 2) % 3, "refuse end") for t, n in zip(tables, on_turn, strict=True)]
    agreed, refused = at_once(submit, (agrees,), (refuses,))
    assert refused == ["played"] * TABLES
    assert set(agreed) <= {"played", "moved-on"}
    for loaded, number in zip(tables, on_turn, strict=True):
        after = load(loaded.table)
        assert after.state.proposal is None
        assert clock(after, number) == clock(loaded, number)
        assert log_check.check_table(after.table).sound
