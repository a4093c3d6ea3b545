"""A small screen: no title is cut off, the news is visible, and so is the next step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import real_tables
from tests.at_table import random_moves
from tests.browser.conftest import PHONE, LiveServer, sign_in_as
from tests.browser.scenes import turn_over
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "The long way down to the Old King's gold"
CUT = (
    "title => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1"
)


def test_a_long_title_is_shown_in_full(served: LiveServer, visitor: Callable[..., Page]) -> None:
    users = UserFactory.create_batch(3)
    page = visitor(viewport=PHONE)
    for title in (LONG, "W" * 40):
        table = real_tables.running(*users, title=title)
        sign_in_as(page, served, users[0])
        page.goto(f"{served.url}/t/{table.code}/")
        assert not page.locator("h1").evaluate(CUT)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_two_lines_of_news_are_shown_and_a_tap_shows_all_of_it(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    names = [f"{letter} with the longest name" for letter in "ABCDE"]
    users = [UserFactory.create(name=name) for name in names]
    table = real_tables.running(*users)
    random_moves(table, 9)
    table.seats.update(read_to=0)
    page = visitor(viewport=PHONE)
    sign_in_as(page, served, users[0])
    page.goto(f"{served.url}/t/{table.code}/")
    lines = page.locator(".since li:visible")
    expect(lines).to_have_count(2)
    assert above_the_dock(page, ".since li:nth-child(2)")
    page.locator(".fold label").click()
    expect(page.locator(".since li:nth-child(9)")).to_be_visible()
    assert above_the_dock(page, ".since li:nth-child(5)")
    page.locator(".fold label").click()
    expect(lines).to_have_count(2)


def above_the_dock(page: Page, what: str) -> bool:
    """Return whether all of it is visible without scrolling."""
    dock = page.locator("#dock").bounding_box()
    box = page.locator(what).bounding_box()
    assert dock
    assert box
    return box["y"] + box["height"] <= dock["y"]


def test_the_bar_below_a_dealt_card_says_what_to_do(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    users = UserFactory.create_batch(3)
    table = real_tables.running(*users)
    table.seats.update(role_seen=0)
    page = visitor(viewport=PHONE)
    sign_in_as(page, served, users[0])
    page.goto(f"{served.url}/t/{table.code}/")
    says, go = page.locator("#says"), page.locator("#go")
    expect(says.locator(".turn-first")).to_be_visible()
    expect(go).to_be_hidden()
    turn_over(page)
    expect(says.locator(".turn-first")).to_be_hidden()
    expect(says.locator(".turned-over")).to_be_visible()
    expect(go).to_be_visible()


def test_the_button_to_open_a_table_is_always_in_reach(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    page = visitor(viewport=PHONE)
    sign_in_as(page, served, UserFactory.create())
    page.goto(f"{served.url}/new/")
    button = page.get_by_role("button", name="Open the table")
    expect(button).to_be_in_viewport(ratio=1)
    page.locator("#more-choices > summary").focus()
    covered = "field => field.getBoundingClientRect().bottom > innerHeight - 76"
    assert not page.locator("#more-choices > summary").evaluate(covered)
    button.click()
    page.wait_for_url("**/t/**")
