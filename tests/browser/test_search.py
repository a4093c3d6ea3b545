"""Search pages for staff: accessible, usable on a phone, and walked through once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import relations
from config.clock import now
from games.tables import services
from tests.browser.conftest import LOOKS, PHONE, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.browser.test_moderation import enter, moderator
from tests.factories import UserFactory
from tests.moderation.staff import token
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_on_search_pages_for_staff(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    boss, secret = moderator()
    three = [UserFactory.create() for _ in range(3)]
    tables = [running(*three) for _ in range(4)]
    services.say(three[1], tables[0].code, "copper everywhere", token(), now())
    relations.block(boss, three[0], now())
    relations.mute(boss, three[0], now())
    page = visitor(viewport=size, color_scheme=scheme)
    enter(page, served.url, boss, secret)
    paths = [
        f"{reverse('admin:search')}?q=copper",
        reverse("admin:find-address"),
        reverse("admin:player", args=[three[1].pk]),
        reverse("admin:player-address", args=[three[1].pk]),
        reverse("admin:table", args=[tables[0].code]),
        f"{reverse('admin:compare')}?one={three[0].pk}&other={three[1].pk}",
        reverse("admin:pairs"),
        reverse("kept-away"),
    ]
    said = [line for path in paths for line in complaints(page, served.url + path)]
    assert said == [], "\n".join(said)


def test_staff_get_from_the_menu_to_a_message_its_table_and_an_address(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    boss, secret = moderator()
    three = [UserFactory.create() for _ in range(3)]
    table = running(*three)
    services.say(three[1], table.code, "copper everywhere", token(), now())
    page = visitor(viewport=PHONE)
    enter(page, served.url, boss, secret)
    page.locator("details.menu:has(a[href='/admin/']) summary").click()
    page.locator("details.menu a[href='/admin/']").click()
    page.locator(f"a[href='{reverse('admin:search')}']").click()
    page.locator("input[name=q]").fill("copper every")
    page.locator("form[role=search] button").click()
    page.locator("#content q").wait_for()
    page.locator(f"#content a[href='{reverse('admin:table', args=[table.code])}']").click()
    expect(page.locator("svg#board")).to_be_visible()
    expect(page.locator("#content")).to_contain_text("copper everywhere")
    page.locator(f"#content a[href='{reverse('admin:player', args=[three[1].pk])}']").first.click()
    page.locator("a.button[href$='/address/']").click()
    expect(page.locator("body")).not_to_contain_text(three[1].email)
    page.locator("textarea[name=reason]").fill("They wrote to us.")
    page.locator("#content button[type=submit]").click()
    expect(page.locator("#content strong")).to_have_text(three[1].email)


def test_a_player_finds_blocked_players_and_unblocks_them(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    me, other = UserFactory.create(), UserFactory.create()
    relations.block(me, other, now())
    page = visitor(viewport=PHONE)
    sign_in_as(page, served, me)
    page.goto(f"{served.url}/settings/")
    page.locator(f"main a[href='{reverse('kept-away')}']").click()
    expect(page.locator("main h2")).to_have_text(str(other.name))
    page.locator("button[value=unblock]").click()
    expect(page.locator("main h2")).to_have_count(0)
    assert list(relations.blocked_or_muted(me)) == []
