"""The film: others' moves are animated on the board, and nobody is kept from playing.

The browser's animations are held, each at its beginning, until a test lets them go: nothing here
depends on how fast the machine is. All other tests want little motion (conftest.py), so that no
film runs in them; the whole game (test_whole_game.py) is played with films as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import DESKTOP, SIZES, LiveServer, sign_in_as
from tests.browser.live_site import play
from tests.browser.test_table import HANDS, ROLES, answered, logged, look_again, players
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position, in_the_woods

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HELD = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const move = animate.apply(this, how);
  move.pause();
  return move;
};
"""
TO_THE_END = """
async () => {
  const told = [];
  while (!$("#film-bar").hidden) {
    const words = $("#film-bar p").textContent;
    if (told.at(-1) !== words) told.push(words);
    for (const move of document.getAnimations()) if (move.constructor === Animation) move.finish();
    await new Promise(requestAnimationFrame);
  }
  return told;
}
"""
"""Play every animation, one after another, and return the captions shown meanwhile."""


@pytest.fixture
def table() -> Table:
    users = UserFactory.create_batch(3)
    return at_position(*users, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=3)


@pytest.fixture
def watch(visitor: Callable[..., Page], served: LiveServer) -> Callable[..., Page]:
    """Open the table as a player who has animations on."""

    def opened(table: Table, seat: int, **options: Any) -> Page:
        options.setdefault("reduced_motion", "no-preference")
        page = visitor(fresh=True, **options)
        page.add_init_script(HELD)
        sign_in_as(page, served, players(table)[seat])
        page.goto(f"{served.url}/t/{table.code}/")
        return page

    return opened


def bar(page: Page) -> Any:
    return page.locator("#film-bar")


def to_the_end(page: Page) -> list[str]:
    expect(bar(page)).to_be_visible()
    told: list[str] = page.evaluate(TO_THE_END)
    as_it_was_sent(page)
    return told


def as_it_was_sent(page: Page) -> None:
    """Expect that nothing of a film is left."""
    expect(bar(page)).to_be_hidden()
    expect(page.locator("#film-layer, #film-sky, .filming")).to_have_count(0)
    assert page.locator("#board [style*=visibility], .broken[style*=visibility]").count() == 0


def places(page: Page) -> Any:
    """Return where everything is on the page."""
    return page.evaluate(
        "all('#top, #players, #stage, #board, #news, #since-title, .since ul, #dock, .side')"
        ".map((part) => Object.values(part.getBoundingClientRect().toJSON()))"
    )


@SIZES
def test_moves_of_others_are_played_in_order_on_the_open_page(
    watch: Callable[..., Page], table: Table, size: dict[str, int]
) -> None:
    page = watch(table, 2, viewport=size)
    play(table, 0, "play map at 8,0")
    play(table, 1, "place nes at 0,-1 turned")
    look_again(page)
    expect(bar(page)).to_be_visible()
    laid = page.locator('#board [data-cell="0,-1"]')
    expect(laid).to_have_css("visibility", "hidden")
    expect(page.locator("#film-sky svg")).to_have_count(1)
    during = places(page)
    first, second = to_the_end(page)
    assert "middle goal" in first
    assert "0,−1" in second
    expect(laid).to_have_css("visibility", "visible")
    assert places(page) == during
    page.reload()
    expect(page.locator("#film-again")).to_be_visible()
    assert bar(page).count() == 0  # once is enough


def test_a_returning_player_sees_what_happened_and_can_replay_it(
    watch: Callable[..., Page], table: Table
) -> None:
    moves = ["place nes at 0,-1 turned", "play broken-pick on p1", "play rockfall at 0,-1"]
    play(table, 0, "play map at 8,0")
    for seat, move in ((1, moves[0]), (2, moves[1])):
        play(table, seat, move)
    play(table, 0, "play fix-pick-lantern on p1 pick")
    play(table, 1, moves[2])
    page = watch(table, 2)
    ghost = page.locator("#film-layer > g")
    expect(ghost).to_have_count(1)  # the fallen card is back
    assert len(to_the_end(page)) == 2
    page.locator("#film-again").focus()
    page.keyboard.press("Enter")
    expect(bar(page)).to_be_visible()
    page.keyboard.press("Escape")
    as_it_was_sent(page)
    page.keyboard.press("Enter")
    page.locator("#film-skip").focus()
    page.keyboard.press("Enter")
    as_it_was_sent(page)
    expect(page.locator("#film-again")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#board").click(position={"x": 5, "y": 5})
    as_it_was_sent(page)


def test_a_film_keeps_nobody_from_playing(watch: Callable[..., Page], table: Table) -> None:
    play(table, 0, "play map at 8,0")
    page = watch(table, 1)
    expect(bar(page)).to_be_visible()
    page.locator('.hand a[data-card="nes"]').click()  # taking a card ends the film
    as_it_was_sent(page)
    page.locator('[data-aim="at 0,-1"]').click()
    staged = page.locator("#place").get_attribute("value")
    page.locator("#film-again").click()  # it runs below the staged card, and touches nothing
    expect(bar(page)).to_be_visible()
    expect(page.locator("#film-skip")).to_be_hidden()
    page.locator('[data-aim="at 0,1"]').click()
    expect(page.locator("#place")).to_have_attribute("value", "place nes at 0,1")
    page.locator('[data-aim="at 0,-1"]').click()
    expect(page.locator("#place")).to_have_attribute("value", str(staged))
    with answered(page):
        page.locator("#place").click()
    assert logged(table, str(staged))
    assert len(to_the_end(page)) == 1  # the player's own card lands


def test_a_new_move_is_added_to_a_running_film(watch: Callable[..., Page], table: Table) -> None:
    page = watch(table, 2)
    play(table, 0, "play map at 8,0")
    look_again(page)
    expect(bar(page)).to_contain_text("middle goal")
    play(table, 1, "place nes at 0,-1 turned")
    look_again(page)
    expect(page.locator('#film li[data-how="lay"]')).to_have_count(1)
    assert len(to_the_end(page)) == 2


def test_a_hidden_page_skips_to_the_end(watch: Callable[..., Page], table: Table) -> None:
    play(table, 0, "play map at 8,0")
    page = watch(table, 1)
    expect(bar(page)).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    look_again(page)
    as_it_was_sent(page)


def test_a_dwarf_walks_in_the_woods(watch: Callable[..., Page]) -> None:
    users: list[User] = UserFactory.create_batch(3)
    table = in_the_woods(*users, stock=["ew"] * 6)
    page = watch(table, 1, viewport=DESKTOP)
    for move in ("play trap at 5,2/e", "walk 7,2 8,2 9,2 take 1"):
        play(table, 0, move)
    look_again(page)
    expect(bar(page)).to_be_visible()
    walker = page.locator('.figure[data-seat="0"]')
    assert "translate(-160px, 0px)" in str(
        walker.get_attribute("style")
    )  # the log has no more than this
    assert len(to_the_end(page)) == 5  # a trap, a walk, a card lost, a mine, gold
    assert "translate" not in str(walker.get_attribute("style"))


def test_with_reduced_motion_a_button_shows_the_earlier_board(
    watch: Callable[..., Page], table: Table
) -> None:
    play(table, 0, "play map at 8,0")
    play(table, 1, "place nes at 0,-1 turned")
    page = watch(table, 2, reduced_motion="reduce")
    again, laid = page.locator("#film-again"), page.locator('#board [data-cell="0,-1"]')
    expect(again).to_have_attribute("aria-pressed", "false")
    expect(laid).to_have_css("visibility", "visible")
    expect(page.locator(".last")).to_have_count(1)
    again.press("Enter")
    expect(again).to_have_attribute("aria-pressed", "true")
    expect(laid).to_have_css("visibility", "hidden")
    assert page.evaluate("document.getAnimations().length") == 0
    assert axe.as_shown(page) == []
    again.press("Enter")
    expect(laid).to_have_css("visibility", "visible")
    assert bar(page).count() == 0


def test_sounds_are_off_by_default_and_the_choice_is_remembered(
    watch: Callable[..., Page], table: Table
) -> None:
    play(table, 0, "play map at 8,0")
    page = watch(table, 2, reduced_motion="reduce")
    sounds = page.locator("#film-sounds")
    expect(sounds).to_have_attribute("aria-pressed", "false")
    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(sounds).to_have_attribute("aria-pressed", "true")
