"""Asking the foreman in a browser: by touch, by keyboard, without a script; and after the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import PHONE, SIZES, LiveServer, sign_in_as
from tests.factories import UserFactory
from tests.positions import CORRIDOR, put
from tests.real_tables import running
from tests.round_ends import to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def stage_advice(page: Page) -> str:
    """Ask for advice, take the first move advised and return the move staged."""
    page.locator("#hint").click()
    show = page.locator("#advice [data-stage]").first
    text = show.get_attribute("data-stage")
    assert text
    show.click()
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator("#place")).to_have_attribute("value", text)
    expect(page.locator("#place")).to_be_visible()
    return text


def among_bots(user: User) -> Table:
    """Make a table of bots where a digger in front of the goal is on turn."""
    table = running(user, bots=2)
    hand = ["ew", "map", "broken-pick", "rockfall"]
    put(table, cards=CORRIDOR, hands={"p1": hand, "p2": ["nes"], "p3": ["ne"]}, turn="p1")
    return table


def opened(
    visitor: Callable[..., Page], served: LiveServer, user: User, path: str, **how: object
) -> Page:
    page = visitor(**how)
    sign_in_as(page, served, user)
    page.goto(f"{served.url}{path}")
    return page


@SIZES
def test_advice_opens_over_the_table_and_stages_a_move_without_playing_it(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int]
) -> None:
    user = UserFactory.create()
    table = among_bots(user)
    how = {"viewport": size, "has_touch": size == PHONE}
    page = opened(visitor, served, user, f"/t/{table.code}/", **how)
    page.locator("#hint").click()
    advice = page.get_by_role("dialog", name="What would you do?")
    expect(advice.locator(".thoughts > li").first).to_be_visible()
    expect(advice.locator(".thinking")).to_be_hidden()
    box = advice.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    for button in advice.get_by_role("button").all():
        target = button.bounding_box()
        assert target
        assert target["height"] >= 44
    assert axe.as_shown(page) == []
    page.keyboard.press("Escape")
    expect(advice).to_be_hidden()
    stage_advice(page)
    expect(page.locator("#place")).to_be_focused()
    length = table.length
    table.refresh_from_db()
    assert table.length == length


def test_a_key_asks_for_advice_and_the_focus_returns_afterwards(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    user = UserFactory.create()
    page = opened(visitor, served, user, f"/t/{among_bots(user).code}/")
    card = page.locator(".hand a").first
    card.focus()
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_focused()
    expect(page.locator("#advice [data-stage]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("#advice [data-stage]").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_be_focused()


def test_without_a_script_advice_is_a_page_with_links_to_its_moves(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    user = UserFactory.create()
    path = f"/t/{among_bots(user).code}/"
    page = opened(visitor, served, user, path, java_script_enabled=False)
    page.locator("#hint").click()
    expect(page.locator("h1")).to_have_text("What would you do?")
    page.get_by_role("link", name="Find it in the list of moves").first.click()
    expect(page.locator(".moves fieldset:target, .moves:target")).to_be_visible()


@SIZES
def test_a_finished_game_is_reviewed_step_by_step_and_by_round(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int]
) -> None:
    users = UserFactory.create_batch(3)
    table = to_the_end(running(*users))
    path = f"/t/{table.code}/replay/?at=4"
    page = opened(visitor, served, users[0], path, viewport=size)
    page.get_by_role("link", name="What would the foreman have played?").click()
    expect(page.locator("#opinion")).to_contain_text("one opinion")
    assert axe.as_shown(page) == []
    page.locator("body").press("ArrowRight")  # the next step has not been asked about
    expect(page.locator("#step")).to_have_attribute("data-index", "4")
    expect(page.locator("#opinion")).not_to_contain_text("one opinion")
    page.get_by_role("link", name="In hindsight").click()
    expect(page.locator("h1")).to_contain_text("In hindsight")
    assert axe.as_shown(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("h2 a").first.click()
    expect(page.locator("#opinion")).to_be_visible()
