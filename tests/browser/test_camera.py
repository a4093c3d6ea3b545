"""Zooming the board: by wheel, by fingers, by keys, and by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.tables.models import Table
from tests.browser.conftest import DESKTOP, LiveServer
from tests.browser.live_site import play
from tests.browser.test_table import HANDS, ROLES, answered, look_again, sit_down
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    users = UserFactory.create_batch(3)
    return at_position(*users, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=3)


def test_the_board_zooms_by_wheel_and_keys_and_fits_again(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    page = sit_down(visitor, served, table, 1, viewport=DESKTOP)[0]
    expect(page.locator("#stage.handy")).to_be_visible()
    board = page.locator("#board")
    whole = board.get_attribute("viewBox")
    assert whole
    box = board.bounding_box()
    assert box
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.wheel(0, -200)
    expect(board).not_to_have_attribute("viewBox", whole)
    page.locator("#stage").focus()
    page.keyboard.press("0")
    expect(board).to_have_attribute("viewBox", whole)
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    expect(board).not_to_have_attribute("viewBox", whole)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 250, steps=4)
    page.mouse.up()
    page.locator('[data-zoom="fit"]').click()
    expect(board).to_have_attribute("viewBox", whole)


def test_two_fingers_zoom_the_board(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    page = sit_down(visitor, served, table, 1, has_touch=True)[0]
    expect(page.locator("#stage.handy")).to_be_visible()
    board = page.locator("#board")
    box, whole = board.bounding_box(), board.get_attribute("viewBox")
    assert box
    assert whole
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 110)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    closer = board.get_attribute("viewBox")
    assert closer
    assert float(closer.split()[2]) < float(whole.split()[2]) / 2


def test_the_camera_fits_after_a_move_and_keeps_the_last_one_in_sight(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    page = sit_down(visitor, served, table, 1)[0]
    board = page.locator("#board")
    for _ in range(3):
        page.locator('[data-zoom="in"]').click()
    assert board.get_attribute("viewBox") != board.get_attribute("data-fit")
    page.locator('.hand a[data-card="map"]').click()
    page.locator('[data-aim="at 8,0"]').click()
    with answered(page):
        page.locator("#place").click()
    expect(board).to_have_attribute("viewBox", str(board.get_attribute("data-fit")))
    for _ in range(5):
        page.locator('[data-zoom="in"]').click()
    play(table, 1, "place nes at 0,-1 turned")
    look_again(page)
    expect(page.locator('#board [data-cell="0,-1"]')).to_have_count(1)
    x, y, wide, high = (float(part) for part in str(board.get_attribute("viewBox")).split())
    assert x <= 0
    assert y <= -120
    assert x + wide >= 80
    assert y + high >= 0
