"""Every page says that clocks are stopped, and for a day that they were."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.clock import now
from games.tables import services, tasks
from games.tables.models import SiteClock, Table
from tests.at_table import get, key_of, words
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db]

HOUR = timedelta(hours=1)
BANNER, STILL = 'class="standstill"', "clocks stand still"


@pytest.fixture
def table() -> Table:
    return running(*UserFactory.create_batch(3))


@pytest.fixture
def player(table: Table) -> Client:
    user = table.seats.get(on_turn=True).user
    assert isinstance(user, User)
    user.time_zone = "Asia/Tokyo"
    user.save()
    client = signed_in(user)
    client.get("/")  # updates the session once
    return client


def page(client: Client, path: str = "/") -> str:
    return client.get(path).content.decode()


def came_back(length: timedelta, ended: timedelta = timedelta()) -> None:
    """Pretend an outage of this length that ended this long ago."""
    at = now() - ended
    times = {"stopped_at": at - length, "went_on_at": at, "swept_at": now()}
    SiteClock.objects.update_or_create(defaults=times)


def test_while_clocks_run_there_is_no_banner(table: Table, player: Client) -> None:
    tasks.miss_turns()
    assert BANNER not in page(player)
    assert STILL not in words(get(player, table))


def test_maintenance_is_shown_on_every_page_to_signed_in_users(
    table: Table, player: Client
) -> None:
    at = now().replace(hour=1, minute=30) + timedelta(days=1)
    services.stop_clocks(now(), until=at, message="A new roof & <b>more</b>.")
    for path in ("/", "/rules/", "/settings/", f"/t/{table.code}/", "/no-such-page/"):
        found = page(player, path)
        assert BANNER in found
        assert "A new roof &amp; &lt;b&gt;more&lt;/b&gt;." in found
        assert ", 10:30" in found  # in Tokyo


def test_a_visitor_sees_stopped_clocks_only_at_a_table(table: Table) -> None:
    services.stop_clocks(now())
    assert BANNER not in page(Client())
    assert STILL in words(get(Client(), table))


def test_no_deadline_is_shown_while_clocks_are_stopped(table: Table, player: Client) -> None:
    assert "data-due" in words(get(player, table))
    services.stop_clocks(now())
    for found in (words(get(player, table)), page(player)):
        assert STILL in found
        assert "data-due" not in found
        assert " left</time>" not in found


def test_an_expected_end_in_the_past_is_not_shown(player: Client) -> None:
    services.stop_clocks(now() - 2 * HOUR, until=now() - HOUR)
    found = page(player)
    assert BANNER in found
    assert "Until about" not in found


def test_an_open_page_of_a_table_shows_when_clocks_stop_and_restart(
    table: Table, player: Client
) -> None:
    key = key_of(get(player, table))
    services.stop_clocks(now())
    answer = get(player, table, "table-poll", v=key)
    assert STILL in words(answer)
    key = key_of(answer)
    assert get(player, table, "table-poll", v=key).status_code == 204
    services.let_clocks_run(now() + HOUR)
    SiteClock.objects.update(swept_at=now())
    assert STILL not in words(get(player, table, "table-poll", v=key))


def test_signed_in_users_see_for_a_day_that_the_site_was_down(player: Client) -> None:
    came_back(2 * HOUR, ended=HOUR)
    found = page(player)
    assert "The site was away for 2\xa0hours, until" in found
    came_back(2 * HOUR, ended=25 * HOUR)
    assert BANNER not in page(player)


def test_the_banner_is_in_the_readers_language(player: Client) -> None:
    came_back(2 * HOUR)
    User.objects.filter(time_zone="Asia/Tokyo").update(language="de")
    assert "2\xa0Stunden" in page(player)


def test_the_banner_costs_a_page_one_query_and_an_unchanged_poll_none(
    table: Table, player: Client
) -> None:
    def asked(path: str) -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            player.get(path)
        return [query["sql"] for query in queries if "siteclock" in query["sql"]]

    services.stop_clocks(now())
    key = key_of(get(player, table))
    assert len(asked("/")) == len(asked("/rules/")) == len(asked(f"/t/{table.code}/")) == 1
    assert len(asked(f"/t/{table.code}/poll/?v=0.0")) == 1
    assert asked(f"/t/{table.code}/poll/?v={key}") == []
