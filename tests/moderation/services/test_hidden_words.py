"""Hidden words are shown nowhere: checks every page, mail, file and module that could."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from accounts.forms import SettingsForm
from accounts.models import OutgoingMail, User
from config.clock import now
from config.environment import ROOT
from games.moderation.permissions import MODERATOR
from games.moderation.services import hiding, sanctions
from games.notices import triggers, validity
from games.notices.composing import compose
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables import services
from games.tables.models import Table
from games.tables.presenters import chat_log
from games.tables.store import LoadedTable
from tests.at_table import get, key_of, words
from tests.factories import UserFactory
from tests.moderation.services.test_hiding import RUDE, fresh, say, user_at
from tests.moderation.staff import grounds, staff
from tests.real_tables import lobby, signed_in
from tests.tables.play import new_table

STUB = "A moderator has hidden this message."

# --- every module ---------------------------------------------------------------------------------

STAFF_READ = {
    "games/moderation/admin.py": "the list of messages",
    "games/moderation/demo.py": "what is reported in the demo",
    "games/moderation/models/__init__.py": "the rows that name it",
    "games/moderation/pages/base.py": "names what a decision is about",
    "games/moderation/pages/hiding.py": "form, preview, the chat of a table and of a report",
    "games/moderation/services/hiding.py": "finds what is to be hidden, and gives it back",
    "games/moderation/services/player_records.py": "the search and a player's page, for staff",
    "games/moderation/services/reports.py": "what a report keeps, for staff",
    "games/moderation/services/sanction_records.py": "what a decision is about and hid",
    "games/moderation/services/sanctions.py": "at which tables a decision hid something",
}
"""Here `text` may be read: only staff and the author see the result."""

PLAYERS_READ = {
    "games/moderation/forms.py": "the report form of players: `shown_text`",
    "games/moderation/personal_data.py": "what of a player's own words was hidden",
    "games/notices/triggers.py": "counts mentions, reads no words",
    "games/notices/situation.py": "reads the rows of a chat for mails, which quote nothing",
    "games/tables/models/__init__.py": "exports the class",
    "games/tables/models/log.py": "the row itself",
    "games/tables/personal_data.py": "a player's own words, in their own data",
    "games/tables/presenters/chat_log.py": "the chat: `shown_text`",
    "games/tables/services/chat.py": "writes the row, and hides it",
    "games/tables/services/news.py": "carries the row to notices",
}
"""What others might see. Those of them that read `text` are named below."""

TEXT_OF_MESSAGES = {
    "games/moderation/personal_data.py",
    "games/tables/models/log.py",
    "games/tables/personal_data.py",
    "games/tables/services/chat.py",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("accounts", "config", "games"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text())


def knows_messages(tree: ast.Module) -> bool:
    """Return whether a module names the model, reaches it from a table, or loads the chat."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games."):
            found = {alias.name for alias in node.names} & {"Message", "Hidden"}
        else:
            found = set()
        if found:
            return True
        if isinstance(node, ast.ClassDef) and node.name == "Message":
            return True
        if isinstance(node, ast.Attribute) and node.attr == "heard":
            return True
        if isinstance(node, ast.Attribute) and node.attr == "messages" and _of_a_table(node):
            return True
        if isinstance(node, ast.keyword | ast.Constant) and "messages__" in _word(node):
            return True
    return False


def _of_a_table(node: ast.Attribute) -> bool:
    inner = node.value
    name = inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", "")
    return name == "table"


def _word(node: ast.keyword | ast.Constant) -> str:
    return str(node.arg if isinstance(node, ast.keyword) else node.value)


def reads_text(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == "text" for node in ast.walk(tree))


def test_every_module_that_reads_messages_is_listed_here() -> None:
    """A new module must be listed by its readers; for players it has to use `shown_text`."""
    found = {path for path, tree in modules() if knows_messages(tree)}
    assert found == set(STAFF_READ) | set(PLAYERS_READ)


def test_modules_for_players_use_only_the_shown_text() -> None:
    reading = {path for path, tree in modules() if path in PLAYERS_READ and reads_text(tree)}
    assert reading == TEXT_OF_MESSAGES


def test_no_template_for_players_reads_chat_rows() -> None:
    """They get `Said`, which contains nothing hidden."""
    chat = re.compile(r"\b(message|said|row|m)\.text\b")
    found = {
        str(path.relative_to(ROOT / "templates"))
        for path in Path(ROOT / "templates").rglob("*.html")
        if "moderation/admin" not in str(path) and chat.search(path.read_text())
    }
    assert found == {"tables/table/pieces/chat.html"}


def test_everything_players_write_about_themselves_can_be_removed() -> None:
    """A name by `sanctions.rename`, a bio by `sanctions.remove_bio`. A dwarf is six digits."""
    texts = (models.CharField, models.TextField)
    lines = {field.name for field in User._meta.get_fields() if isinstance(field, texts)} - {
        "password"
    }
    chosen = {"language", "time_zone", "theme", "away_zone", "bot_strength", "dwarf"}
    of_the_site = {"name_key", "mail_bounced_why", "email", "guest_key"}
    assert lines - chosen - of_the_site == {"name", "line"}
    assert set(SettingsForm.base_fields) & lines <= {"name", *chosen}


# --- every page, mail and file --------------------------------------------------------------------


@pytest.fixture
def loaded() -> LoadedTable:
    return new_table(3)


def everything(client: Client, table: Table) -> dict[str, str]:
    """Return every page that a player can open and that may show chat of a table."""
    pages = {
        name: get(client, table, name)
        for name in ("table", "table-poll", "table-log", "table-export")
    }
    pages["json"] = client.get(reverse("table-export", args=[table.code]), {"format": "json"})
    pages["report"] = client.get(reverse("report"), {"table": table.code})
    for name in ("home", "my-tables", "open-tables", "notices-sent", "my-reports"):
        pages[name] = client.get(reverse(name))
    assert {answer.status_code for answer in pages.values()} == {200}
    return {name: words(answer) for name, answer in pages.items()}


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["seated", "author", "gallery"])
def test_hidden_words_are_on_no_page(loaded: LoadedTable, who: str) -> None:
    author = user_at(loaded, 1)
    reader = {"seated": user_at(loaded, 0), "author": author}.get(who) or UserFactory.create()
    said = say(author, loaded)
    client, table = signed_in(reader), loaded.table
    before = everything(client, table)
    assert RUDE in before["table"]
    hiding.hide_message(staff(MODERATOR), said, grounds("chat"), now())
    after = everything(client, table)
    assert [name for name, text in after.items() if RUDE in text] == []
    assert STUB in after["table"]
    assert author.display_name in after["table"]


@pytest.mark.django_db
def test_an_open_page_gets_the_stub_at_its_next_poll(loaded: LoadedTable) -> None:
    said, client = say(user_at(loaded, 1), loaded), signed_in(user_at(loaded, 0))
    seen = key_of(get(client, loaded.table))
    assert get(client, loaded.table, "table-poll", v=seen).status_code == 204
    decision = hiding.hide_message(staff(MODERATOR), said, grounds("chat"), now())
    answer = get(client, loaded.table, "table-poll", v=seen)
    assert STUB in words(answer)
    assert RUDE not in words(answer)
    seen = key_of(get(client, loaded.table))
    assert get(client, loaded.table, "table-poll", v=seen).status_code == 204
    sanctions.lift(staff(MODERATOR), decision.pk, "a mistake", now())
    assert RUDE in words(get(client, loaded.table, "table-poll", v=seen))


@pytest.mark.django_db
def test_a_hidden_message_cannot_be_reported_but_its_author_can(loaded: LoadedTable) -> None:
    watcher = UserFactory.create()
    said, client = say(watcher, loaded), signed_in(UserFactory.create())
    form = words(client.get(reverse("report"), {"table": loaded.table.code}))
    assert RUDE in form
    assert chat_log.key_of(said) in form
    hiding.hide_message(staff(MODERATOR), said, grounds("chat"), now())
    form = words(client.get(reverse("report"), {"table": loaded.table.code}))
    assert RUDE not in form
    assert chat_log.key_of(said) not in form
    assert watcher.display_name in form


@pytest.mark.django_db
def test_a_mention_is_not_notified_if_hidden_but_the_next_one_is(
    loaded: LoadedTable,
) -> None:
    author, named = user_at(loaded, 1), user_at(loaded, 0)
    said = say(author, loaded, f"@{named.name} {RUDE}")
    notice = Notice.objects.get(kind="chat", recipient=named, channel="mail")
    assert validity.still_true(notice, Situation([notice]), now())
    assert triggers.without_unread_mention([named], loaded.table) == []
    hiding.hide_message(staff(MODERATOR), said, grounds("chat"), now())
    assert not validity.still_true(notice, Situation([notice]), now())
    assert triggers.without_unread_mention([named], loaded.table) == [named]


@pytest.mark.django_db
def test_a_waiting_mailed_invitation_is_rewritten_without_the_hidden_title(settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
    owner = UserFactory.create()
    table = lobby(owner, title=RUDE)
    services.invite_email(owner, table.code, "stranger@example.org", now())
    assert RUDE in OutgoingMail.objects.get().subject + OutgoingMail.objects.get().mime
    hiding.hide_title(staff(MODERATOR), table, grounds("title"), now())
    mail = OutgoingMail.objects.get()
    assert RUDE not in mail.subject + mail.mime
    assert fresh(table).title in mail.subject
    assert mail.recipients == "stranger@example.org"


@pytest.mark.django_db
def test_a_hidden_title_is_in_no_list_page_or_mail() -> None:
    owner, guest = UserFactory.create(), UserFactory.create()
    table = lobby(owner, title=RUDE)
    client = signed_in(guest)
    addresses = [
        reverse("open-tables"), f"{reverse('open-tables')}?q=nincompoop",
        table.get_absolute_url(), reverse("invitation", args=[table.invite_code]),
    ]  # fmt: skip
    assert any(RUDE in words(client.get(path)) for path in addresses)
    hiding.hide_title(staff(MODERATOR), table, grounds("title"), now())
    for path in addresses:
        assert RUDE not in words(client.get(path))
    notice = Notice(recipient=guest, kind="invited", table=fresh(table), channel="mail", cause="x")
    text = compose(notice, Situation([notice]), now())
    assert RUDE not in f"{text.title}{text.body}"
    assert fresh(table).title in text.title
