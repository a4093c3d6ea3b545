"""The rooms of a table in the admin: what they show, whom they let in, and the way of each act."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.clock import now
from games import services
from games.models import AuditEntry, Game, Move, Notice, Seat
from games.moderation import reports, tables
from games.moderation.roles import MODERATOR, OPERATOR, SENIOR
from games.office.table_acts import ACTS
from games.store import Table
from tests.at_table import get, key_of, play, words
from tests.factories import UserFactory
from tests.games.play import any_move, load, new_table, on_turn, play_on, token
from tests.moderation.at_tables import late_table, order, quiet_moves
from tests.moderation.at_tables import play as play_at
from tests.moderation.staff import office, staff, trail
from tests.tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]

MOST_QUERIES = 15


def page(table: Table) -> str:
    return reverse("admin:table", args=[table.game.code])


def address(table: Table, name: str) -> str:
    return reverse("admin:table-act", args=[table.game.code, name])


def prepared(name: str) -> Table:
    """A table at which that act makes sense."""
    if name == "undo":
        table = late_table()
        return play_at(table, quiet_moves(table)[0])
    table = new_table(3)
    if name == "resume":
        tables.pause(order(staff(MODERATOR), table))
    if name == "open-chat":
        tables.set_chat(order(staff(MODERATOR), table), True)
    return load(table.game)


def filled(table: Table) -> dict[str, str]:
    seat = Seat.objects.get(game=table.game, on_turn=True).number
    return {"reason": "asked to", "seat": str(seat), "hours": "24", "to": "bot", "text": "a note"}


def everything(table: Table) -> list[Any]:
    """All rows that an act could touch."""
    return [
        list(Game.objects.filter(pk=table.game.pk).values()),
        list(Seat.objects.filter(game=table.game).order_by("pk").values()),
        Move.objects.count(), Notice.objects.count(), AuditEntry.objects.count(),
    ]  # fmt: skip


def changes_in(answer: Any) -> str:
    found = re.search(r'name="changes" value="(\d+)"', words(answer))
    assert found
    return found[1]


@pytest.mark.parametrize("name", sorted(ACTS))
def test_an_act_shows_first_what_it_will_do_and_then_does_it(name: str) -> None:
    table, client = prepared(name), office(MODERATOR)
    form, before = filled(table), everything(table)
    assert client.get(address(table, name)).status_code == 200
    shown = client.post(address(table, name), form | {"step": "preview"})
    assert "This will happen" in words(shown)
    assert everything(table) == before
    changed = client.post(address(table, name), form | {"step": "change"})
    assert changed.status_code == 200
    assert everything(table) == before
    done = client.post(address(table, name), form | {"step": "do", "changes": changes_in(shown)})
    assert done.headers["Location"] == page(table)
    assert [entry.action for entry in trail()][-1] == ACTS[name].action


@pytest.mark.parametrize("name", sorted(set(ACTS) - {"note"}))
def test_a_preview_is_good_for_once_and_for_the_table_it_showed(name: str) -> None:
    table, client = prepared(name), office(MODERATOR)
    form = filled(table) | {"step": "do"}
    shown = client.post(address(table, name), form | {"step": "preview"})
    form["changes"] = changes_in(shown)
    assert client.post(address(table, name), form).status_code == 302
    after = everything(table)
    again = client.post(address(table, name), form)  # a double click
    assert again.status_code == 200
    assert everything(table) == after


@pytest.mark.parametrize("name", sorted(ACTS))
def test_who_may_not_comes_no_further_than_the_door(name: str) -> None:
    table = prepared(name)
    before = everything(table)
    form = filled(table) | {"step": "do", "changes": str(load(table.game).game.changes)}
    player = signed_in(UserFactory.create())
    for client, status in ((office(OPERATOR), 403), (player, 302), (Client(), 302)):
        assert client.get(address(table, name)).status_code == status
        assert client.post(address(table, name), form).status_code == status
    assert everything(table) == before


@pytest.mark.parametrize("name", sorted(ACTS))
def test_without_a_reason_it_asks_again(name: str) -> None:
    table = prepared(name)
    before = everything(table)
    form = filled(table) | {"reason": " ", "text": " ", "changes": str(table.game.changes)}
    for step in ("preview", "do"):
        answer = office(MODERATOR).post(address(table, name), form | {"step": step})
        assert answer.status_code == 200
        assert "This will happen" not in words(answer)
    assert everything(table) == before


def test_an_act_that_nobody_knows_is_not_found() -> None:
    table = new_table(3)
    assert office(MODERATOR).get(address(table, "burn")).status_code == 404
    assert office(MODERATOR).get(reverse("admin:table", args=["nosuchtable2"])).status_code == 404


# --- the page of a table --------------------------------------------------------------------------


def busy_table() -> Table:
    table = play_on(new_table(3), 6)
    user, boss = on_turn(table), staff(MODERATOR)
    services.say(user, table.game.code, "is anybody there?", token(), now())
    services.say(UserFactory.create(), table.game.code, "from the gallery", token(), now())
    complaint = reports.Complaint("stalling", user, "he never moves", table.game)
    reports.report(UserFactory.create(), complaint, token(), now())
    tables.extend(order(boss, table), Seat.objects.get(game=table.game, on_turn=True).number, 6)
    tables.annotate(boss, table.game.code, "wait until Friday", now())
    return load(table.game)


def test_the_page_has_all_that_belongs_to_the_table() -> None:
    table = busy_table()
    shown = words(office(MODERATOR).get(page(table)))
    for said in ("is anybody there?", "from the gallery", "wait until Friday", "stalling",
                 "more time", table.game.code):  # fmt: skip
        assert said in shown
    for seat in table.seats:
        assert seat.user is not None
        assert seat.user.display_name in shown


def test_the_page_costs_as_much_for_a_long_log_as_for_a_short_one() -> None:
    table, client = busy_table(), office(SENIOR)
    client.get(page(table))
    with CaptureQueriesContext(connection) as few:
        client.get(page(table))
    play_on(table, 20)
    with CaptureQueriesContext(connection) as many:
        client.get(page(table))
    assert len(many) == len(few) <= MOST_QUERIES


def test_only_what_his_role_allows_is_offered() -> None:
    table = busy_table()
    machine = reverse("admin:table-secrets", args=[table.game.code])
    moderator, senior = (words(office(role).get(page(table))) for role in (MODERATOR, SENIOR))
    operator = words(office(OPERATOR).get(page(table)))
    assert address(table, "pause") in moderator
    assert machine not in moderator
    assert machine in senior
    assert address(table, "pause") not in operator
    assert "he never moves" not in operator


def test_the_list_leads_to_the_page_and_finds_by_code_player_state_and_age() -> None:
    table, other = new_table(3), new_table(3)
    Game.objects.filter(pk=other.game.pk).update(title="Another", moved_at=now().replace(year=2020))
    tables.pause(order(staff(MODERATOR), table))
    client, listing = office(MODERATOR), reverse("admin:games_game_changelist")
    user = table.seats[1].user
    assert user is not None
    for query, found in (
        ({"q": table.game.code}, table), ({"q": str(user.name)}, table), ({"paused": "1"}, table),
        ({"still": "30"}, other), ({"status__exact": "running", "still": "7"}, other),
    ):  # fmt: skip
        rows = client.get(listing, query).context["cl"].result_list
        assert [row.pk for row in rows] == [found.game.pk], query
    answer = client.get(reverse("admin:games_game_change", args=[table.game.pk]))
    assert answer.headers["Location"] == page(table)


def test_a_table_that_is_over_offers_nothing_but_a_note() -> None:
    table = new_table(3)
    tables.cancel(order(staff(MODERATOR), table))
    shown = words(office(MODERATOR).get(page(table)))
    assert address(table, "note") in shown
    assert address(table, "cancel") not in shown


# --- the page of a player -------------------------------------------------------------------------


def test_players_see_that_it_is_paused_and_that_it_goes_on() -> None:
    table = new_table(3)
    user = on_turn(table)
    client, seen = signed_in(user), key_of(get(signed_in(user), table.game))
    text = any_move(table)
    tables.pause(order(staff(MODERATOR), table))
    polled = words(get(client, table.game, "table-poll", v=seen))
    assert "paused" in polled
    shown = words(get(client, table.game))
    assert "Moderators have paused this table" in shown
    assert 'name="move"' not in shown
    refused = play(client, table.game, text, headers={"HX-Request": "true"})
    assert "no time is lost" in words(refused)
    tables.resume(order(staff(MODERATOR), table))
    shown = words(get(client, table.game))
    assert 'name="move"' in shown
    assert "let this table go on" in shown


def test_players_never_see_a_note_nor_a_reason_nor_a_name_of_staff() -> None:
    table, boss = new_table(3), staff(MODERATOR, name="Oversman")
    tables.pause(order(boss, table, reason="seat two is suspected"))
    tables.annotate(boss, table.game.code, "watch seat two", now())
    client = signed_in(on_turn(table))
    for name in ("table", "table-log", "table-export"):
        shown = words(get(client, table.game, name))
        assert "paused" in shown
        for secret in ("suspected", "watch seat two", "Oversman"):
            assert secret not in shown


def test_a_closed_chat_has_no_box_to_write_in() -> None:
    table = new_table(3)
    client = signed_in(on_turn(table))
    assert 'id="say-text"' in words(get(client, table.game))
    tables.set_chat(order(staff(MODERATOR), table), True)
    shown = words(get(client, table.game))
    assert 'id="say-text"' not in shown
    assert "Moderators have closed this chat" in shown


def test_what_was_taken_back_is_said_and_no_longer_lit_on_the_board() -> None:
    table = late_table()
    text = next(text for text in quiet_moves(table) if text.startswith("place"))
    table = play_at(table, text)
    client = signed_in(on_turn(table))
    assert 'class="last"' in words(get(client, table.game))
    from games.moderation import undo

    undo.take_back(order(staff(MODERATOR), table))
    shown = words(get(client, table.game))
    assert "taken back" in shown
    assert 'class="last"' not in shown
