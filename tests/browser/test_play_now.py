"""From home to a first turn against bots, in two taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.tables import tasks
from games.tables.bot_players import dwarf_of
from games.tables.models import Table
from tests.browser.conftest import PHONE, SIZES, LiveServer
from tests.browser.scenes import go_on, turn_over
from tests.browser.test_every_page import complaints
from tests.browser.test_lobby import Visitor, enter
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@SIZES
def test_a_first_turn_is_two_taps_from_home(
    served: LiveServer, visitor: Visitor, size: dict[str, int]
) -> None:
    page = enter(visitor, served, UserFactory.create(), viewport=size)
    page.get_by_role("button", name="Classic", exact=True).click()
    page.wait_for_url("**/t/**")
    tasks.move_bots()
    page.reload()
    turn_over(page)
    go_on(page)
    expect(page.locator(".hand a").first).to_be_visible()
    bot = Table.objects.get().seats.exclude(bot="").first()
    assert bot is not None
    shown = page.locator(f"#seat-{bot.number}")
    expect(shown).to_contain_text(dwarf_of(bot).name)
    expect(shown).to_contain_text("bot")
    expect(shown.locator(f'use[href*="#{dwarf_of(bot).key}"]')).to_have_count(1)


def test_play_now_works_by_keyboard_and_without_scripts(
    served: LiveServer, visitor: Visitor
) -> None:
    user = UserFactory.create()
    page = enter(visitor, served, user, java_script_enabled=False)
    page.locator("#strength").select_option("hard")
    page.get_by_role("button", name="The Duel", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/**")
    table = Table.objects.get(owner=user)
    assert (table.kind, table.seats.get(number=1).bot) == ("duel", "hard")
    page.goto(f"{served.url}/")
    expect(page.locator("#strength")).to_have_value("hard")


def test_the_page_of_a_game_has_the_button_too(served: LiveServer, visitor: Visitor) -> None:
    user = UserFactory.create()
    page = enter(visitor, served, user, viewport=PHONE)
    assert complaints(page, f"{served.url}/play/lost-mines/") == []
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/t/**")
    assert Table.objects.get(owner=user).size == 5
