"""Home costs no more for a player who has finished many tables than for one with few.

SQLite counts the steps it takes, which measures the work independently of time.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.clock import now
from games.tables.presenters import list_keys, lists
from tests.factories import UserFactory
from tests.scale.crowd import crowd

pytestmark = pytest.mark.django_db
FEW, MANY = 10, 300
"""Finished tables behind two players of the same site."""


@pytest.fixture
def two_pasts() -> tuple[User, User]:
    few, many = UserFactory.create_batch(2)
    crowd(few, 20, FEW, now())
    crowd(many, 20, MANY, now())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return few, many


def steps(ask: Callable[[], object]) -> int:
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    connection.connection.set_progress_handler(step, 1)
    ask()
    connection.connection.set_progress_handler(None, 1)
    return taken


QUESTIONS: dict[str, Callable[[User], object]] = {
    "what they finished last": lambda user: lists.newest_over(user, unsaid=0),
    "where they wait": lambda user: list(lists.waiting(user)[: lists.SOME]),
    "what a stream asks": lambda user: list_keys.home_keys([user.pk]),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_long_past_takes_no_more_steps(two_pasts: tuple[User, User], question: str) -> None:
    few, many = (steps(lambda user=user: QUESTIONS[question](user)) for user in two_pasts)  # type: ignore[misc]
    assert few == many > 0


def test_counting_past_tables_reads_only_an_index(two_pasts: tuple[User, User]) -> None:
    """One index entry for each, and nothing else."""
    with CaptureQueriesContext(connection) as asked:
        found = lists.counts(two_pasts[1])
    assert found["over"] == MANY
    past = next(query["sql"] for query in asked if "score_alone" in query["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {past}")
        (way,) = [row[3] for row in cursor.fetchall()]
    assert way.startswith("SEARCH tables_seat USING COVERING INDEX seats_by_end (user_id=?")
