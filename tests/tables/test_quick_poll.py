"""The quick answer "nothing new": one query, and the same response as the full view gives."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Seat, Table
from tests.at_table import Answer, address, get, key_of
from tests.factories import UserFactory
from tests.positions import last_round
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]
RANDOM = ("X-Request-ID", "Expires")


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


def open_page(user: User, table: Table) -> tuple[Client, str]:
    client = signed_in(user)
    return client, key_of(get(client, table))


def queries_of_poll(client: Client, table: Table, **query: str) -> tuple[int, int]:
    """Return the status of the response and its number of queries."""
    with CaptureQueriesContext(connection) as queries:
        status = get(client, table, "table-poll", **query).status_code
    return status, len(queries)


def test_nothing_new_costs_one_query_for_players_and_spectators(three: list[User]) -> None:
    table = last_round(*three)
    for user in (three[1], UserFactory.create()):
        client, key = open_page(user, table)
        assert queries_of_poll(client, table, v=key) == (204, 1)


def test_presence_is_recorded_once_a_minute(three: list[User]) -> None:
    table = last_round(*three)
    client, key = open_page(three[1], table)
    assert queries_of_poll(client, table, v=key, seen="1")[1] > 1
    assert table.seats.get(user=three[1]).seen_at is not None
    assert queries_of_poll(client, table, v=key, seen="1") == (204, 1)
    Seat.objects.update(seen_at=now() - timedelta(minutes=1))
    assert queries_of_poll(client, table, v=key, seen="1")[1] > 1


@pytest.mark.parametrize("language", ["en", "nl"])
def test_its_headers_are_those_of_the_full_view(three: list[User], language: str) -> None:
    User.objects.update(language=language)
    table = last_round(*three)
    client, key = open_page(three[1], table)
    quick = get(client, table, "table-poll", v=key)
    long = client.head(address(table, "table-poll"), {"v": key})  # HEAD uses the full view
    assert quick.headers["Content-Language"] == language
    assert same_every_time(quick) == same_every_time(long)


def same_every_time(answer: Answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in RANDOM}


def test_its_log_line_has_the_route_and_the_reader(
    three: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    table = last_round(*three)
    client, key = open_page(three[1], table)
    caplog.clear()
    get(client, table, "table-poll", v=key)
    [line] = [record for record in caplog.records if record.name == "undermine.request"]
    assert (getattr(line, "route"), getattr(line, "user")) == ("table-poll", three[1].pk)  # noqa: B009


# --- ended sessions and lost permissions end this too -------------------------------------------


def sign_out_elsewhere(user: User) -> None:
    for device in UserSession.objects.filter(user=user):
        device.end()


def change_password(user: User) -> None:
    user.set_password("a new one, and a long one")
    user.save()


def session_runs_out(user: User) -> None:
    Session.objects.update(expire_date=now())


ENDS: list[Callable[[User], object]] = [
    sign_out_elsewhere,
    change_password,
    session_runs_out,
    lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
]


@pytest.mark.parametrize("ended", ENDS)
def test_an_ended_session_is_treated_as_a_visitor(
    three: list[User], ended: Callable[[User], object]
) -> None:
    table = last_round(*three)
    Table.objects.update(public=False)
    client, key = open_page(three[1], table)
    assert get(client, table, "table-poll", v=key).status_code == 204
    ended(three[1])
    answer = get(client, table, "table-poll", v=key)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_somebody_elses_session_gives_no_access(three: list[User]) -> None:
    """Not even if the list of sessions says that it is theirs."""
    table = last_round(*three)
    Table.objects.update(public=False)
    client = signed_in(UserFactory.create())
    client.get("/privacy/")
    key = open_page(three[1], table)[1]
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    UserSession.objects.filter(session_key=cookie).update(user=three[1])
    assert get(client, table, "table-poll", v=key).status_code == 404


def test_a_suspended_player_gets_403(three: list[User]) -> None:
    table = last_round(*three)
    client, key = open_page(three[1], table)
    User.objects.filter(pk=three[1].pk).update(suspended_until=now() + timedelta(days=1))
    assert get(client, table, "table-poll", v=key).status_code == 403


def test_a_player_who_left_may_no_longer_watch(three: list[User]) -> None:
    table = last_round(*three)
    client, _ = open_page(three[1], table)
    services.leave(three[1], table.code, now())
    table.refresh_from_db()
    known = f"{table.changes}.{table.talk}.{table.gallery}"
    assert get(client, table, "table-poll", v=known).status_code == 404


def test_a_private_table_is_not_found_by_a_stranger(three: list[User]) -> None:
    table = last_round(*three)
    client, key = open_page(UserFactory.create(), table)
    Table.objects.update(public=False)
    assert get(client, table, "table-poll", v=key).status_code == 404


def test_a_staff_session_expires_at_the_poll_too(three: list[User]) -> None:
    table = last_round(*three)
    client, key = open_page(three[1], table)
    User.objects.filter(pk=three[1].pk).update(is_staff=True)
    Table.objects.update(public=False)
    assert get(client, table, "table-poll", v=key).status_code == 302
