"""Three browsers at one table: the last turns of a game, with real clicks, to the final score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import DESKTOP, LOOKS, PHONE, SIZES, LiveServer, sign_in_as
from tests.browser.scenes import to_the_score
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position, last_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HANDS = {
    "p1": ["map", "fix-pick-lantern", "ew"],
    "p2": ["nes", "ns", "rockfall"],
    "p3": ["broken-pick", "ne", "ne"],
}
ROLES = {"p1": "digger", "p2": "digger", "p3": "saboteur"}
SCRIPT = [
    (0, "map", "at 8,0", "play map at 8,0"),
    (1, "nes", "at 0,-1", "place nes at 0,-1 turned"),
    (2, "broken-pick", "to 0", "play broken-pick on p1"),
    (0, "fix-pick-lantern", "to 0", "play fix-pick-lantern on p1 pick"),
    (1, "rockfall", "at 0,-1", "play rockfall at 0,-1"),
    (2, "ne", "", "discard ne"),
    (0, "ew", "at 7,0", "place ew at 7,0"),
]
Act = Callable[[Page, str, str, str], None]


@pytest.fixture
def table() -> Table:
    players = [UserFactory.create() for _ in range(3)]
    return at_position(*players, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=3)


def players(table: Table) -> list[User]:
    seats = table.seats.select_related("user").order_by("number")
    return [seat.user for seat in seats if seat.user]


def sit_down(
    visitor: Callable[..., Page], served: LiveServer, table: Table, first: int = 10, **options: Any
) -> list[Page]:
    """Open the table in a browser for each player, or for the first few of them."""
    pages = []
    for user in players(table)[:first]:
        page = visitor(**options)
        sign_in_as(page, served, user)
        page.goto(f"{served.url}/t/{table.code}/")
        pages.append(page)
    return pages


def look_again(page: Page) -> None:
    """Do now what an open page does every five seconds."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def wait_for_turn(page: Page) -> None:
    look_again(page)
    expect(page.locator(".hand a").first).to_be_visible()


def play_through(pages: list[Page], table: Table, act: Act, wait: Callable[[Page], None]) -> None:
    for seat, card, aim, text in SCRIPT:
        wait(pages[seat])
        act(pages[seat], card, aim, text)
        assert logged(table, text)
    assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED


def logged(table: Table, text: str) -> bool:
    return table.log.order_by("-number").values_list("move", flat=True)[0] == text


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Wait for the response to the move sent in this block."""
    with page.expect_response(lambda r: r.request.method == "POST" and "/move/" in r.url):
        yield
    page.wait_for_load_state()


# --- by pointer -------------------------------------------------------------------------------


def by_pointer(page: Page, card: str, aim: str, text: str) -> None:
    page.locator(f'.hand a[data-card="{card}"]').first.click()
    if aim.startswith("at"):
        page.locator(f'[data-aim="{aim}"]').click()
    elif aim.startswith("to"):
        page.locator(f"#seat-{aim[3:]}").click()
    else:
        page.locator("#drop").click()
    stage_exactly(page, text)
    with answered(page):
        page.locator("#place").click()


def stage_exactly(page: Page, text: str) -> None:
    """Turn the card or take the other tool until this move is staged."""
    place = page.locator("#place")
    for _ in range(2):
        if place.get_attribute("value") == text:
            break
        page.locator("#turn").click()
    expect(place).to_have_attribute("value", text)
    expect(page.locator("#heard")).not_to_be_empty()


@pytest.mark.soak
@SIZES
def test_three_players_finish_a_game(
    served: LiveServer, visitor: Callable[..., Page], table: Table, size: dict[str, int]
) -> None:
    pages = sit_down(visitor, served, table, viewport=size, has_touch=size == PHONE)
    play_through(pages, table, by_pointer, wait_for_turn)
    for page in pages:
        look_again(page)
        to_the_score(page)
        expect(page.locator(".ranking .won").first).to_be_visible()
        page.locator("#about").evaluate("about => (about.closest('details').open = true)")
        expect(page.locator("[data-fair]").first).to_be_visible()
        expect(page.locator("[data-foul]").first).to_be_hidden()


def test_others_see_a_move_without_doing_anything(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    pages = sit_down(visitor, served, table)
    by_pointer(pages[0], "map", "at 8,0", "play map at 8,0")
    expect(pages[1].locator(".hand a").first).to_be_visible()
    expect(pages[2].locator("#says")).to_contain_text(players(table)[1].display_name)


# --- by keyboard ------------------------------------------------------------------------------


def by_keyboard(page: Page, card: str, aim: str, text: str) -> None:
    page.locator(f'.hand a[data-card="{card}"]').first.focus()
    page.keyboard.press("Enter")
    if aim.startswith("at"):
        walk_to(page, aim)
        page.keyboard.press("Enter")
    elif aim.startswith("to"):
        page.locator(f"#seat-{aim[3:]}").focus()
        page.keyboard.press("Enter")
    else:
        page.locator("#drop").focus()
        page.keyboard.press("Enter")
    if page.locator("#place").get_attribute("value") != text:
        page.locator("#turn").focus()
        page.keyboard.press("Enter")
        page.locator("#place").focus()
    expect(page.locator("#place")).to_be_focused()
    expect(page.locator("#place")).to_have_attribute("value", text)
    with answered(page):
        page.keyboard.press("Enter")


def walk_to(page: Page, aim: str) -> None:
    """Press arrow keys from the first cell to this one."""
    wanted = [int(number) for number in aim[3:].split(",")]
    for _ in range(30):
        here = page.evaluate("document.activeElement.dataset.aim")
        x, y = (int(number) for number in here[3:].split(","))
        if [x, y] == wanted:
            return
        sideways = "ArrowRight" if x < wanted[0] else "ArrowLeft"
        upright = "ArrowDown" if y < wanted[1] else "ArrowUp"
        page.keyboard.press(sideways if x != wanted[0] else upright)
        if page.evaluate("document.activeElement.dataset.aim") == here:
            page.keyboard.press(upright)
    raise AssertionError(f"no way to {aim} with the arrow keys")


def test_a_game_is_finished_entirely_by_keyboard(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    pages = sit_down(visitor, served, table, viewport=DESKTOP)
    play_through(pages, table, by_keyboard, wait_for_turn)


def test_escape_takes_back_step_by_step(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    page = sit_down(visitor, served, table, 1, viewport=DESKTOP)[0]
    card = page.locator('.hand a[data-card="map"]')
    card.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#place")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    expect(card).to_have_attribute("aria-pressed", "false")


# --- without JavaScript -----------------------------------------------------------------------


def from_the_list(page: Page, card: str, aim: str, text: str) -> None:
    button = page.locator(f'#moves button[value="{text}"]')
    if not page.locator("#moves").is_visible():
        page.locator("#moves-box > summary").click()
    with page.expect_navigation():
        button.click()


def open_again(page: Page) -> None:
    page.reload()


def test_a_game_is_finished_without_javascript(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    pages = sit_down(visitor, served, table, java_script_enabled=False)
    play_through(pages, table, from_the_list, open_again)
    pages[2].reload()
    to_the_score(pages[2])
    expect(pages[2].locator(".ranking .won").first).to_be_visible()


# --- what survives ----------------------------------------------------------------------------


def test_a_staged_move_an_unfinished_message_and_the_zoom_survive_news(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    pages = sit_down(visitor, served, table, viewport=DESKTOP)
    page = pages[0]
    page.locator('[data-zoom="in"]').click()
    zoomed = page.locator("#board").get_attribute("viewBox")
    page.locator(".box summary", has_text="Chat").click()
    page.locator("#say-text").fill("I think that")
    page.locator('.hand a[data-card="map"]').click()
    zoomed = page.locator("#board").get_attribute("viewBox")
    page.locator('[data-aim="at 8,2"]').click()
    page.locator("#say-text").focus()
    pages[1].locator(".box summary", has_text="This table").click()
    with pages[1].expect_response("**/cancel/"):
        pages[1].locator("form[action$='/cancel/'] button").click()
    look_again(page)
    expect(page.locator("#about")).to_contain_text("agrees to cancel")
    expect(page.locator("#place")).to_have_attribute("value", "play map at 8,2")
    expect(page.locator("#place")).to_be_visible()
    expect(page.locator("#say-text")).to_have_value("I think that")
    expect(page.locator("#say-text")).to_be_focused()
    assert page.locator("#board").get_attribute("viewBox") == zoomed


def test_a_chat_message_reaches_the_others_and_clears_the_input(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    pages = sit_down(visitor, served, table, viewport=DESKTOP)
    for page in pages[:2]:
        page.locator(".box summary", has_text="Chat").click()
    for line in ("Trust me.", "Really."):
        pages[0].locator("#say-text").fill(line)
        pages[0].locator("#say-text").press("Enter")
        expect(pages[0].locator("#chat")).to_contain_text(line)
        expect(pages[0].locator("#say-text")).to_have_value("")
    look_again(pages[1])
    expect(pages[1].locator("#chat")).to_contain_text("Really.")


def test_an_out_of_date_page_recovers_by_itself(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    """A second tab plays; the first says so and shows the current table."""
    first = sit_down(visitor, served, table, 1)[0]
    first.route("**/poll/**", lambda route: route.fulfill(status=204))
    second = first.context.new_page()
    second.goto(first.url)
    by_pointer(second, "map", "at 8,0", "play map at 8,0")
    first.locator('.hand a[data-card="ew"]').click()
    first.locator('[data-aim="at 7,0"]').click()
    with answered(first):
        first.locator("#place").click()
    expect(first.locator("#said")).not_to_be_empty()
    expect(first.locator(".hand a")).to_have_count(0)
    assert logged(table, "play map at 8,0")


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_at_a_table(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    loaded = last_round(
        *[UserFactory.create() for _ in range(3)],
        broken={"p2": ["pick", "cart"], "p3": ["lantern"]},
    )
    page = sit_down(visitor, served, loaded, 1, viewport=size, color_scheme=scheme)[0]
    assert complaints(page) == []
    for box in page.locator(".box > summary").all():
        box.click()
    assert complaints(page) == []
    page.locator('.hand a[data-card="ew"]').click()
    page.locator('[data-aim="at 7,0"]').click()
    expect(page.locator("#heard")).to_contain_text("goal")
    assert complaints(page) == []
    page.locator('.hand a[data-card="broken-pick"]').click()
    assert complaints(page) == []
    page.locator('.hand a[data-card="ew"]').click()
    page.locator('[data-aim="at 7,0"]').click()
    with answered(page):
        page.locator("#place").click()
    assert complaints(page) == []
    to_the_score(page)
    assert complaints(page) == []
    page.goto(f"{served.url}/t/{loaded.code}/log/")
    assert complaints(page) == []


def complaints(page: Page) -> list[str]:
    found = axe.said(page)
    wide = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return found + (["scrolls sideways"] if wide else [])


def test_nothing_scrolls_on_a_desktop(
    served: LiveServer, visitor: Callable[..., Page], table: Table
) -> None:
    page = sit_down(visitor, served, table, 1, viewport=DESKTOP)[0]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_ten_players_fit_a_phone_with_targets_for_a_thumb(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    ten = [UserFactory.create() for _ in range(10)]
    hand = ["broken-pick", "ew", "map", "ns"]
    loaded = at_position(*ten, cards=CORRIDOR, hands={f"p{n}": hand for n in range(1, 11)})
    page = visitor()
    sign_in_as(page, served, ten[0])
    page.goto(f"{served.url}/t/{loaded.code}/")
    for what in (".player", ".hand a", ".bar button:visible", ".zoom button"):
        for box in [each.bounding_box() for each in page.locator(what).all()]:
            assert box
            assert min(box["width"], box["height"]) >= 43.5, what
            # Players are in a strip that scrolls sideways.
            assert what == ".player" or 0 <= box["x"] <= PHONE["width"] - box["width"]
    by_pointer(page, "broken-pick", "to 9", "play broken-pick on p10")
    assert logged(loaded, "play broken-pick on p10")
