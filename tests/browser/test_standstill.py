"""While all clocks are stopped, the banner covers nothing, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from config.clock import now
from games.tables import services
from tests.at_table import random_moves
from tests.browser.conftest import SIZES, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.browser.test_moderated_table import picture
from tests.factories import UserFactory
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MESSAGE = "We move to a larger machine. You may go on playing, and nobody loses any time by it."


@SIZES
def test_at_a_table_the_banner_covers_neither_the_dock_nor_the_board(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int]
) -> None:
    table = running(*UserFactory.create_batch(4))
    random_moves(table, 6)
    services.stop_clocks(now(), until=now() + timedelta(hours=5), message=MESSAGE)
    user = table.seats.get(on_turn=True).user
    assert user is not None
    page = visitor(viewport=size)
    sign_in_as(page, served, user)
    assert complaints(page, f"{served.url}/t/{table.code}/") == []
    picture(page)
    expect(page.locator(".standstill")).to_contain_text(MESSAGE)
    expect(page.locator("#top .clock")).to_have_text("clocks stand still")
    banner, dock = (page.locator(name).bounding_box() for name in (".standstill", ".dock"))
    assert banner
    assert dock
    assert banner["height"] <= 50  # two lines on a phone; the rest unfolds
    assert dock["y"] >= banner["y"] + banner["height"]
    assert dock["y"] + dock["height"] <= size["height"]
    page.goto(served.url)
    picture(page)
