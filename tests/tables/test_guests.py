"""Guests: one tap to a table without an account; with limits, and for a limited time."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.privacy import retention
from accounts.sign_in import attempt_limits, guests
from config.clock import now
from games.kinds import KINDS
from games.moderation.services import reports
from games.tables import rate_limits, services
from games.tables.models import Message, Table
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from tests import real_tables
from tests.at_table import get
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
TOKEN = "abcdefgh2345"
FAREWELL = next(one for one in retention.CLEANINGS if one.name == "guests")


@pytest.fixture(autouse=True)
def _nobody_counted_yet() -> None:
    cache.clear()


def tap(client: Client, kind: str = "classic", **form: Any) -> Any:
    return client.post(f"/play/{KINDS[kind].slug}/", {"token": TOKEN, **form})


def guest_at_table(kind: str = "classic") -> tuple[Client, User, Table]:
    client = Client()
    tap(client, kind)
    table = Table.objects.latest("pk")
    assert table.owner
    return client, table.owner, table


def a_guest() -> User:
    return guest_at_table("solo")[1]


def plan(**changes: Any) -> TablePlan:
    usual: dict[str, Any] = {"bots": 2, "public": False}
    return TablePlan("classic", 3, "Mine", **usual | changes)


def refusal(deed: Any) -> str:
    with pytest.raises(Refused) as refused:
        deed()
    return refused.value.code


# --- arriving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_one_tap_on_the_landing_page_leads_to_a_table_with_bots(kind: str) -> None:
    client = Client()
    landing = client.get("/").content.decode()
    assert re.search(rf'(form)?action="/play/{KINDS[kind].slug}/"', landing)
    answer = tap(client, kind)
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert (table.kind, table.public, table.status) == (kind, False, Table.Status.RUNNING)
    guest = table.owner
    assert guest
    assert guest.is_guest
    assert (guest.email, guest.has_usable_password()) == ("", False)
    assert re.fullmatch(r"Guest-\d{4,5}", guest.name or "")
    assert get(client, table).status_code == 200
    assert "You play as a guest" in client.get("/").content.decode()


def test_a_page_view_creates_no_guest() -> None:
    client = Client()
    assert client.get("/play/duel/").status_code == 200
    assert client.head("/play/duel/").status_code == 200
    assert not User.objects.exists()


def test_a_form_from_another_site_creates_no_guest() -> None:
    assert tap(Client(enforce_csrf_checks=True)).status_code == 403
    assert not User.objects.exists()


def test_a_double_click_creates_one_guest_and_one_table() -> None:
    first, second = (Client(enforce_csrf_checks=True) for _ in range(2))
    page = first.get("/").content.decode()
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    key = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert key
    answers = [tap(browser, csrfmiddlewaretoken=key[1]) for browser in (first, second)]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert (User.objects.count(), Table.objects.count()) == (1, 1)
    assert second.get("/settings/").status_code == 200


def test_another_browser_is_another_guest() -> None:
    assert guest_at_table()[1] != guest_at_table()[1]


def test_no_guest_is_left_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "may_open", lambda user, at: False)
    assert tap(Client()).status_code == 429
    assert not User.objects.exists()


def test_guests_of_one_network_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    few = attempt_limits.Limits("guest", (), (), ("2/h",), ())
    monkeypatch.setattr(attempt_limits, "GUESTS", few)
    answers = [tap(Client()) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Make an account" in answers[2].content.decode()
    assert User.objects.count() == 2
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert tap(elsewhere).status_code == 302


def test_guests_are_limited_and_can_be_switched_off(settings: LazySettings) -> None:
    settings.GUESTS = 1
    assert [tap(Client()).status_code for _ in range(2)] == [302, 429]
    settings.GUESTS = 0
    assert tap(Client()).status_code == 429


def test_a_guest_gets_the_language_of_the_page() -> None:
    client = Client(headers={"Accept-Language": "nl"})
    tap(client)
    guest = User.objects.get()
    assert guest.language == "nl"
    assert (guest.name or "").startswith("Gast-")


# --- limits ---------------------------------------------------------------------------------------


def test_a_guest_may_have_three_tables_at_a_time() -> None:
    client, _, _ = guest_at_table()
    assert [tap(client, kind).status_code for kind in ("duel", "solo", "lost_mines")] == [
        302, 302, 429,
    ]  # fmt: skip
    assert "Finish one" in tap(client, "lost_mines").content.decode()
    Table.objects.filter(kind="solo").update(status=Table.Status.FINISHED)
    assert tap(client, "lost_mines").status_code == 302


def test_guests_open_tables_for_themselves_and_bots_only() -> None:
    guest = a_guest()
    for wanted in (plan(bots=1), plan(public=True)):
        assert refusal(partial(services.open_table, guest, wanted, "t", now())) == "guest-opens"
    assert services.open_table(guest, plan(), "t", now()).status == Table.Status.RUNNING


def test_a_table_from_the_long_form_is_never_public() -> None:
    client, _guest, _ = guest_at_table("duel")
    assert client.post("/new/?game=solo", {"token": "tokentoken12"}).status_code == 302
    assert not Table.objects.latest("pk").public


def test_guests_may_join_by_a_friends_link_and_not_at_open_tables() -> None:
    guest = a_guest()
    open_to_all, of_friends = real_tables.lobby(), real_tables.lobby(public=False)
    assert refusal(lambda: services.join(guest, open_to_all.code, now())) == "guest-joins"
    assert services.join(guest, of_friends.code, now()).seats.filter(user=guest).exists()


def test_a_visitor_can_join_by_link_as_a_guest() -> None:
    table, browser = real_tables.lobby(public=False), Client()
    link = f"/join/{table.invite_code}/"
    assert 'name="guest"' in browser.get(link).content.decode()
    assert browser.post(link, {"guest": "1"}).headers["Location"] == f"/t/{table.code}/"
    seat = table.seats.select_related("user").get(number=1)
    assert seat.user
    assert seat.user.is_guest
    public = real_tables.lobby()
    assert 'name="guest"' not in Client().get(f"/join/{public.invite_code}/").content.decode()
    asked = Client().post(f"/join/{public.invite_code}/", {"guest": "1"})
    assert asked.headers["Location"].startswith("/accounts/login/")
    assert User.objects.filter(guest_until__isnull=False).count() == 1


def test_guests_may_chat_only_where_everybody_else_is_a_bot() -> None:
    client, guest, own = guest_at_table()
    services.say(guest, own.code, "Hello, bots", "t1", now())
    shared = real_tables.lobby(size=3, public=False)
    services.join(guest, shared.code, now())
    services.join(UserFactory.create(), shared.code, now())
    watched = real_tables.running(*UserFactory.create_batch(3))
    for table in (shared, watched):
        deed = partial(services.say, guest, table.code, "Buy!", "t2", now())
        assert refusal(deed) == "guest-speaks"
    assert Message.objects.count() == 1
    real_tables.have_seen(shared)
    page = get(client, shared).content.decode()
    assert "Guests can read the chat" in page
    assert 'id="say-text"' not in page
    assert 'id="say-text"' in get(client, own).content.decode()


def test_guests_may_report_only_players_at_their_tables() -> None:
    guest, other = a_guest(), UserFactory.create()
    complaint = reports.Complaint("conduct", other, "spam")
    assert refusal(lambda: reports.check_complaint(guest, complaint)) == "guest-reports"
    table = real_tables.lobby(other, public=False)
    services.join(guest, table.code, now())
    assert (
        reports.check_complaint(guest, reports.Complaint("conduct", other, "spam", table)) == "spam"
    )


# --- leaving ------------------------------------------------------------------------------------


def test_a_guest_who_does_not_return_is_deleted_with_their_tables() -> None:
    _, guest, table = guest_at_table()
    User.objects.filter(pk=guest.pk).update(guest_until=now())
    assert FAREWELL.run_all(now()).done == 1
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not Table.objects.filter(pk=table.pk).exists()


def test_a_deleted_guests_seat_at_a_shared_table_is_taken_over() -> None:
    guest, friends = a_guest(), UserFactory.create_batch(2)
    table = real_tables.lobby(friends[0], public=False)
    for player in (guest, friends[1]):
        services.join(player, table.code, now())
    User.objects.filter(pk=guest.pk).update(guest_until=now())
    FAREWELL.run_all(now())
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    assert not table.seats.filter(user=guest).exists()
    gone = User.objects.get(pk=guest.pk)  # the log of that table refers to them
    assert (gone.name, gone.is_guest, gone.is_active) == (None, False, False)


def test_a_returning_guest_is_kept_and_an_idle_sweep_costs_little(
    django_assert_max_num_queries: DjangoAssertNumQueries, settings: LazySettings
) -> None:
    client, guest, _ = guest_at_table()
    User.objects.filter(pk=guest.pk).update(guest_until=now())
    client.get("/")
    guest.refresh_from_db()
    assert guest.guest_until
    assert guest.guest_until > now()
    assert not guests.delete_if_idle(guest.pk, now())
    for _ in range(5):
        guest_at_table("solo")
    with django_assert_max_num_queries(8):
        assert FAREWELL.run(now()).done == 0
    assert User.objects.count() == 6


def test_signing_out_asks_for_confirmation_and_deletes_the_guest() -> None:
    client, guest, _ = guest_at_table()
    asked = client.post("/accounts/logout/")
    assert 'name="sure"' in asked.content.decode()
    assert client.get("/settings/").status_code == 200
    assert client.post("/accounts/logout/", {"sure": "1"}).headers["Location"] == "/"
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not Table.objects.exists()
    assert client.get("/settings/").status_code == 302


def test_a_guest_can_export_their_data_and_delete_the_account() -> None:
    client, guest, table = guest_at_table()
    data = client.post("/settings/data/").json()
    assert data["account"]["name"] == guest.name
    assert data["tables"][0]["code"] == table.code
    assert client.post("/settings/delete/", {"name": guest.name}).headers["Location"] == "/"
    assert not User.objects.exists()


def test_moderators_can_see_and_ban_guests() -> None:
    client, guest, _ = guest_at_table()
    staff = signed_in(UserFactory.create(is_staff=True, is_superuser=True))
    assert staff.get("/admin/accounts/user/?guest_until__isempty=0").status_code in (200, 302)
    User.objects.filter(pk=guest.pk).update(suspended_until=now() + timedelta(days=1))
    assert client.get("/").status_code == 403
    assert client.get("/settings/keep/").status_code == 403
