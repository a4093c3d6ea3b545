"""A moderator pauses a table, looks into it and resumes it; axe finds nothing on the way."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.moderation.models import AuditEntry
from games.tables.models import Table
from tests.at_table import random_moves
from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE, WIDE_LOOKS, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.browser.test_moderation import enter, moderator
from tests.factories import UserFactory
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def played() -> Table:
    table = running(*(UserFactory.create() for _ in range(4)))
    random_moves(table, 12)
    return table


def said_of(page: Page) -> list[str]:
    """Return what axe says about the current page: the response to a form has no own address."""
    found = [f"{page.title()}: {line}" for line in axe.said(page)]
    picture(page)
    return found


def picture(page: Page) -> None:
    """Save a screenshot for review: SHOTS=folder."""
    if folder := os.environ.get("SHOTS"):
        number = len(list(Path(folder).glob("*.png")))
        page.screenshot(path=f"{folder}/{number:02}.png", full_page=True)


def test_a_table_is_paused_looked_into_and_resumed(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    table, (boss, secret) = played(), moderator()
    admin = visitor(viewport=DESKTOP)
    enter(admin, served.url, boss, secret)
    admin.goto(f"{served.url}{reverse('admin:tables_table_changelist')}?q={table.code}")
    admin.locator("#result_list tbody th a").click()
    admin.wait_for_url(f"**{reverse('admin:table', args=[table.code])}")
    admin.locator("a.button[href$='/pause/']").click()
    admin.locator("select[name=why]").select_option("looking")
    admin.locator("textarea[name=reason]").fill("Two players quarrel.")
    admin.locator("button[value=preview]").click()
    expect(admin.locator("main")).to_contain_text("Every clock stops")
    assert Table.objects.get().paused_at is None
    admin.locator("button[value=do]").click()
    expect(admin.locator("main")).to_contain_text("paused since")

    player = visitor(viewport=PHONE)
    user = table.seats.get(on_turn=True).user
    assert user is not None
    sign_in_as(player, served, user)
    player.goto(f"{served.url}/t/{table.code}/")
    expect(player.locator("#says")).to_contain_text("paused this table")
    picture(player)

    admin.locator("a.button[href$='/secrets/']").click()
    admin.locator("select[name=seat]").select_option("-1")
    admin.locator("textarea[name=reason]").fill("Is it true what they say?")
    admin.locator("button[type=submit].default").click()
    expect(admin.locator("h2").first).to_contain_text("How it really was")
    admin.locator(".cluster button").first.click()
    expect(admin.locator("main")).to_contain_text("opened secrets 2 times")
    assert AuditEntry.objects.filter(action="secrets").count() == 2

    admin.goto(f"{served.url}{reverse('admin:table-act', args=[table.code, 'resume'])}")
    admin.locator("select[name=why]").select_option("settled")
    admin.locator("textarea[name=reason]").fill("They made peace.")
    admin.locator("button[value=preview]").click()
    admin.locator("button[value=do]").click()
    admin.wait_for_url(f"**{reverse('admin:table', args=[table.code])}")
    player.reload()
    expect(player.locator("#says")).to_contain_text("Your turn")


@pytest.mark.parametrize(("size", "scheme"), WIDE_LOOKS)
def test_axe_finds_nothing_on_the_admin_pages_of_a_table(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    table, (boss, secret) = played(), moderator()
    page = visitor(viewport=size, color_scheme=scheme)
    enter(page, served.url, boss, secret)
    loaded = served.url + reverse("admin:table", args=[table.code])
    said = complaints(page, loaded)
    picture(page)
    said += complaints(page, loaded + "remove/")
    page.locator("select[name=seat]").select_option("1")
    page.locator("select[name=why]").select_option("away")
    page.locator("select[name=code]").select_option("stalling")
    page.locator("textarea[name=reason]").fill("He asked us to.")
    page.locator("button[value=preview]").click()
    said += said_of(page)
    for eyes in ("0", "-1"):
        said += complaints(page, loaded + "secrets/")
        page.locator("select[name=seat]").select_option(eyes)
        page.locator("textarea[name=reason]").fill("A report.")
        page.locator("button[type=submit].default").click()
        said += said_of(page)
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not page.evaluate(wide)
    assert said == [], "\n".join(said)
