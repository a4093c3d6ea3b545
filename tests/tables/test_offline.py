"""What a browser keeps of a table: what everybody there sees. tests/tables/test_secrecy.py
compares it in other worlds."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.tables.models import Table
from tests.factories import UserFactory
from tests.real_tables import give_turn, lobby, running, signed_in

pytestmark = pytest.mark.django_db

WORDS = {"title", "game", "state", "turns", "theme"}
QUERIES = 10


def players(count: int) -> list[User]:
    return [UserFactory.create() for _ in range(count)]


def kept(user: User, table: Table) -> dict[str, Any]:
    answer = signed_in(user).get(f"/t/{table.code}/seen/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    found: dict[str, Any] = answer.json()
    assert found.pop("seen")  # the minute may change between two of them
    return found


def test_the_kept_page_is_the_same_for_all_players_except_for_the_turn() -> None:
    ann, bob, cid = players(3)
    table = running(ann, bob, cid)
    give_turn(table, ann)
    hers, his, others = (kept(user, table) for user in (ann, bob, cid))
    assert set(hers) == WORDS | {"board", "words"}
    assert (hers["turns"], his["turns"]) == (1, 0)
    assert hers["state"] != his["state"]
    assert ann.name in his["state"]
    assert his == others
    assert {**hers, "state": "", "turns": 0} == {**his, "state": ""}


def test_a_lobbys_kept_page_has_no_board() -> None:
    (owner,) = players(1)
    assert set(kept(owner, lobby(owner))) == WORDS


def test_a_stranger_gets_404() -> None:
    table = running(*players(3), public=False)
    assert signed_in(UserFactory.create()).get(f"/t/{table.code}/seen/").status_code == 404


@pytest.mark.parametrize("count", [3, 10])
def test_it_costs_the_same_queries_at_every_table(
    count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    users = players(count)
    table = running(*users)
    client = signed_in(users[0])
    client.get(f"/t/{table.code}/seen/")
    with django_assert_max_num_queries(QUERIES):
        client.get(f"/t/{table.code}/seen/")
