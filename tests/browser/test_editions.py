"""Choosing an edition on the form of a new table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.tables.models import Table
from tests.browser.conftest import LiveServer, sign_in_as
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitor = Callable[..., Page]


def at_the_form(visitor: Visitor, served: LiveServer, **options: object) -> Page:
    page = visitor(**options)
    sign_in_as(page, served, UserFactory.create())
    page.goto(f"{served.url}/new/?game=classic")
    page.locator("#more-choices > summary").click()
    return page


def test_an_edition_shows_its_rules_and_a_changed_rule_makes_them_house_rules(
    served: LiveServer, visitor: Visitor
) -> None:
    page = at_the_form(visitor, served)
    page.locator("input[name=preset][value=newer]").check()
    expect(page.locator("input[name=option_gold][value=per_digger]")).to_be_checked()
    page.locator("input[name=preset][value='2004']").check()
    expect(page.locator("input[name=option_gold][value=per_player]")).to_be_checked()
    page.locator("#house-rules > summary").click()
    page.locator("input[name=option_maps][value='5']").check()
    expect(page.locator("input[name=preset][value=house]")).to_be_checked()
    page.locator(".open-bar button").click()
    expect(page.locator("#settings-title")).to_be_visible()
    assert Table.objects.get().options["maps"] == 5


def test_an_edition_is_chosen_without_javascript(served: LiveServer, visitor: Visitor) -> None:
    page = at_the_form(visitor, served, java_script_enabled=False)
    page.locator("input[name=preset][value=newer]").check()
    page.locator(".open-bar button").click()
    expect(page.locator("#settings-title")).to_be_visible()
    assert Table.objects.get().options["gold"] == "per_digger"
