"""Two browsers at a Duel, and one at a solo game: the last turns, with real clicks, to the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.browser.conftest import DESKTOP, PHONE, LiveServer
from tests.browser.test_table import answered, logged, look_again, sit_down, wait_for_turn
from tests.every_page import sign_in
from tests.factories import PASSWORD, UserFactory
from tests.positions import last_duel, last_solo

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
TROLL = "place nesw+troll@s at 1,1 and bribe 1,1"
SCRIPT = [
    (0, ["nesw+troll@s"], "at 1,1", TROLL),
    (1, ["ne", "ne"], "", "clear lantern with ne ne"),
    (0, ["ew", "map"], "", "discard ew map"),
    (1, ["new.s+gold@s"], "at 0,-2", "place new.s+gold@s at 0,-2"),
    (0, ["ns.ew+gold@n"], "at 0,2", "place ns.ew+gold@n at 0,2"),
]


@pytest.fixture
def duel() -> Game:
    return last_duel(*(UserFactory.create() for _ in range(2)), broken={"p2": ["lantern"]})


@pytest.fixture
def player() -> User:
    return UserFactory.create()


def pick(page: Page, cards: list[str]) -> None:
    """One card, or one and then a second."""
    page.locator(f'.hand a[data-card="{cards[0]}"]').first.click()
    if len(cards) > 1:
        page.locator("#second").click()
        free = page.locator(f'.hand a[data-card="{cards[1]}"][aria-pressed="false"]')
        free.first.click()


def stage(page: Page, cards: list[str], aim: str, text: str) -> None:
    """Turn it, pay or not, take another way, until this is the move that is staged."""
    pick(page, cards)
    if aim:
        page.locator(f'[data-aim="{aim}"]').click()
    place = page.locator("#place")
    for _ in range(3):
        if "bribe" in text and "bribe" not in (place.get_attribute("value") or ""):
            page.locator("#pay").click()
        if place.get_attribute("value") == text:
            break
        if page.locator("#turn").is_visible():
            page.locator("#turn").click()
    expect(place).to_have_attribute("value", text)


def act(page: Page, game: Game, cards: list[str], aim: str, text: str) -> None:
    stage(page, cards, aim, text)
    with answered(page):
        page.locator("#place").click()
    assert logged(game, text)


@SIZES
def test_two_players_finish_a_duel(
    served: LiveServer, visitor: Callable[..., Page], duel: Game, size: dict[str, int]
) -> None:
    pages = sit_down(visitor, served, duel, viewport=size, has_touch=size == PHONE)
    for seat, cards, aim, text in SCRIPT:
        wait_for_turn(pages[seat])
        act(pages[seat], duel, cards, aim, text)
    for page in pages:
        look_again(page)
        expect(page.locator(".ranking .won").first).to_be_visible(timeout=15_000)
        expect(page.locator(".by-round")).to_be_visible()
        assert Axe().run(page).response["violations"] == []


@SIZES
def test_one_player_finishes_a_solo_game_with_hints(
    served: LiveServer, visitor: Callable[..., Page], player: User, size: dict[str, int]
) -> None:
    page = visitor(viewport=size, has_touch=size == PHONE)
    sign_in(page, served.url, player.email, PASSWORD)
    game = last_solo(player)
    page.goto(f"{served.url}/t/{game.code}/")
    page.locator("#hint").click()
    expect(page.locator("#place")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.locator("#cancel").click()
    page.keyboard.press("Escape")
    act(page, game, ["ns.ew+gold@n"], "at 0,1", "place ns.ew+gold@n at 0,1")
    expect(page.locator(".verdict")).to_be_visible()
    assert Axe().run(page).response["violations"] == []


def test_two_clicks_lead_from_home_to_a_move_alone(
    served: LiveServer, visitor: Callable[..., Page], player: User
) -> None:
    page = visitor()
    sign_in(page, served.url, player.email, PASSWORD)
    page.get_by_role("button", name="Play alone").click()
    page.wait_for_url("**/t/**")
    page.locator("#hint").click()
    with answered(page):
        page.locator("#place").click()
    expect(page.locator(".hand a").first).to_be_visible()


def test_what_is_staged_tells_who_claims_and_what_it_costs(
    served: LiveServer, visitor: Callable[..., Page], duel: Game
) -> None:
    page = sit_down(visitor, served, duel)[0]
    stage(page, ["ns.ew+gold@n"], "at 0,2", "place ns.ew+gold@n at 0,2")
    expect(page.locator("#says")).to_contain_text("You claim the gold at 0,2!")
    page.locator("#cancel").click()
    stage(page, ["nesw+troll@s"], "at 1,1", TROLL)
    expect(page.locator("#says")).to_contain_text("Bribe the troll at 1,1")
    expect(page.locator("#pay")).to_have_attribute("aria-pressed", "true")
    assert Axe().run(page).response["violations"] == []
