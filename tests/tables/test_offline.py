"""What a browser keeps of a table: what all at the table see. tests/tables/test_secrecy.py compares
it in other worlds."""

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
    assert found.pop("seen")  # it may strike the minute between two of them
    return found


def test_it_is_the_same_for_all_at_the_table_but_for_whose_turn_it_is() -> None:
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


def test_a_lobby_has_no_board() -> None:
    (owner,) = players(1)
    assert set(kept(owner, lobby(owner))) == WORDS


def test_a_player_who_may_not_look_gets_nothing() -> None:
    table = running(*players(3), public=False)
    assert signed_in(UserFactory.create()).get(f"/t/{table.code}/seen/").status_code == 404


@pytest.mark.parametrize("count", [3, 10])
def test_its_queries_are_as_many_at_every_table(
    count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    users = players(count)
    table = running(*users)
    client = signed_in(users[0])
    client.get(f"/t/{table.code}/seen/")
    with django_assert_max_num_queries(QUERIES):
        client.get(f"/t/{table.code}/seen/")
