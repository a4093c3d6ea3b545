"""The pages for hiding words, from a report or a table, and for showing them again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.clock import now
from games.moderation.models import Report, Sanction
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR
from games.moderation.services import hiding, reports
from games.tables.models import Message
from games.tables.store import LoadedTable
from tests.at_table import words
from tests.factories import UserFactory
from tests.moderation.services.test_hiding import RUDE, fresh, say, user_at
from tests.moderation.staff import enter, grounds, staff, staff_client, token, trail
from tests.tables.play import load, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def loaded() -> LoadedTable:
    return new_table(3)


def address(loaded: LoadedTable, **query: Any) -> str:
    path = reverse("admin:hide", args=[loaded.table.code])
    return path + ("?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else "")


def reported(loaded: LoadedTable, said: Message) -> Report:
    complaint = reports.Complaint("message", said.user, "", loaded.table, said)
    return reports.file_report(user_at(loaded, 0), complaint, token(), now())


def fields(page: str) -> dict[str, str]:
    """Return the hidden fields of a form, as a browser would send them."""
    found = {}
    for tag in re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", page):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value:
            found[name[1]] = value[1]
    found.pop("csrfmiddlewaretoken", None)
    return found


def filled(page: str, **more: str) -> dict[str, str]:
    what = re.search(r'name="what" value="([a-z]+)"[^>]*checked', page)
    assert what
    return fields(page) | {"what": what[1], "code": "chat", "reason": "an insult"} | more


def test_a_report_links_to_the_form_with_its_message(loaded: LoadedTable) -> None:
    said = say(user_at(loaded, 1), loaded)
    say(user_at(loaded, 1), loaded, "and more")
    found, client = reported(loaded, said), staff_client(MODERATOR)
    reports.claim(staff(SENIOR), found.pk, now())
    page = words(client.get(reverse("admin:report", args=[found.pk])))
    link = f"{address(loaded)}?message={said.pk}&amp;report={found.pk}"
    assert link in page
    form = words(client.get(link.replace("&amp;", "&")))
    assert RUDE in form
    sent = filled(form)
    assert (sent["what"], sent["message"], sent["report"]) == (
        "message",
        f"{said.pk}",
        f"{found.pk}",
    )
    preview = words(client.post(address(loaded), sent | {"step": "preview"}))
    assert RUDE in preview
    assert not Sanction.objects.exists()
    answer = client.post(address(loaded), fields(preview) | {"step": "do"})
    assert answer.headers["Location"] == reverse("admin:report", args=[found.pk])
    said.refresh_from_db()
    assert said.hidden_at is not None
    assert Sanction.objects.get().report == found
    page = words(client.get(reverse("admin:report", args=[found.pk])))
    assert RUDE in page
    assert link not in page


def test_pressing_twice_hides_once(loaded: LoadedTable) -> None:
    say(user_at(loaded, 1), loaded)
    client, who = staff_client(MODERATOR), user_at(loaded, 1).pk
    sent = filled(words(client.get(address(loaded, player=who)))) | {"step": "do"}
    for _ in range(2):
        answer = client.post(address(loaded), sent)
        assert answer.headers["Location"] == reverse("admin:table", args=[loaded.table.code])
    assert (Sanction.objects.count(), len(trail("hide"))) == (1, 1)


def test_a_colleagues_decision_in_between_stops_the_form(loaded: LoadedTable) -> None:
    said, client = say(user_at(loaded, 1), loaded), staff_client(MODERATOR)
    sent = filled(words(client.get(address(loaded, message=said.pk)))) | {"step": "do"}
    hiding.hide_message(staff(SENIOR), said, grounds("chat"), now())
    answer = client.post(address(loaded), sent)
    assert answer.status_code == 200
    assert Sanction.objects.count() == 1


@pytest.mark.parametrize("spoilt", ["what", "code", "reason"])
def test_an_incomplete_form_hides_nothing(loaded: LoadedTable, spoilt: str) -> None:
    said, client = say(user_at(loaded, 1), loaded), staff_client(MODERATOR)
    sent = filled(words(client.get(address(loaded, message=said.pk))))
    for step in ("preview", "do"):
        answer = client.post(address(loaded), sent | {"step": step, spoilt: ""})
        assert "errorlist" in words(answer)
    assert not Sanction.objects.exists()


def test_the_form_offers_one_message_all_of_them_and_the_title(loaded: LoadedTable) -> None:
    say(user_at(loaded, 1), loaded, "before")
    said = say(user_at(loaded, 1), loaded)
    client = staff_client(MODERATOR)

    def offered(**query: Any) -> list[str]:
        return re.findall(
            r'name="what" value="([a-z]+)"', words(client.get(address(loaded, **query)))
        )

    assert offered(message=said.pk) == ["message", "all", "title"]
    assert offered(player=said.user_id) == ["all", "title"]
    assert offered(player=user_at(loaded, 0).pk) == offered(what="title") == ["title"]
    hiding.hide_title(staff(SENIOR), fresh(loaded.table), grounds("title"), now())
    assert offered(message=said.pk) == ["message", "all"]


def test_the_form_links_to_renaming_too(loaded: LoadedTable) -> None:
    said = say(user_at(loaded, 1), loaded)
    rename = reverse("admin:player-act", args=[said.user_id, "rename"])
    assert rename in words(staff_client(MODERATOR).get(address(loaded, message=said.pk)))


def test_the_page_of_a_table_shows_hidden_words_and_how_to_undo_it(
    loaded: LoadedTable,
) -> None:
    author, boss = user_at(loaded, 1), staff(MODERATOR)
    said, other = say(author, loaded), say(author, loaded, "fine words")
    decision = hiding.hide_message(boss, said, grounds("chat", "a clear insult"), now())
    client = enter(Client(), boss)
    page = words(client.get(reverse("admin:table", args=[loaded.table.code])))
    shown = reverse("admin:hidden", args=[decision.pk])
    assert RUDE in page
    assert shown in page
    assert f"{address(loaded)}?message={said.pk}" not in page
    assert f"{address(loaded)}?message={other.pk}" in page
    assert f"{address(loaded)}?player={author.pk}" in page
    assert reverse("admin:player-act", args=[author.pk, "rename"]) in page
    found = words(client.get(shown))
    assert RUDE in found
    lift = f"{reverse('admin:player-act', args=[author.pk, 'lift'])}?sanction={decision.pk}"
    assert lift in found
    client.post(lift, {"sanction": decision.pk, "reason": "a mistake", "step": "do"})
    assert lift not in words(client.get(shown))
    said.refresh_from_db()
    assert said.hidden_at is None


def test_a_hidden_title_is_shown_to_staff(loaded: LoadedTable) -> None:
    client = staff_client(MODERATOR)
    title, page = loaded.table.title, reverse("admin:table", args=[loaded.table.code])
    sent = filled(words(client.get(address(loaded, what="title"))), code="title")
    preview = words(client.post(address(loaded), sent | {"step": "preview"}))
    assert f"Classic {loaded.table.code[:4]}" in preview
    client.post(address(loaded), fields(preview) | {"step": "do"})
    assert fresh(loaded.table).title != title
    shown = words(client.get(page))
    assert title in shown
    assert f"{address(loaded)}?what=title" not in shown


def test_lists_of_the_trail_do_not_repeat_the_words(loaded: LoadedTable) -> None:
    boss = staff(MODERATOR)
    hiding.hide_message(boss, say(user_at(loaded, 1), loaded), grounds("chat"), now())
    title = loaded.table.title
    hiding.hide_title(boss, fresh(loaded.table), grounds("title"), now())
    page = words(enter(Client(), boss).get(reverse("admin:moderation_auditentry_changelist")))
    assert "hid messages" in page
    assert RUDE not in page
    assert title not in page


def test_operators_may_not_open_the_page(loaded: LoadedTable) -> None:
    said = say(user_at(loaded, 1), loaded)
    assert staff_client(OPERATOR).get(address(loaded, message=said.pk)).status_code == 403
    page = words(staff_client(OPERATOR).get(reverse("admin:table", args=[loaded.table.code])))
    assert address(loaded) not in page


def test_a_moderator_at_the_table_sees_neither_form_nor_decision_nor_appeal(
    loaded: LoadedTable,
) -> None:
    said = say(UserFactory.create(), loaded, "from the gallery")
    decision = hiding.hide_message(staff(SENIOR), said, grounds("chat"), now())
    appeal = reports.file_appeal(decision.appeal_token, "it was a quote", now())
    boss = staff(MODERATOR)
    seat = load(loaded.table).seats[0]
    seat.user = boss
    seat.save()
    client = enter(Client(), boss)
    paths = [
        address(loaded, message=said.pk),
        reverse("admin:hidden", args=[decision.pk]),
        reverse("admin:report", args=[appeal.pk]),
        reverse("admin:player", args=[said.user_id]),
        reverse("admin:moderation_sanction_changelist"),
        reverse("admin:tables_message_changelist"),
        reverse("admin:queue"),
    ]
    for path in paths:
        page = words(client.get(path))
        assert "from the gallery" not in page
        assert reverse("admin:hidden", args=[decision.pk]) not in page
    assert [client.get(path).status_code for path in paths[:3]] == [403, 403, 403]
    rows = client.get(reverse("admin:moderation_sanction_changelist")).context["cl"].queryset
    assert list(rows) == []


def test_messages_and_players_of_other_tables_are_not_found(loaded: LoadedTable) -> None:
    said, client = say(user_at(loaded, 1), loaded), staff_client(MODERATOR)
    other = new_table(3)
    for query in ({"message": said.pk}, {"message": "9" * 30}, {"player": 999_999}):
        answer = client.get(address(other, **query))
        assert answer.status_code in (200, 404)
        assert RUDE not in words(answer)
    assert client.get(address(other, message=said.pk)).status_code == 404
    assert client.get(reverse("admin:hidden", args=[999_999])).status_code == 404


def test_the_pages_cost_the_same_however_long_the_chat(loaded: LoadedTable) -> None:
    boss = staff(MODERATOR)
    client = enter(Client(), boss)

    def hide_some(count: int) -> list[str]:
        for n in range(count):
            said = say(UserFactory.create(), loaded, f"word {n}")
            decision = hiding.hide_message(boss, said, grounds("chat"), now())
        last = say(UserFactory.create(), loaded)
        return [
            reverse("admin:table", args=[loaded.table.code]),
            reverse("admin:report", args=[reported(loaded, last).pk]),
            reverse("admin:hidden", args=[decision.pk]),
            address(loaded, message=last.pk),
        ]

    def cost(paths: list[str]) -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            found.append(len(queries))
        return found

    cost(hide_some(1))
    assert cost(hide_some(1)) == cost(hide_some(9))
