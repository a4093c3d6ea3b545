"""The staff search: what it finds, for whom, and what it leaves out."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.clock import now
from games.moderation import permissions
from games.moderation.services import player_records
from games.moderation.services.player_records import staff_search
from games.tables import services
from games.tables.models import Message, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.staff import enter, staff, staff_client
from tests.tables.play import new_table, on_turn, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def titled(title: str) -> LoadedTable:
    loaded = new_table(3)
    Table.objects.filter(pk=loaded.table.pk).update(title=title)
    return loaded


def everything(actor: object, words: str) -> dict[str, list[Any]]:
    return staff_search(actor, words, players=True, tables=True)  # type: ignore[arg-type]


def test_players_tables_and_messages_are_found() -> None:
    boss, anna = staff(permissions.MODERATOR), UserFactory.create(name="Copperhead")
    by_title, other = titled("The Copper Club"), titled("Another")
    services.say(on_turn(other), other.table.code, "Pure COPPER here", token(), now())
    found = everything(boss, "copper")
    assert found["players"] == [anna]
    assert found["tables"] == [by_title.table]
    assert [message.text for message in found["messages"]] == ["Pure COPPER here"]
    assert everything(boss, other.table.code)["tables"] == [other.table]


def test_a_name_is_found_in_any_spelling() -> None:
    anna = UserFactory.create(name="Copper_Head")
    assert everything(staff(permissions.MODERATOR), "c0pperh")["players"] == [anna]


def test_nobody_finds_themselves_their_messages_or_their_own_tables() -> None:
    boss, other = staff(permissions.SENIOR, name="Copperboss"), titled("The Copper Club")
    elsewhere = titled("Another")
    services.say(on_turn(other), other.table.code, "copper at your table", token(), now())
    services.say(boss, elsewhere.table.code, "copper from me", token(), now())
    assert everything(boss, "copper")["tables"]
    other.table.seats.filter(number=0).update(user=boss)
    assert not any(everything(boss, "copper").values())
    assert not any(everything(boss, other.table.code).values())
    assert everything(staff(permissions.SENIOR), "copper")["messages"]


def test_titles_and_messages_are_searched_only_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = titled("Old copper"), titled("New copper")
    for loaded in (old, new):
        services.say(on_turn(loaded), loaded.table.code, "copper!", token(), now())
    monkeypatch.setattr(player_records, "ROWS_SCANNED", 1)
    found = everything(staff(permissions.MODERATOR), "copper")
    assert found["tables"] == [new.table]
    assert [message.table for message in found["messages"]] == [new.table]
    assert everything(staff(permissions.MODERATOR), old.table.code)["tables"] == [old.table]


def test_wildcard_characters_are_searched_literally() -> None:
    loaded = titled("100% gold_dust")
    assert not any(everything(staff(permissions.MODERATOR), "%%%").values())
    assert everything(staff(permissions.MODERATOR), "00% gold_")["tables"] == [loaded.table]


def test_the_page_shows_results_at_the_same_cost_for_many() -> None:
    client, path = staff_client(permissions.SENIOR), reverse("admin:search")
    loaded = titled("Copper 1")
    services.say(on_turn(loaded), loaded.table.code, "copper <b>", token(), now())
    shown = client.get(path, {"q": "copper"}).content.decode()
    assert reverse("admin:table", args=[loaded.table.code]) in shown
    assert "copper &lt;b&gt;" in shown
    with CaptureQueriesContext(connection) as few:
        client.get(path, {"q": "copper"})
    message = Message.objects.get()
    for n in range(9):
        message.pk, message.token = None, f"again{n}"
        message.save(force_insert=True)
        UserFactory.create(name=f"Copper{n}")
    with CaptureQueriesContext(connection) as many:
        client.get(path, {"q": "copper"})
    assert len(many) == len(few) <= 15


def test_staff_without_a_role_cannot_search() -> None:
    assert staff_client().get(reverse("admin:search"), {"q": "copper"}).status_code == 403
    player = Client()
    player.force_login(UserFactory.create())
    assert player.get(reverse("admin:search")).status_code == 302


def test_a_hostile_query_gets_an_answer() -> None:
    client = enter(Client(), staff(permissions.SENIOR))
    for words in ("'; drop", "%" * 500, "  ", "ﷺ"):
        assert client.get(reverse("admin:search"), {"q": words}).status_code == 200
