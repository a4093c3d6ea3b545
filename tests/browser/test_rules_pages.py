"""The rules pages in a real browser: accessible, and their rules can be found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.kinds import KINDS
from tests.browser import axe
from tests.browser.conftest import PHONE, LiveServer
from tests.browser.test_every_page import complaints, sideways

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_axe_finds_nothing_on_the_rules_of_any_game(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    """Contrast is checked for one game only: the pages look alike, and checking takes seconds."""
    page = visitor(viewport=PHONE)
    first, *others = [f"{served.url}/rules/{kind.slug}/" for kind in KINDS.values()]
    found = complaints(page, first)
    for address in others:
        page.goto(address)
        found += [each["id"] for each in axe.without_contrast(page)] + sideways(page)
    assert found == []


@pytest.mark.soak
def test_axe_finds_no_low_contrast_in_the_rules_of_any_game(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    page = visitor(viewport=PHONE)
    addresses = [f"{served.url}/rules/{kind.slug}/" for kind in KINDS.values()]
    assert [line for address in addresses for line in complaints(page, address)] == []


def test_a_rule_is_found_by_its_words(served: LiveServer, visitor: Callable[..., Page]) -> None:
    page = visitor(viewport=PHONE)
    page.goto(f"{served.url}/rules/classic/")
    box = page.get_by_role("searchbox")
    box.fill("gold counter-clockwise")
    expect(page.locator("#C23")).to_be_visible()
    expect(page.locator("#C1")).to_be_hidden()
    expect(page.locator("#found-rules")).to_contain_text("/ 27")
    page.get_by_role("link", name="C1 Players and rounds").click()
    expect(page.locator("#C1")).to_be_visible()
