"""A player's page in the admin: how they play, where, what they say; and a table's board."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.clock import now
from games.moderation import permissions
from games.moderation.services import sanctions
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.presenters import page as show
from tests.factories import UserFactory
from tests.moderation.staff import enter, grounds, staff, staff_client
from tests.real_tables import lobby
from tests.tables.play import load, new_table, on_turn, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def player_page(pk: int) -> str:
    return reverse("admin:player", args=[pk])


def test_the_page_has_tables_results_reliability_chat_and_earlier_names() -> None:
    running, over = new_table(3), new_table(3)
    user = on_turn(running)
    Seat.objects.filter(table=over.table, number=1).update(user=user, score=7, won=True)
    Table.objects.filter(pk=over.table.pk).update(
        title="Long ago", status=Table.Status.FINISHED, ended_at=now()
    )
    Seat.objects.filter(table=running.table, user=user).update(in_time=41, missed=3)
    services.say(user, running.table.code, "hurry up, all of you", token(), now())
    old = user.name
    sanctions.rename(staff(permissions.SENIOR), user, grounds("name"), now())
    shown = staff_client(permissions.SENIOR).get(player_page(user.pk)).content.decode()
    for said in (
        reverse("admin:table", args=[running.table.code]), "Long ago", "hurry up, all of you",
        "turns in time: 41, missed: 3", "93 %", f"{old}",
        reverse("admin:player-address", args=[user.pk]),
    ):  # fmt: skip
        assert said in shown
    context = staff_client(permissions.SENIOR).get(player_page(user.pk)).context["profile"]
    assert [seat.table for seat, _ in context["open"]] == [running.table]
    assert [(seat.table, seat.won) for seat, _ in context["over"]] == [(over.table, True)]


def test_a_players_page_leaves_out_the_readers_own_tables() -> None:
    loaded, boss = new_table(3), staff(permissions.SENIOR)
    user = on_turn(loaded)
    Table.objects.filter(pk=loaded.table.pk).update(title="zzz-title")
    services.say(user, loaded.table.code, "zzz-chat", token(), now())
    client = enter(Client(), boss)
    assert "zzz-chat" in client.get(player_page(user.pk)).content.decode()
    neighbour = next(seat for seat in loaded.seats if seat.user != user)
    Seat.objects.filter(pk=neighbour.pk).update(user=boss)
    assert "zzz-" not in client.get(player_page(user.pk)).content.decode()


def test_the_page_costs_the_same_for_a_busy_player() -> None:
    loaded = new_table(3)
    user, client = on_turn(loaded), staff_client(permissions.SENIOR)
    services.say(user, loaded.table.code, "hello", token(), now())
    client.get(player_page(user.pk))
    with CaptureQueriesContext(connection) as few:
        client.get(player_page(user.pk))
    for _ in range(4):
        other = new_table(3)
        Seat.objects.filter(table=other.table, number=0).update(user=user)
        services.say(user, other.table.code, "hello again", token(), now())
    with CaptureQueriesContext(connection) as many:
        client.get(player_page(user.pk))
    assert len(many) == len(few)


# --- the page of a table --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["classic", "duel", "lost_mines"])
def test_the_board_of_a_table_is_the_one_that_spectators_see(kind: str) -> None:
    loaded = load(play_on(new_table(2 if kind == "duel" else 3, kind=kind), 8).table)
    path = reverse("admin:table", args=[loaded.table.code])
    shown = staff_client(permissions.SENIOR).get(path).context["page"]
    public = show.for_reader(load(loaded.table), AnonymousUser(), now()).board
    assert (shown["kind"], shown["board"].cards) == (kind, public.cards)
    assert not any(card.known for card in shown["board"].cards)
    assert shown["board"].last == public.last


def test_the_page_links_to_a_public_table_and_shows_times_of_messages() -> None:
    loaded = new_table(3)
    services.say(on_turn(loaded), loaded.table.code, "hello", token(), now())
    path = reverse("admin:table", args=[loaded.table.code])
    live = f'href="{reverse("table", args=[loaded.table.code])}"'
    client = staff_client(permissions.MODERATOR)
    shown = client.get(path).content.decode()
    assert live in shown
    chat = shown.partition("<h2>Chat</h2>")[2].partition("</ul>")[0]
    assert f"{now().year}" in chat
    Table.objects.filter(pk=loaded.table.pk).update(public=False)
    assert live not in client.get(path).content.decode()


def test_a_lobby_has_a_page_without_a_board() -> None:
    answer = staff_client(permissions.MODERATOR).get(reverse("admin:table", args=[lobby().code]))
    assert answer.status_code == 200
    assert answer.context["page"] is None


# --- getting there --------------------------------------------------------------------------------


def test_the_staff_menu_links_to_the_admin_behind_the_second_factor() -> None:
    client, office = Client(), f'href="{reverse("admin:index")}"'
    client.force_login(UserFactory.create())
    assert office not in client.get("/").content.decode()
    assert office not in Client().get("/").content.decode()
    boss = UserFactory.create(is_staff=True)
    client.force_login(boss)
    assert office in client.get("/").content.decode()
    assert client.get(reverse("admin:index"))["Location"] == reverse("mfa_activate_totp")
