"""Help on cards: shown for what a player has seen or holds, or requested by key."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import PHONE, LiveServer
from tests.browser.test_table import answered, sit_down
from tests.factories import UserFactory
from tests.positions import last_duel

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press_and_hold(page: Page, what: str) -> None:
    """Press until the help appears."""
    thing = page.locator(what).first
    thing.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#card-help")).to_be_visible()
    thing.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})


def test_a_broken_lantern_is_explained_and_a_seen_goal_stays_known(
    visitor: Callable[..., Page], served: LiveServer
) -> None:
    users = UserFactory.create_batch(2)
    table = last_duel(*users, broken={"p1": ["lantern"]})
    (page,) = sit_down(visitor, served, table, first=1, viewport=PHONE, has_touch=True)
    help_box = page.locator("#card-help")
    expect(help_box).to_be_attached()  # it is loaded after the table

    # Broken tools are explained where they matter; unplayable cards are dimmed and say why.
    expect(page.locator("#hindered")).to_contain_text("Your lantern is broken")
    idle = page.locator(".hand .idle")
    assert idle.count() == 4  # three paths, and a key without a door
    assert page.locator('.hand li:not(.idle) [data-card="map"]').count() == 1
    page.locator('.hand [data-card="ew"]').click()
    expect(page.locator("#says")).to_contain_text("no tunnels until it is repaired")
    expect(page.locator("#place")).to_have_attribute("value", "discard ew")
    page.keyboard.press("Escape")

    # By the ? key, with the focus; Escape closes it and gives the focus back.
    card = page.locator('.hand [data-card="map"]')
    card.focus()
    page.keyboard.press("?")
    expect(help_box).to_be_visible()
    expect(help_box).to_be_focused()
    expect(help_box.get_by_role("heading", name="Map")).to_be_visible()
    expect(help_box.get_by_role("link")).to_have_attribute("href", "/rules/duel/#D23")
    assert axe.as_shown(page) == []
    page.keyboard.press("Escape")
    expect(help_box).to_be_hidden()
    expect(card).to_be_focused()

    # By press and hold, with why it cannot be played; this picks nothing.
    press_and_hold(page, 'li[data-help="key"]')
    expect(help_box.locator(".why")).to_have_text("No door is closed to you now.")
    help_box.get_by_role("button", name="Close").click()
    expect(help_box).to_be_hidden()
    assert page.locator('.hand [aria-pressed="true"]').count() == 0

    # What a map shows is shown at once, and stays on the card.
    card.click()
    page.locator('[data-aim="at 5,0"]').click()
    expect(page.locator("#says")).to_contain_text("only you see what it is")
    with answered(page):
        page.locator("#place").click()
    expect(page.locator("#said")).to_contain_text("and saw a curve and 2 gold. Only you know.")
    known = page.locator("#board .known")
    expect(known.locator("title")).to_contain_text("only you know what it is: a curve and 2 gold")
    page.reload()
    expect(known).to_have_count(1)
    expect(help_box).to_be_attached()
    press_and_hold(page, "#board .known use")
    expect(help_box.get_by_role("heading", name="Goal")).to_be_visible()
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/known.png")
