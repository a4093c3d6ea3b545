"""Making a dwarf with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import LiveServer, sign_in_as
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_arrows_change_the_dwarf_at_once_and_enter_keeps_it(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    user = UserFactory.create(dwarf="000000")
    page = visitor()
    sign_in_as(page, served, user)
    page.goto(f"{served.url}/settings/dwarf/")
    page.locator("input[name=hat]:checked").focus()
    page.keyboard.press("ArrowRight")
    preview = page.locator("#dwarf-preview")
    expect(preview.locator("use")).to_have_attribute("href", own_address(page, "100000"))
    expect(preview).to_contain_text("Flat helmet with a lamp")
    expect(page.locator("input[name=hat]:focus")).to_have_value("box")
    page.keyboard.press("Tab")
    expect(page.locator("input[name=hair]:focus")).to_have_value("full")
    page.keyboard.press("ArrowDown")
    expect(preview.locator("use")).to_have_attribute("href", own_address(page, "110000"))
    page.keyboard.press("Enter")
    expect(page.locator(".message.success")).to_contain_text("Saved")
    assert User.objects.get(pk=user.pk).dwarf == "110000"


def own_address(page: Page, code: str) -> str:
    """Return the address of the drawing for this code, as the page writes it."""
    known = page.locator(".parts use").first.get_attribute("href") or ""
    folder, _slash, _file = known.rpartition("/")
    return f"{folder}/{code}.svg#d"
