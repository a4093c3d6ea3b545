"""The pages of a table in the admin: contents, permissions, and how each action works."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.clock import now
from games.moderation.models import AuditEntry
from games.moderation.pages.table_actions import TABLE_ACTIONS
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR
from games.moderation.services import reports, table_actions
from games.notices.models import Notice
from games.tables import services
from games.tables.models import LogEntry, Seat, Table
from games.tables.store import LoadedTable
from tests.at_table import get, key_of, play, words
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, quiet_moves
from tests.moderation.at_tables import play as play_at
from tests.moderation.staff import enter, staff, staff_client, trail
from tests.real_tables import signed_in
from tests.tables.play import any_move, load, new_table, on_turn, play_on, token

pytestmark = pytest.mark.django_db  # pages don't depend on the database: one leg is enough

MOST_QUERIES = 26
"""Five of them load the board."""


def page(loaded: LoadedTable) -> str:
    return reverse("admin:table", args=[loaded.table.code])


def address(loaded: LoadedTable, name: str) -> str:
    return reverse("admin:table-act", args=[loaded.table.code, name])


def prepared(name: str) -> LoadedTable:
    """Make a table where this action is possible."""
    if name == "undo":
        loaded = late_table()
        return play_at(loaded, quiet_moves(loaded)[0])
    loaded = new_table(3)
    if name == "resume":
        table_actions.pause_table(order(staff(MODERATOR), loaded))
    if name == "open-chat":
        table_actions.set_chat(order(staff(MODERATOR), loaded), True)
    return load(loaded.table)


def filled(loaded: LoadedTable) -> dict[str, str]:
    seat = Seat.objects.get(table=loaded.table, on_turn=True).number
    said = {"reason": "asked to", "why": "looking", "code": "abuse", "text": "a note"}
    return said | {"seat": str(seat), "hours": "24", "to": "bot"}


def everything(loaded: LoadedTable) -> list[Any]:
    """Return all rows that an action could touch."""
    return [
        list(Table.objects.filter(pk=loaded.table.pk).values()),
        list(Seat.objects.filter(table=loaded.table).order_by("pk").values()),
        LogEntry.objects.count(), Notice.objects.count(), AuditEntry.objects.count(),
    ]  # fmt: skip


def changes_in(answer: Any) -> str:
    found = re.search(r'name="changes" value="(\d+)"', words(answer))
    assert found
    return found[1]


@pytest.mark.parametrize("name", sorted(TABLE_ACTIONS))
def test_an_action_is_previewed_and_then_done(name: str) -> None:
    loaded, client = prepared(name), staff_client(MODERATOR)
    form, before = filled(loaded), everything(loaded)
    assert client.get(address(loaded, name)).status_code == 200
    shown = client.post(address(loaded, name), form | {"step": "preview"})
    assert "What will happen" in words(shown)
    assert everything(loaded) == before
    changed = client.post(address(loaded, name), form | {"step": "change"})
    assert changed.status_code == 200
    assert everything(loaded) == before
    done = client.post(address(loaded, name), form | {"step": "do", "changes": changes_in(shown)})
    assert done.headers["Location"] == page(loaded)
    assert [entry.action for entry in trail()][-1] == TABLE_ACTIONS[name].action


@pytest.mark.parametrize("name", sorted(set(TABLE_ACTIONS) - {"note"}))
def test_a_preview_is_valid_once_and_for_the_table_it_showed(name: str) -> None:
    loaded, client = prepared(name), staff_client(MODERATOR)
    form = filled(loaded) | {"step": "do"}
    shown = client.post(address(loaded, name), form | {"step": "preview"})
    form["changes"] = changes_in(shown)
    assert client.post(address(loaded, name), form).status_code == 302
    after = everything(loaded)
    again = client.post(address(loaded, name), form)  # a double click
    assert again.status_code == 200
    assert everything(loaded) == after


@pytest.mark.parametrize("name", sorted(TABLE_ACTIONS))
def test_without_permission_the_form_is_refused(name: str) -> None:
    loaded = prepared(name)
    before = everything(loaded)
    form = filled(loaded) | {"step": "do", "changes": str(load(loaded.table).table.changes)}
    player = signed_in(UserFactory.create())
    for client, status in ((staff_client(OPERATOR), 403), (player, 302), (Client(), 302)):
        assert client.get(address(loaded, name)).status_code == status
        assert client.post(address(loaded, name), form).status_code == status
    assert everything(loaded) == before


@pytest.mark.parametrize("name", sorted(TABLE_ACTIONS))
def test_without_a_reason_the_form_asks_again(name: str) -> None:
    loaded = prepared(name)
    before = everything(loaded)
    form = filled(loaded) | {"reason": " ", "text": " ", "changes": str(loaded.table.changes)}
    for step in ("preview", "do"):
        answer = staff_client(MODERATOR).post(address(loaded, name), form | {"step": step})
        assert answer.status_code == 200
        assert "What will happen" not in words(answer)
    assert everything(loaded) == before


def test_an_unknown_action_is_not_found() -> None:
    loaded = new_table(3)
    assert staff_client(MODERATOR).get(address(loaded, "burn")).status_code == 404
    assert (
        staff_client(MODERATOR).get(reverse("admin:table", args=["nosuchtable2"])).status_code
        == 404
    )


# --- the page of a table --------------------------------------------------------------------------


def busy_table() -> LoadedTable:
    loaded = play_on(new_table(3), 6)
    user, boss = on_turn(loaded), staff(MODERATOR)
    services.say(user, loaded.table.code, "is anybody there?", token(), now())
    services.say(UserFactory.create(), loaded.table.code, "from the gallery", token(), now())
    complaint = reports.Complaint("stalling", user, "he never moves", loaded.table)
    reports.file_report(UserFactory.create(), complaint, token(), now())
    table_actions.extend_deadline(
        order(boss, loaded), Seat.objects.get(table=loaded.table, on_turn=True).number, 6
    )
    table_actions.add_table_note(boss, loaded.table.code, "wait until Friday", now())
    return load(loaded.table)


def test_the_page_shows_everything_about_the_table() -> None:
    loaded = busy_table()
    shown = words(staff_client(MODERATOR).get(page(loaded)))
    for said in ("is anybody there?", "from the gallery", "wait until Friday", "stalling",
                 "extended a deadline", loaded.table.code):  # fmt: skip
        assert said in shown
    for seat in loaded.seats:
        assert seat.user is not None
        assert seat.user.display_name in shown


def test_the_page_costs_the_same_however_long_the_log() -> None:
    loaded, client = busy_table(), staff_client(SENIOR)
    client.get(page(loaded))
    with CaptureQueriesContext(connection) as few:
        client.get(page(loaded))
    play_on(loaded, 20)
    with CaptureQueriesContext(connection) as many:
        client.get(page(loaded))
    assert len(many) == len(few) <= MOST_QUERIES


def test_only_actions_allowed_by_the_role_are_offered() -> None:
    loaded = busy_table()
    machine = reverse("admin:table-secrets", args=[loaded.table.code])
    moderator, senior = (
        words(staff_client(role).get(page(loaded))) for role in (MODERATOR, SENIOR)
    )
    operator = words(staff_client(OPERATOR).get(page(loaded)))
    assert address(loaded, "pause") in moderator
    assert machine not in moderator
    assert machine in senior
    assert address(loaded, "pause") not in operator
    assert "he never moves" not in operator


def test_the_list_links_to_the_page_and_filters_by_code_player_state_and_age() -> None:
    loaded, other = new_table(3), new_table(3)
    Table.objects.filter(pk=other.table.pk).update(
        title="Another", moved_at=now().replace(year=2020)
    )
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    client, listing = staff_client(MODERATOR), reverse("admin:tables_table_changelist")
    user = loaded.seats[1].user
    assert user is not None
    for query, found in (
        ({"q": loaded.table.code}, loaded), ({"q": str(user.name)}, loaded),
        ({"paused": "1"}, loaded),
        ({"still": "30"}, other), ({"status__exact": "running", "still": "7"}, other),
    ):  # fmt: skip
        rows = client.get(listing, query).context["cl"].result_list
        assert [row.pk for row in rows] == [found.table.pk], query
    answer = client.get(reverse("admin:tables_table_change", args=[loaded.table.pk]))
    assert answer.headers["Location"] == page(loaded)


def test_an_ended_table_offers_only_a_note() -> None:
    loaded = new_table(3)
    table_actions.cancel_table(order(staff(MODERATOR), loaded))
    shown = words(staff_client(MODERATOR).get(page(loaded)))
    assert address(loaded, "note") in shown
    assert address(loaded, "cancel") not in shown


# --- the page of a player -------------------------------------------------------------------------


def test_players_see_that_a_table_is_paused_and_resumed() -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    client, seen = signed_in(user), key_of(get(signed_in(user), loaded.table))
    text = any_move(loaded)
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    polled = words(get(client, loaded.table, "table-poll", v=seen))
    assert "paused" in polled
    shown = words(get(client, loaded.table))
    assert "Moderators have paused this table" in shown
    assert 'name="move"' not in shown
    refused = play(client, loaded.table, text, headers={"HX-Request": "true"})
    assert "you lose no time" in words(refused)
    table_actions.resume_table(order(staff(MODERATOR), loaded))
    shown = words(get(client, loaded.table))
    assert 'name="move"' in shown
    assert "let this table go on" in shown


def test_players_never_see_staff_notes_reasons_or_names() -> None:
    loaded, boss = new_table(3), staff(MODERATOR, name="Oversman")
    table_actions.pause_table(order(boss, loaded, reason="seat two is suspected"))
    table_actions.add_table_note(boss, loaded.table.code, "watch seat two", now())
    client = signed_in(on_turn(loaded))
    for name in ("table", "table-log", "table-export"):
        shown = words(get(client, loaded.table, name))
        assert "paused" in shown
        for secret in ("suspected", "watch seat two", "Oversman"):
            assert secret not in shown


def test_a_closed_chat_has_no_box_to_write_in() -> None:
    loaded = new_table(3)
    client = signed_in(on_turn(loaded))
    assert 'id="say-text"' in words(get(client, loaded.table))
    table_actions.set_chat(order(staff(MODERATOR), loaded), True)
    shown = words(get(client, loaded.table))
    assert 'id="say-text"' not in shown
    assert "Moderators have closed this chat" in shown


def test_an_undone_move_is_mentioned_and_no_longer_highlighted() -> None:
    loaded = late_table()
    text = next(text for text in quiet_moves(loaded) if text.startswith("place"))
    loaded = play_at(loaded, text)
    client = signed_in(on_turn(loaded))
    assert 'class="last"' in words(get(client, loaded.table))
    from games.moderation.services import table_actions

    table_actions.undo_last_move(order(staff(MODERATOR), loaded))
    shown = words(get(client, loaded.table))
    assert "taken back" in shown
    assert 'class="last"' not in shown


def seat_chosen(loaded: LoadedTable, **asked: Any) -> Any:
    answer = staff_client(MODERATOR).get(address(loaded, "remove"), asked)
    return answer.context["page"].form["seat"].value()


def test_a_report_preselects_its_players_seat() -> None:
    loaded, stranger = new_table(3), UserFactory.create()
    for seat in loaded.seats:
        assert seat_chosen(loaded, player=seat.user_id) == seat.number
    assert seat_chosen(loaded) is None
    assert seat_chosen(loaded, player=stranger.pk) is None
    first = staff_client(MODERATOR).get(address(loaded, "remove")).context["page"].form["seat"]
    assert first.field.choices[0][0] == ""


def test_the_page_of_a_report_links_to_that_seat() -> None:
    loaded, me = new_table(3), staff(MODERATOR)
    about, reporter = loaded.seats[1].user, loaded.seats[0].user
    assert about
    assert reporter
    complaint = reports.Complaint("abuse", about, "rude", loaded.table)
    found = reports.file_report(reporter, complaint, token(), now())
    reports.claim(me, found.pk, now())
    said = enter(Client(), me).get(reverse("admin:report", args=[found.pk])).content.decode()
    link = f"{address(loaded, 'remove')}?report={found.pk}&amp;player={about.pk}"
    assert link in said
