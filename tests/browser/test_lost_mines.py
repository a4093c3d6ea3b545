"""Three browsers in the woods: cards, walks and answers with real taps, to the final score."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE, SIZES, LiveServer
from tests.browser.scenes import to_the_score
from tests.browser.test_table import answered, logged, look_again, sit_down
from tests.factories import UserFactory
from tests.positions import in_the_woods

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HANDS = {
    "p1": ["nesw", "trap", "ew", "es"],
    "p2": ["scout-treasure-dwarf", "axe"],
    "p3": ["scout-mine-treasure", "es"],
}
TO_THE_GOLD = "walk 8,2 9,2 take 3"
SCRIPT = [  # the seat, the card if any, what is tapped then, the move
    (0, "trap", ['[data-aim="at 4,2/e"]'], "play trap at 4,2/e"),
    (0, "", ['[data-aim="at 7,2"]'], "walk 7,2"),
    (1, "scout-treasure-dwarf", ["#seat-0"], "play scout-treasure-dwarf dwarf p1"),
    (2, "scout-mine-treasure", ["#treasure-2"], "play scout-mine-treasure treasure 2"),
    (2, "", ["#drop"], "stay"),
    (0, "nesw", ['[data-aim="at 1,1"]'], "place nesw at 1,1"),
    (0, "", ['[data-aim="at 9,2"]', "#treasure-3"], TO_THE_GOLD),
]
FORCED = {"play scout-treasure-dwarf dwarf p1"}
"""After these the dwarf cannot move: it stays without being told to."""
How = Callable[[Page, str, list[str]], None]


@pytest.fixture
def woods() -> Table:
    players = [UserFactory.create(name=name) for name in ("Ada", "Bo", "Cyd")]
    return in_the_woods(*players, hands=HANDS)


def by_pointer(page: Page, card: str, taps: list[str]) -> None:
    if card:
        page.locator(f'.hand a[data-card="{card}"]').first.click()
    for tap in taps:
        page.locator(tap).click()


def by_keyboard(page: Page, card: str, taps: list[str]) -> None:
    if card:
        page.locator(f'.hand a[data-card="{card}"]').first.press("Enter")
    for tap in taps:
        page.locator(tap).press("Enter")


def wait_for_turn(page: Page) -> None:
    look_again(page)
    expect(page.locator("#says[data-pick]")).to_be_visible()


def play_script(pages: list[Page], table: Table, how: How) -> None:
    for seat, card, taps, text in SCRIPT:
        page = pages[seat]
        wait_for_turn(page)
        how(page, card, taps)
        expect(page.locator("#place")).to_have_attribute("value", text)
        with answered(page):
            page.locator("#place").press("Enter")
        assert logged(table, "stay" if text in FORCED else text)


@SIZES
def test_three_players_walk_take_treasures_and_agree_to_end(
    served: LiveServer, visitor: Callable[..., Page], woods: Table, size: dict[str, int]
) -> None:
    pages = sit_down(visitor, served, woods, viewport=size, has_touch=size == PHONE)
    play_script(pages, woods, by_pointer)
    wait_for_turn(pages[1])
    propose(pages[1])
    for page in (pages[0], pages[2]):
        look_again(page)
        agree = page.locator('#asked button[value="agree end"]')
        expect(agree).to_be_visible()
        assert axe.as_shown(page) == []
        agree.click()
        expect(agree).to_have_class(re.compile("armed"))
        with answered(page):
            agree.click()
    for page in pages:
        look_again(page)
        expect(page.locator(".people .how").first).to_be_visible()
        to_the_score(page)
        expect(page.locator(".ranking .won").first).to_be_visible()
        assert axe.as_shown(page) == []
    assert Table.objects.get(pk=woods.pk).status == Table.Status.FINISHED


def propose(page: Page) -> None:
    with answered(page):
        page.locator('#dock button[value="propose end"]').click()


def test_the_same_game_is_played_by_keyboard_alone(
    served: LiveServer, visitor: Callable[..., Page], woods: Table
) -> None:
    pages = sit_down(visitor, served, woods, viewport=DESKTOP)
    play_script(pages, woods, by_keyboard)


def test_a_poll_sent_before_a_move_and_answered_after_it_leaves_the_page_intact(
    served: LiveServer, visitor: Callable[..., Page], woods: Table
) -> None:
    """The poll's own element is replaced meanwhile, so its answer is ignored."""
    page = sit_down(visitor, served, woods, 1, viewport=DESKTOP)[0]
    polls: list[Route] = []
    page.route("**/poll/**", lambda route: polls.append(route))
    _seat, card, taps, _text = SCRIPT[0]
    look_again(page)
    by_pointer(page, card, taps)
    with answered(page):
        page.locator("#place").press("Enter")
    expect(page.locator("#drop")).to_be_visible()
    with page.expect_response(lambda response: "/poll/" in response.url):
        polls[0].continue_()
    page.unroute_all()
    page.locator('[data-aim="at 7,2"]').click()
    expect(page.locator("#place")).to_have_attribute("value", "walk 7,2")


def test_without_a_script_every_step_is_in_the_list(
    served: LiveServer, visitor: Callable[..., Page], woods: Table
) -> None:
    pages = sit_down(visitor, served, woods, java_script_enabled=False)
    for seat, _card, _taps, text in SCRIPT:
        page = pages[seat]
        page.reload()
        page.locator("#moves-box > summary").click()
        with page.expect_navigation():
            page.locator(f'#moves button[value="{text}"]').click()
        assert logged(woods, "stay" if text in FORCED else text)


def test_a_walk_shows_its_way_and_cost_and_a_tap_near_a_joint_selects_it(
    served: LiveServer, visitor: Callable[..., Page], woods: Table
) -> None:
    page = sit_down(visitor, served, woods, 1, viewport=PHONE, has_touch=True)[0]
    page.locator('.hand a[data-card="trap"]').click()
    target = page.locator('[data-aim="at 5,2/e"]')
    box = target.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 8)
    expect(page.locator("#place")).to_have_attribute("value", "play trap at 5,2/e")
    with answered(page):
        page.locator("#place").click()
    page.locator('[data-aim="at 8,2"]').click()
    expect(page.locator("#staged .route")).to_have_count(1)
    expect(page.locator("#says")).to_contain_text("It costs you 1 card, by lot.")
    page.locator(".figure.mine").click(force=True)
    expect(page.locator("#place")).to_be_hidden()
    expect(page.locator('[data-aim="at 8,2"]')).to_be_visible()
    expect(page.locator(".cost").first).to_have_text("−1")


def test_an_answer_keeps_a_staged_move(
    served: LiveServer, visitor: Callable[..., Page], woods: Table
) -> None:
    pages = sit_down(visitor, served, woods, viewport=DESKTOP)
    propose(pages[0])
    by_pointer(pages[0], "nesw", ['[data-aim="at 1,1"]'])
    look_again(pages[1])
    agree = pages[1].locator('#asked button[value="agree end"]')
    agree.click()
    expect(agree).to_have_class(re.compile("armed"))
    with answered(pages[1]):
        agree.click()
    look_again(pages[0])
    expect(pages[0].locator("#asked")).to_contain_text("Not answered yet: Cyd.")
    expect(pages[0].locator("#place")).to_have_attribute("value", "place nesw at 1,1")
    with answered(pages[0]):
        pages[0].locator("#place").click()
    assert logged(woods, "place nesw at 1,1")
