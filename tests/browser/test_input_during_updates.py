"""News that arrives while a player taps or types does not disturb them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from config.clock import now
from games.tables import services
from games.tables.models import Table
from tests.browser.conftest import LiveServer
from tests.browser.test_table import HANDS, ROLES, look_again, players, sit_down
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page: Page, what: str) -> None:
    """Press the pointer in the middle of the element without releasing it."""
    box = page.locator(what).first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def news(page: Page, table: Table, text: str) -> None:
    """Send a chat message and wait until the page has received it."""
    services.say(players(table)[2], table.code, text, text, now())
    look_again(page)
    expect(page.get_by_text(text)).to_be_attached()


@pytest.fixture
def page_and_game(served: LiveServer, visitor: Callable[..., Page]) -> tuple[Page, Table]:
    users = [UserFactory.create() for _ in range(3)]
    table = at_position(*users, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=3)
    return sit_down(visitor, served, table, 1)[0], table


def test_a_tap_counts_though_news_replaces_the_cell_under_it(
    page_and_game: tuple[Page, Table],
) -> None:
    page, table = page_and_game
    page.locator('.hand a[data-card="ew"]').click()
    press(page, '[data-aim="at 7,0"]')
    news(page, table, "knock-knock")
    page.mouse.up()
    expect(page.locator("#place")).to_have_attribute("value", "place ew at 7,0")


@pytest.mark.parametrize("what", ['.hand a[data-card="ew"]', "#place"])
def test_the_focus_stays_when_the_table_changes(
    page_and_game: tuple[Page, Table], what: str
) -> None:
    page, table = page_and_game
    card, here = page.locator('.hand a[data-card="ew"]'), page.locator(what)
    card.focus()
    if what == "#place":
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(here).to_be_focused()
    here.evaluate("here => here.classList.add('old')")
    services.agree_to_cancel(players(table)[2], table.code, True, now())
    look_again(page)
    expect(page.locator(".old")).to_have_count(0)
    expect(here).to_be_focused()


def test_an_undisturbed_tap_counts_once(page_and_game: tuple[Page, Table]) -> None:
    page, table = page_and_game
    page.locator('.hand a[data-card="ew"]').click()
    news(page, table, "who-is-there")
    press(page, '[data-aim="at 7,0"]')
    page.mouse.up()
    expect(page.locator("#place")).to_have_attribute("value", "place ew at 7,0")
    expect(page.locator('.hand a[aria-pressed="true"]')).to_have_count(1)
