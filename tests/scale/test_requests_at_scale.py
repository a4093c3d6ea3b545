"""Where 20,000 tables are being played, a request asks and reads no more than among 100.

Its reader has finished 1,000 tables there, and ten here. The same goes for sweeps with as much due.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from bench import seed
from config.clock import now
from games.tables.models import Table
from tests.at_table import HTMX, Answer, get, key_of, moves_offered, post
from tests.factories import UserFactory
from tests.real_tables import running, signed_in
from tests.scale.plans import rows_read

pytestmark = [pytest.mark.both, pytest.mark.django_db, pytest.mark.xdist_group("scale")]

FEW, MANY = (100, 10), (20_000, 1_000)
"""Tables being played, and tables that the reader has finished."""
DUE = 5
REQUESTS = ("home", "home-unchanged", "page", "poll", "move", "open-tables", "my-tables")
SWEEPS = tuple(work.task for work in seed.WORK)


@dataclass(frozen=True, slots=True)
class Asked:
    """What one request or sweep asked the database."""

    queries: int
    most_rows: int
    """That any of its queries had to read."""


@pytest.fixture(scope="module")
def asked(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> dict[str, tuple[Asked, Asked]]:
    """Everything once in each house: few tables, then many."""
    with django_db_blocker.unblock():
        few, many = dict(in_a_house(*FEW)), dict(in_a_house(*MANY))
    return {name: (few[name], many[name]) for name in few}


def in_a_house(tables: int, finished: int) -> Iterator[tuple[str, Asked]]:
    with transaction.atomic():
        at, users = now(), [UserFactory.create() for _ in range(5)]
        seed.build(tables * 10 // 6, 2 * DUE, at)
        seed.past(users[0], finished, at)
        with seed.same_cards():
            table = running(*users)
        seed.run("ANALYZE")
        yield from requests(users, table)
        for work in seed.WORK:
            with transaction.atomic():
                work.make_due(DUE, at)
                yield work.task, weigh(lambda work=work: work.run(at))  # type: ignore[misc]
                transaction.set_rollback(True)
        transaction.set_rollback(True)


def requests(users: list[User], table: Table) -> Iterator[tuple[str, Asked]]:
    """Of the reader, who has played for long; a move, of whoever is on turn."""
    reader = signed_in(users[0])
    for user in users[:2]:
        move(signed_in(user), table)  # whatever a process asks only once
    home, page = reader.get("/"), get(reader, table)
    unchanged = f"/?v={mark_of(home)}"
    yield "home", weigh(lambda: reader.get("/"))
    yield "home-unchanged", weigh(lambda: reader.get(unchanged, headers=HTMX))
    yield "page", weigh(lambda: get(reader, table))
    yield "poll", weigh(lambda: get(reader, table, "table-poll", v=key_of(page)))
    mover = signed_in(users[2])
    form = a_move(mover, table)
    yield "move", weigh(lambda: post(mover, table, "table-move", HTMX, **form))
    for name, path in (("open-tables", "/tables/"), ("my-tables", "/tables/mine/")):
        reader.get(path)
        yield name, weigh(lambda path=path: reader.get(path))  # type: ignore[misc]


def move(client: Client, table: Table) -> Answer:
    return post(client, table, "table-move", HTMX, **a_move(client, table))


def a_move(client: Client, table: Table) -> dict[str, str]:
    """The first that their page offers: the same in both houses, where the same cards lie."""
    table.refresh_from_db()
    offered = sorted(moves_offered(get(client, table)))
    return {"move": offered[0], "version": str(table.version), "token": secrets.token_hex(8)}


def mark_of(home: Answer) -> str:
    return home.context["mark"]  # type: ignore[index, no-any-return]


def weigh(do: Callable[[], object]) -> Asked:
    """What it asks, and then how many rows PostgreSQL reads for each question."""
    with CaptureQueriesContext(connection) as captured:
        do()
    questions = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    return Asked(len(captured), max(map(rows_read, questions), default=0))


@pytest.mark.parametrize("name", [*REQUESTS, *SWEEPS])
def test_it_asks_as_many_queries_among_many_tables(
    asked: dict[str, tuple[Asked, Asked]], name: str
) -> None:
    few, many = asked[name]
    assert few.queries == many.queries > 0
