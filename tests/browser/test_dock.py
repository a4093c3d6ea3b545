"""Under the thumb: the dock keeps still, careless taps do no harm, and new chat is noticed.

One page goes through all sizes and states and measures where things are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE, LiveServer, sign_in_as
from tests.browser.test_table import answered, look_again
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position, in_the_woods, last_solo

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 360, "height": 640}
ON_ITS_SIDE = {"width": 844, "height": 390}
PHONES = (PHONE, SMALL, ON_ITS_SIDE)
BUTTONS = ".bar .button:visible"
LONG = "Hannelore Bergmannsheim"
"""A name too long for a chip; the player with it has the last seat."""


def opened(visitor: Callable[..., Page], served: LiveServer, table: Table, user: User) -> Page:
    page = visitor(has_touch=True)
    sign_in_as(page, served, user)
    page.goto(f"{served.url}/t/{table.code}/")
    return page


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found, thing
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Return whether the boxes don't touch."""
    across = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    along = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return across or along


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# --- the dock keeps still ---------------------------------------------------------------------


def ten_at_a_table() -> tuple[list[User], Table]:
    """Make a table of ten; the first player reads German, which takes more space."""
    ten = [UserFactory.create(language="de"), *UserFactory.create_batch(8)]
    ten.append(UserFactory.create(name=LONG))
    hand = ["broken-pick", "ew", "ew", "map"]
    hands = {f"p{n}": hand for n in range(1, 11)}
    broken = {"p2": ["pick", "cart"], "p3": ["lantern"]}
    return ten, at_position(*ten, cards=CORRIDOR, hands=hands, broken=broken)


def states(page: Page) -> Iterator[str]:
    """Go through what a player does with two cards, without playing either."""
    yield "nothing picked"
    page.locator('.hand a[data-card="ew"]').first.click()
    yield "a card picked"
    page.locator('[data-aim="at 7,0"]').click()
    expect(page.locator("#says")).to_contain_text("7,0")
    yield "staged on a cell"
    page.locator("#cancel").click()
    page.locator("#drop").click()
    expect(page.locator("#place")).to_have_attribute("value", "discard ew")
    yield "staged to be thrown away"
    page.locator('.hand a[data-card="broken-pick"]').click()
    yield "to be aimed at a player"
    page.locator("#seat-9").click()
    expect(page.locator("#says")).to_contain_text(LONG)
    yield "aimed at the player at the end of the strip"


def test_the_dock_keeps_still_and_the_board_has_half_of_the_screen(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    ten, table = ten_at_a_table()
    page = opened(visitor, served, table, ten[0])
    for size in (*PHONES, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.reload()
        dock = box(page.locator("#dock"))
        places: dict[str | None, FloatRect] = {}
        assert dock["y"] + dock["height"] <= size["height"]
        for state in states(page):
            assert box(page.locator("#dock")) == dock, (size, state)
            assert fits(page), (size, state)
            shown = {
                b.get_attribute("id"): box(b) for b in page.locator(".bar .button:visible").all()
            }
            assert all(places.setdefault(name, at) == at for name, at in shown.items()), state
        confirms = places.pop("place")
        assert all(apart(confirms, other) for other in places.values()), places
        if size in PHONES:
            board = box(page.locator("#board"))
            assert board["width"] * board["height"] >= size["width"] * size["height"] / 2
            assert apart(box(page.locator("#stage")), dock)
    with answered(page):
        page.locator("#place").click()
    expect(page.locator(".hand a")).to_have_count(0)
    assert box(page.locator("#dock")) == dock


def test_ten_players_are_in_a_strip_and_a_tap_shows_details(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    ten, table = ten_at_a_table()
    page = opened(visitor, served, table, ten[9])
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    strip, third = page.locator("#players"), page.locator("#seat-2")
    assert box(strip)["height"] <= 60
    third.click()
    expect(page.locator("#person")).to_contain_text("lantern")
    page.keyboard.press("Escape")
    expect(page.locator("#person")).to_be_hidden()
    page.locator("#seat-9").press("Enter")  # scrolled into view by itself
    expect(page.locator("#person")).to_contain_text(LONG)
    assert box(page.locator("#seat-9"))["x"] + box(page.locator("#seat-9"))["width"] <= 360
    assert fits(page)
    assert axe.as_shown(page) == []


def test_in_the_lost_mines_no_target_is_under_the_dock(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    three = UserFactory.create_batch(3)
    table = in_the_woods(*three, trolls=["4,2/e p2"])
    page = opened(visitor, served, table, three[0])
    for size in PHONES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.reload()
        dock = box(page.locator("#dock"))
        expect(page.locator('#dock [value="propose end"]')).to_be_visible()
        page.locator('.hand a[data-card="trap"]').click()
        expect(page.locator('#dock [value="propose end"]')).to_be_hidden()
        for thing in page.locator(".treasure, .zoom button, #cells > g").all():
            assert apart(box(thing), dock), size
        for treasure in page.locator(".treasure").all():
            number, card = box(treasure.locator(".number")), box(treasure.locator(".card"))
            assert number["y"] + number["height"] < card["y"] + card["height"] / 2, "over its value"


# --- careless taps ----------------------------------------------------------------------------


def test_after_a_move_nothing_is_staged_and_a_second_tap_does_nothing(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    """A solo player is on turn again at once, with another card of the same name."""
    user = UserFactory.create()
    hands = {"p1": ["ew", "ew", "ew", "ne", "nw", "map"]}
    table = last_solo(user, hands=hands, stock=["ns", "ns", "nw", "ne"], markers_left=3)
    page = opened(visitor, served, table, user)
    page.locator('.hand a[data-card="ew"]').first.click()
    page.locator("#drop").dblclick()  # the first tap stages, the second hits nothing
    expect(page.locator("#place")).to_have_attribute("value", "discard ew")
    page.locator("#cancel").click()
    page.locator("#cells > g").first.click()
    length = table.log.count()
    with answered(page):
        page.locator("#place").dblclick()
    expect(page.locator("#place")).to_be_hidden()
    expect(page.locator('.hand a[data-card="ew"]')).to_have_count(2)
    expect(page.locator('.hand a[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator("#drop")).to_be_hidden()
    assert table.log.count() == length + 1


# --- talk -------------------------------------------------------------------------------------


def test_unread_chat_is_counted_and_opens_over_the_table(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    me, other, third = UserFactory.create_batch(3)
    table = at_position(me, other, third, cards=CORRIDOR)
    say(table, me, "Mine.")
    say(table, other, "Trust me.")
    say(table, third, "Never.")
    page = opened(visitor, served, table, me)
    button, chat = page.locator("#talk"), page.locator("#chat")
    unread = button.locator(".unread")
    expect(unread).to_have_text("2")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    button.click()
    expect(chat).to_be_focused()
    expect(unread).to_be_hidden()
    expect(page).to_have_title(re.compile(r"^[^(]"))
    expect(chat.locator(".new")).to_have_count(2)
    expect(chat.locator("time")).to_have_count(3)
    chat.locator("summary").first.click()
    expect(chat.get_by_role("link", name="Mute")).to_have_count(1)
    assert axe.as_shown(page) == []
    page.keyboard.press("Escape")
    expect(chat).to_be_hidden()
    expect(button).to_be_focused()
    say(table, other, "Still there?")
    look_again(page)
    expect(unread).to_have_text("1")
    button.click()
    expect(unread).to_be_hidden()
    page.go_back()
    expect(chat).to_be_hidden()
    expect(page).to_have_url(f"{served.url}/t/{table.code}/")
    page.reload()  # and read messages stay read
    say(table, third, "I am.")
    look_again(page)
    expect(unread).to_have_text("1")
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    expect(page.locator("#chat-box > summary .unread")).to_have_text("1")
    page.locator("#chat-box > summary").click()
    expect(page).to_have_title(re.compile(r"^[^(]"))


def say(table: Table, user: User, text: str) -> None:
    services.say(user, table.code, text, text, now())
