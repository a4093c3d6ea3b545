"""Requests that once broke the site, by cause."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation.permissions import MODERATOR
from games.tables.models import Table
from tests import real_tables
from tests.at_table import HTMX, post
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import staff_client

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NO_ADDRESS = ("https://[::1", "//[", "https://[::1]:x/", "home", "table", "2026-02-30", "²", "x y")
ACTS = ("table-move", "table-say", "table-note", "table-cancel", "table-resign")


@pytest.fixture
def owner() -> User:
    return UserFactory.create()


@pytest.mark.parametrize("target", NO_ADDRESS)
def test_an_invalid_next_address_is_ignored(target: str) -> None:
    client = Client(raise_request_exception=False)
    shown = ("account_login", "account_signup", "account_request_login_code", "account_logout")
    for name in shown:
        assert client.get(reverse(name), {"next": target}).status_code < 500
    for name in ("set-theme", "set_language"):
        data = {"theme": "dark", "language": "nl", "next": target}
        assert client.post(reverse(name), data).status_code == 302


@pytest.mark.parametrize("target", NO_ADDRESS)
def test_signing_in_with_an_invalid_next_address_still_works(owner: User, target: str) -> None:
    client = Client(raise_request_exception=False)
    data = {"login": owner.email, "password": PASSWORD, "next": target}
    answer = client.post(reverse("account_login"), data)
    assert answer.status_code == 302
    assert "[" not in answer["Location"]


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_actions_at_a_table_that_has_not_begun_lead_to_its_page(
    owner: User, name: str, headers: dict[str, str]
) -> None:
    table = real_tables.lobby(owner)
    answer = post(
        real_tables.signed_in(owner), table, name, headers, text="hello", move="discard ew"
    )
    there = answer.headers.get("HX-Redirect") or answer.headers.get("Location")
    assert there == table.get_absolute_url()


@pytest.mark.parametrize("name", ACTS)
def test_actions_at_a_closed_table_show_its_page(owner: User, name: str) -> None:
    table = real_tables.lobby(owner)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.EXPIRED, ended_at=now())
    answer = post(real_tables.signed_in(owner), table, name, HTMX, text="hello")
    assert answer.status_code == 200


@pytest.mark.parametrize("step", ["preview", "do"])
def test_undo_at_a_table_that_has_not_begun_is_handled(owner: User, step: str) -> None:
    path = reverse("admin:table-act", args=[real_tables.lobby(owner).code, "undo"])
    answer = staff_client(MODERATOR).post(path, {"reason": "to see", "step": step, "version": "0"})
    assert answer.status_code == 200


@pytest.mark.parametrize("number", ["²", "٣", "１", "9" * 30, "-1", "1_0", " 1", ""])
def test_an_invalid_sanction_number_is_not_found(owner: User, number: str) -> None:
    path = reverse("admin:player-act", args=[owner.pk, "lift"])
    assert staff_client(MODERATOR).get(path, {"sanction": number}).status_code == 404


@pytest.mark.parametrize("day", ["9999-12-31", "9999-12-30", "2999-01-01", "0001-01-01"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_vacation_at_the_end_of_time_is_refused(day: str, zone: str) -> None:
    players = UserFactory.create_batch(3, time_zone=zone)
    real_tables.running(*players)
    for player in players:
        data = {"first_day": day, "last_day": day}
        assert real_tables.signed_in(player).post(reverse("vacation"), data).status_code == 422
