"""With 20,000 running tables, a request costs no more queries and rows than with 100.

Its reader has finished 1,000 tables on the large site, and ten on the small one. The same holds for
sweeps with the same amount of work, measured on PostgreSQL only.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from bench import seed
from bench.seed import Work
from config.clock import now
from games.tables.models import Table
from tests import plugin
from tests.at_table import HTMX, Answer, get, key_of, moves_offered, post, words
from tests.factories import UserFactory
from tests.real_tables import running, signed_in
from tests.scale.crowd import crowd
from tests.scale.plans import rows_read

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db,
    pytest.mark.soak,
    pytest.mark.xdist_group("scale"),
]

FEW, MANY = (100, 10), (20_000, 1_000)
"""Tables being played, and tables that the reader has finished."""
DUE = 5
BY_LOT = {"tables.move_bots": 2 * DUE}
"""Bots choose at random: laying a card takes a statement or two more than discarding one."""
REQUESTS = ("home", "home-unchanged", "page", "poll", "move", "open-tables", "my-tables", "player")
ON_POSTGRES = plugin.LEG == "postgres"
SWEEPS = tuple(work.task for work in seed.WORK) if ON_POSTGRES else ()


class Asked(NamedTuple):
    """The cost of a request or a sweep in the database."""

    queries: int
    most_rows: int
    """The most rows that PostgreSQL read for one query; SQLite doesn't say."""


@pytest.fixture(scope="module")
def asked(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> dict[str, tuple[Asked, Asked]]:
    """Measure everything once on each site: few tables, then many."""
    with django_db_blocker.unblock():
        few, many = dict(at_a_site(*FEW)), dict(at_a_site(*MANY))
    return {name: (few[name], many[name]) for name in few}


def at_a_site(tables: int, finished: int) -> Iterator[tuple[str, Asked]]:
    with transaction.atomic():
        at, users = now(), [UserFactory.create() for _ in range(5)]
        if ON_POSTGRES:
            seed.build(tables * 10 // 6, 2 * DUE, at)
            seed.past(users[0], finished, at)
            for work in seed.WORK:
                yield work.task, sweep(work, at)
        else:
            crowd(users[0], tables, finished, at)
        with seed.same_cards():
            table = running(*users)
        seed.run("ANALYZE")
        yield from requests(users[0], table)
        transaction.set_rollback(True)


def sweep(work: Work, at: datetime) -> Asked:
    with transaction.atomic():
        work.make_due(DUE, at)
        with CaptureQueriesContext(connection) as captured:
            assert work.run(at) == DUE
        transaction.set_rollback(True)
    return Asked(len(captured), 0)


def requests(user: User, table: Table) -> Iterator[tuple[str, Asked]]:
    """Return requests of a player with a long past, and a move of the player on turn."""
    reader = signed_in(user)
    play(table)  # what a process queries only once
    home, page = reader.get("/"), get(reader, table)
    mark = re.findall(r'"v": "([0-9a-f]{16})"', words(home))[0]
    yield "home", weigh(lambda: reader.get("/"))
    yield "home-unchanged", weigh(lambda: reader.get(f"/?v={mark}", headers=HTMX), 204)
    yield "page", weigh(lambda: get(reader, table))
    yield "poll", weigh(lambda: get(reader, table, "table-poll", v=key_of(page)), 204)
    mine = ("my-tables", "/tables/mine/"), ("player", f"/players/{user.name}/")
    for name, path in (("open-tables", "/tables/"), *mine):
        yield name, weigh(lambda path=path: reader.get(path))  # type: ignore[misc]
    yield "move", play(table)


def play(table: Table) -> Asked:
    """Play the first move offered: the same on both sites, which have the same cards."""
    table.refresh_from_db()
    on_turn = table.seats.select_related("user").get(on_turn=True).user
    assert on_turn
    client = signed_in(on_turn)
    form = {
        "move": min(moves_offered(get(client, table))),
        "version": str(table.version),
        "token": secrets.token_hex(8),
    }
    return weigh(lambda: post(client, table, "table-move", HTMX, **form))


def weigh(ask: Callable[[], Answer], status: int = 200) -> Asked:
    """Count its queries, then the rows that PostgreSQL reads for each."""
    with CaptureQueriesContext(connection) as captured:
        assert ask().status_code == status
    questions = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    most = max(map(rows_read, questions), default=0) if ON_POSTGRES else 0
    return Asked(len(captured), most)


@pytest.mark.parametrize("name", [*REQUESTS, *SWEEPS])
def test_it_costs_the_same_queries_with_many_tables(
    asked: dict[str, tuple[Asked, Asked]], name: str
) -> None:
    few, many = asked[name]
    assert many.queries > 0
    assert abs(few.queries - many.queries) <= BY_LOT.get(name, 0)
