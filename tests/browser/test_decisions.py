"""Decisions about a player, as they read them: accessible, and nothing cut off."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from config.clock import now
from games.moderation.services import sanctions, table_actions
from games.tables.models import Message
from games.tables.services import say
from games.tables.store import LoadedTable
from tests.browser.conftest import LOOKS, PHONE, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.browser.test_moderated_table import picture
from tests.browser.test_moderation import moderator
from tests.moderation.at_tables import order
from tests.moderation.staff import grounds, latest, token
from tests.tables.play import new_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = "you dig like a mole without a lantern"


def decided(loaded: LoadedTable, boss: User) -> User:
    """Make a player who was warned, muted, renamed and removed from their table."""
    user = loaded.seats[1].user
    assert user is not None
    say(user, loaded.table.code, WORDS, token(), now())
    said = Message.objects.latest("pk")
    sanctions.warn(boss, user, grounds(words="This is the second time.", message=said), now())
    sanctions.mute_chat(boss, user, grounds("chat", message=said), now() + timedelta(days=3), now())
    sanctions.rename(boss, user, grounds("name"), now())
    return User.objects.get(pk=user.pk)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_where_decisions_are_read(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    loaded, boss = new_table(3), moderator()[0]
    user, table = decided(loaded, boss), reverse("table", args=[loaded.table.code])
    page = visitor(viewport=size, color_scheme=scheme)
    sign_in_as(page, served, user)
    said = complaints(page, served.url + table)
    page.locator("summary", has_text="Chat").first.click()
    expect(page.get_by_text("You cannot write in chats")).to_be_visible()
    picture(page)
    table_actions.remove_player(
        order(boss, loaded), 1, "bot", grounds("stalling", words="Three days.")
    )
    appeal = reverse("appeal", args=[latest().appeal_token])
    names = ("my-decisions", "accounts:name", "conduct")
    for path in (table, appeal, *(reverse(name) for name in names)):
        said += complaints(page, served.url + path)
        picture(page)
    sanctions.ban(boss, user, grounds("abuse"), now())
    said += complaints(page, served.url)
    picture(page)
    assert said == [], "\n".join(said)


def test_a_renamed_player_chooses_a_name(served: LiveServer, visitor: Callable[..., Page]) -> None:
    loaded, boss = new_table(3), moderator()[0]
    page, user = visitor(viewport=PHONE), decided(loaded, boss)
    sign_in_as(page, served, user)
    page.goto(f"{served.url}{reverse('accounts:settings')}")
    page.get_by_role("link", name="My name").click()
    page.locator("main input[name=name]").fill("Kind-Lantern")
    page.get_by_role("button", name="Change name").click()
    expect(page.locator("main strong")).to_have_text("Kind-Lantern")
    assert User.objects.get(pk=user.pk).name == "Kind-Lantern"
