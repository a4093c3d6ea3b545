"""Redis stopped or killed, PostgreSQL away, a row that somebody holds: the site goes on without.

A real web process on a PostgreSQL and a Redis of its own. Whatever may take as long as a limit of
ours is shown by what answered, and never by a clock.
"""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
import requests

from config.storage.limits import MAX_WAITING
from tests.factories import PASSWORD
from tests.production_site import Person, Web, World, neighbours, sign_in, turn
from tests.worker import until
from tools import machine

absent = [tool.name for tool in (machine.POSTGRES, machine.REDIS) if not tool.find()]
pytestmark = [
    pytest.mark.stack,
    pytest.mark.xdist_group("slow neighbours"),
    pytest.mark.skipif(bool(absent) and not machine.UNDER_CI, reason=f"without {absent}"),
]

CLICKS = 24


@pytest.fixture(scope="module")
def world(_static_files: None) -> Iterator[World]:
    with neighbours() as found:
        yield found


@pytest.fixture(scope="module")
def tables(world: World) -> list[tuple[Person, Person]]:
    return world.people(tables=4)


@pytest.fixture(scope="module")
def site(world: World, tables: list[tuple[Person, Person]]) -> Iterator[Web]:
    with world.serving("gunicorn") as found:
        yield found


def moves(world: World, code: str) -> int:
    """Return the number of moves accepted at this table."""
    with psycopg.connect(world.postgres.url) as link:
        found = link.execute(
            "SELECT count(*) FROM tables_logentry e JOIN tables_table t ON t.id = e.table_id"
            " WHERE t.code = %s AND e.kind = 'move'",
            [code],
        ).fetchone()
    assert found is not None
    return int(found[0])


def lines(site: Web, logger: str) -> list[str]:
    """Return the lines of this logger of the web process."""
    found = [json.loads(line) for line in site.log.read_text().splitlines() if line[:1] == "{"]
    return [line["message"] for line in found if line["logger"] == logger]


def test_moves_and_sign_ins_work_while_redis_is_silent_or_dead(
    world: World, site: Web, tables: list[tuple[Person, Person]]
) -> None:
    players = tables[0]
    before = moves(world, players[0].code)
    world.redis.freeze()
    try:
        frozen = [turn(site, players).status_code for _ in range(4)]
        came_in = [sign_in(site, players[0].email, PASSWORD)]
        guesses = [*["a wrong one"] * 5, PASSWORD]
        guessed = [sign_in(site, tables[1][0].email, guess) for guess in guesses]
    finally:
        world.redis.thaw()
    world.redis.kill()
    killed = [turn(site, players).status_code for _ in range(2)]
    came_in.append(sign_in(site, players[0].email, PASSWORD))
    world.redis.start()
    assert frozen + killed == [302] * 6
    assert moves(world, players[0].code) == before + 6
    assert came_in == [302] * 2
    assert guessed == [200] * 6  # even the right one: it came after too many
    until(lambda: turn(site, players).status_code == 302 and both_are_back(site, players[0]))
    assert set(Counter(told(site)).values()) == {1}  # and nobody was notified twice
    assert lines(site, "django.request") == []


def both_are_back(site: Web, player: Person) -> bool:
    """Broker and cache."""
    sign_in(site, player.email, PASSWORD)
    return len([line for line in told(site) if "answers again" in line]) == 2


def told(site: Web) -> list[str]:
    return lines(site, "undermine.circuit")


def test_a_locked_row_does_not_stop_others(
    world: World, site: Web, tables: list[tuple[Person, Person]]
) -> None:
    held, others = tables[1], tables[2]
    for player in held:
        player.look(site)
    clicker = next(player for player in held if player.on_turn)
    before = moves(world, clicker.code)
    with world.locked(clicker.code), ThreadPoolExecutor(CLICKS) as hands:
        clicks = [hands.submit(clicker.move, site, {"HX-Request": "true"}) for _ in range(CLICKS)]
        meanwhile = [turn(site, others).status_code for _ in range(2)]
        alive = site.status("/healthz")
        answers = [click.result() for click in clicks]
    assert (meanwhile, alive) == ([302, 302], 200)
    assert {answer.status_code for answer in answers} == {503}
    assert {answer.headers["Retry-After"] for answer in answers} == {"2"}
    assert all("Undermine-Busy" in answer.headers for answer in answers)
    assert moves(world, clicker.code) == before
    errors = Counter(lines(site, "undermine.errors"))
    assert errors["busy: OperationalError"] >= 1  # waited until PostgreSQL's limit
    assert errors["busy: Busy"] >= CLICKS - MAX_WAITING * CLICKS // 4  # did not wait at all
    assert clicker.move(site).status_code == 302
    assert moves(world, clicker.code) == before + 1


def test_without_postgresql_every_page_says_so_and_recovers_by_itself(
    world: World, site: Web, tables: list[tuple[Person, Person]]
) -> None:
    players = tables[3]
    assert players[0].look(site) == 200
    world.postgres.stop()
    try:
        shown = [page(site, players[0], path) for path in ("/", "/new/", f"/t/{players[0].code}/")]
        moved = players[0].move(site)
        alive, ready = site.status("/healthz"), site.status("/readyz")
    finally:
        world.postgres.start()
    for answer in (*shown, moved):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert "<main" in answer.text
    assert (alive, ready) == (200, 503)
    until(lambda: players[0].look(site) == 200)
    assert turn(site, players).status_code == 302
    assert site.status("/readyz") == 200
    assert lines(site, "django.request") == []  # no error: it isn't our bug
    said = [line for line in told(site) if "database" in line]
    assert said == ["the database does not answer: OperationalError", "the database answers again"]


def page(site: Web, player: Person, path: str) -> requests.Response:
    return player.browser.get(
        site.url + path, headers={"Accept-Language": "nl"}, timeout=machine.PATIENCE
    )


SHOW_LIMITS = """
import django
django.setup()
from django.db import connection
from celery.signals import worker_init
from config.celery import app
def show():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        locked = cursor.fetchone()[0]
        cursor.execute("SHOW statement_timeout")
        print(locked, cursor.fetchone()[0], bool(connection.pool))
    connection.close()
show()
worker_init.send(sender=None)
show()
del connection.settings_dict["OPTIONS"]["options"]
import config.wsgi
show()
"""


def test_commands_have_no_time_limits_workers_some_and_pages_short_ones(
    world: World, tables: list[tuple[Person, Person]]
) -> None:
    world.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    shown = world.manage("-W", "ignore", "-c", SHOW_LIMITS).splitlines()
    assert shown == ["0 0 False", "10s 2min False", "2s 10s True"]


@pytest.mark.soak
def test_a_worker_gives_up_on_a_locked_row_and_comes_back_to_it(
    world: World, tables: list[tuple[Person, Person]]
) -> None:
    """Two processes of one worker: they share no connection, and neither hangs."""
    codes = [players[0].code for players in tables]
    with psycopg.connect(world.postgres.url) as link:
        link.execute("UPDATE tables_seat SET due_at = now() - interval '1 minute' WHERE on_turn")
    with world.locked(codes[0]), world.working() as log:
        until(lambda: overdue(world) == {codes[0]})
        until(lambda: "a step failed: OperationalError" in log.read_text())
        assert overdue(world) == {codes[0]}
    with world.working():
        until(lambda: overdue(world) == set())


def overdue(world: World) -> set[str]:
    """Return the tables where somebody's time is up."""
    with psycopg.connect(world.postgres.url) as link:
        rows = link.execute(
            "SELECT t.code FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
            " WHERE s.on_turn AND s.due_at < now()"
        )
        return {code for (code,) in rows}


# --- many at once -----------------------------------------------------------------------------

LOADS = [
    pytest.param("uvicorn", 16, 4, "4"),
    pytest.param("gunicorn", 16, 4, "4", marks=pytest.mark.soak),
    pytest.param("gunicorn", 16, 40, "16", marks=pytest.mark.soak),
    pytest.param("gunicorn", 64, 15, "16", marks=pytest.mark.soak),
    pytest.param("uvicorn", 16, 40, "16", marks=pytest.mark.soak),
    pytest.param("uvicorn", 64, 15, "16", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("server", "readers", "times", "bound"), LOADS)
def test_many_readers_never_use_more_connections_than_the_limit(
    world: World,
    tables: list[tuple[Person, Person]],
    server: str,
    readers: int,
    times: int,
    bound: str,
) -> None:
    with world.serving(server, DATABASE_POOL=bound) as site:
        player = tables[0][0]
        with world.connections_of(site) as counts:
            for _ in range(readers):
                hang_up(site, player)
            with ThreadPoolExecutor(readers) as crowd:
                found = [crowd.submit(read, site, player, times) for _ in range(readers)]
            answers = sum((reader.result() for reader in found), Counter[int]())
        print(server, readers, dict(answers), "connections:", max(counts))
        assert answers.total() == readers * times
        assert set(answers) <= {200, 503}
        assert answers[200] > 0
        assert 0 < max(counts) <= int(bound)
        until(lambda: player.look(site) == 200)


def read(site: Web, player: Person, times: int) -> Counter[int]:
    """Request the table again and again, and return the answers."""
    with requests.Session() as browser:
        browser.cookies.set("sessionid", player.session)
        address = f"{site.url}/t/{player.code}/poll/?v=old"
        asked = (browser.get(address, timeout=machine.PATIENCE) for _ in range(times))
        return Counter(answer.status_code for answer in asked)


def hang_up(site: Web, player: Person) -> None:
    """Send a request and hang up: its connection must be released all the same."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        head = f"GET /t/{player.code}/ HTTP/1.1\r\nHost: localhost\r\n"
        line.sendall(f"{head}Cookie: sessionid={player.session}\r\n\r\n".encode())
        time.sleep(0.01)  # long enough for it to be read
