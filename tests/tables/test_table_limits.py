"""What a table costs: queries and bytes, whatever the length of the game."""

from __future__ import annotations

import gzip

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.tables.models import Table
from tests.at_table import HTMX, get, key_of, moves_offered, play, random_moves
from tests.factories import UserFactory
from tests.positions import last_round, put
from tests.real_tables import running, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


def warm(user: User) -> Client:
    """Sign in and open a page: a session records its use once in a quarter of an hour."""
    client = signed_in(user)
    client.get("/privacy/")
    return client


def cost(client: Client, table: Table, name: str = "table", **query: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert get(client, table, name, **query).status_code in (200, 204)
    return len(queries)


def test_the_page_costs_at_most_twelve_queries_however_long_the_game(three: list[User]) -> None:
    table = running(*three)
    clients = [warm(user) for user in (*three, UserFactory.create())]
    short = [cost(client, table) for client in clients]
    random_moves(table, 12)
    last_round(*three)
    assert max(cost(client, table) for client in clients) <= 12
    assert max(short) <= 12


def test_an_unchanged_poll_costs_one_query_including_the_session(three: list[User]) -> None:
    table = last_round(*three)
    client = warm(three[1])
    key = key_of(get(client, table))
    assert cost(client, table, "table-poll", v=key) == 1


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("text", ["discard map", "place ew at 7,0", "play broken-pick on p2"])
def test_a_move_costs_at_most_26_queries(three: list[User], text: str, number: int) -> None:
    table = last_round(*three, round=number)
    last_round(*three)
    client = warm(three[0])
    with CaptureQueriesContext(connection) as queries:
        play(client, table, text, headers=HTMX)
    assert len(queries) <= 27  # one of them is the test's own


def full_table() -> tuple[Table, list[User]]:
    """Make a table with ten players, forty cards on the board, broken tools and a long log."""
    players = [UserFactory.create() for _ in range(10)]
    table = running(*players)
    random_moves(table, 45)
    rows = [(-2, "ne", "nw"), (2, "ne", "nw")]
    cards = [f"{x},0 nesw" for x in range(1, 7)] + [f"{x},1 nesw" for x in range(7)]
    cards += [f"{x},-1 nesw" for x in range(7)] + [
        f"{x},{y} nesw" for y, *_ in rows for x in range(7)
    ]
    hand = ["rockfall", "nes", "new", "nw"]
    tools = ["pick", "lantern", "cart"]
    put(
        table,
        cards=[*cards, "7,1 nesw"],
        hands={f"p{n}": hand for n in range(1, 11)},
        broken={f"p{n}": tools for n in range(2, 11)},
        turn="p10",
    )
    return table, players


def test_the_response_to_a_move_is_at_most_14_kb_with_ten_players_and_a_full_board() -> None:
    table, players = full_table()
    play(signed_in(players[9]), table, "discard rockfall")
    answer = get(signed_in(players[0]), table, "table-poll")
    assert len(moves_offered(answer)) > 60
    assert len(gzip.compress(answer.content, 6)) <= 14_000
