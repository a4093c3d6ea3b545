"""Browsers at Duels and solo games: the last turns, by pointer, by keyboard, without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tables.models import Table
from tests.at_table import play as play_over_http
from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE, SIZES, LiveServer, sign_in_as
from tests.browser.scenes import to_the_score
from tests.browser.test_advice import stage_advice
from tests.browser.test_table import (
    answered,
    from_the_list,
    logged,
    look_again,
    sit_down,
    wait_for_turn,
    walk_to,
)
from tests.factories import UserFactory
from tests.positions import DUEL_GOALS, SOLO_GOALS, last_duel, last_solo
from tests.real_tables import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TROLL = "place nesw+troll@s at 1,1 and bribe 1,1"
SCRIPT = [
    (0, ["nesw+troll@s"], "at 1,1", TROLL),
    (1, ["ne", "ne"], "", "clear lantern with ne ne"),
    (0, ["ew", "map"], "", "discard ew map"),
    (1, ["new.s+gold@s"], "at 0,-2", "place new.s+gold@s at 0,-2"),
    (0, ["ns.ew+gold@n"], "at 0,2", "place ns.ew+gold@n at 0,2"),
]


@pytest.fixture
def duel() -> Table:
    return last_duel(*(UserFactory.create() for _ in range(2)), broken={"p2": ["lantern"]})


@pytest.fixture
def player() -> User:
    return UserFactory.create()


def pick(page: Page, cards: list[str]) -> None:
    """Pick one card, or two in order."""
    page.locator(f'.hand a[data-card="{cards[0]}"]').first.click()
    if len(cards) > 1:
        page.locator("#second").click()
        free = page.locator(f'.hand a[data-card="{cards[1]}"][aria-pressed="false"]')
        free.first.click()


def stage(page: Page, cards: list[str], aim: str, text: str) -> None:
    """Turn the card, pay or not, or take another way until this move is staged."""
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


def act(page: Page, table: Table, cards: list[str], aim: str, text: str) -> None:
    stage(page, cards, aim, text)
    with answered(page):
        page.locator("#place").click()
    assert logged(table, text)


@SIZES
def test_two_players_finish_a_duel(
    served: LiveServer, visitor: Callable[..., Page], duel: Table, size: dict[str, int]
) -> None:
    pages = sit_down(visitor, served, duel, viewport=size, has_touch=size == PHONE)
    for seat, cards, aim, text in SCRIPT:
        wait_for_turn(pages[seat])
        act(pages[seat], duel, cards, aim, text)
    for page in pages:
        look_again(page)
        to_the_score(page)
        expect(page.locator(".ranking .won").first).to_be_visible()
        expect(page.locator(".by-round")).to_be_visible()
        assert axe.as_shown(page) == []


@SIZES
def test_one_player_finishes_a_solo_game_with_hints(
    served: LiveServer, visitor: Callable[..., Page], player: User, size: dict[str, int]
) -> None:
    page = visitor(viewport=size, has_touch=size == PHONE)
    sign_in_as(page, served, player)
    table = last_solo(player)
    page.goto(f"{served.url}/t/{table.code}/")
    board = page.locator("#board")
    whole = board.get_attribute("data-fit") or ""
    expect(board).to_have_attribute("viewBox", whole)  # all six goals are visible
    stage_advice(page)
    assert axe.as_shown(page) == []
    page.locator("#cancel").click()
    page.keyboard.press("Escape")
    act(page, table, ["ns.ew+gold@n"], "at 0,1", "place ns.ew+gold@n at 0,1")
    to_the_score(page)
    expect(page.locator(".verdict")).to_be_visible()
    assert axe.as_shown(page) == []


def test_a_solo_move_is_two_clicks_away_from_home(
    served: LiveServer, visitor: Callable[..., Page], player: User
) -> None:
    page = visitor()
    sign_in_as(page, served, player)
    page.goto(f"{served.url}/")
    page.get_by_role("button", name="Play alone").click()
    page.wait_for_url("**/t/**")
    stage_advice(page)
    with answered(page):
        page.locator("#place").click()
    expect(page.locator(".hand a").first).to_be_visible()


def test_a_staged_move_shows_who_claims_and_what_it_costs(
    served: LiveServer, visitor: Callable[..., Page], duel: Table
) -> None:
    page = sit_down(visitor, served, duel, 1)[0]
    stage(page, ["ns.ew+gold@n"], "at 0,2", "place ns.ew+gold@n at 0,2")
    expect(page.locator("#says")).to_contain_text("You claim 1 gold at 0,2!")
    page.locator("#cancel").click()
    stage(page, ["nesw+troll@s"], "at 1,1", TROLL)
    expect(page.locator("#says")).to_contain_text("Bribe the troll at 1,1")
    expect(page.locator("#pay")).to_have_attribute("aria-pressed", "true")
    assert axe.as_shown(page) == []


# --- by keyboard alone, and without JavaScript ----------------------------------------------------

Move = tuple[str, str, str]
"""A card or none, where it goes, and the move in notation."""


def tab_to(page: Page, what: str) -> None:
    """With nothing but the Tab key, from wherever the focus is."""
    for _ in range(80):
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {what} with the Tab key")


def by_keyboard(page: Page, card: str, aim: str, text: str) -> None:
    if card:
        tab_to(page, f'.hand a[data-card="{card}"]')
        page.keyboard.press("Enter")
    else:
        tab_to(page, "#cells > g")
    walk_to(page, aim)
    page.keyboard.press("Enter")
    place = page.locator("#place")
    if place.get_attribute("value") != text:
        page.keyboard.press("Shift+Tab")
        expect(page.locator("#turn")).to_be_focused()
        page.keyboard.press("Enter")
        tab_to(page, "#place")
    expect(place).to_have_attribute("value", text)
    with answered(page):
        page.keyboard.press("Enter")


def under_the_troll(player: User) -> tuple[Table, list[Move]]:
    """A Duel: pay the troll, open the door, dig to the goal, lay it, and win."""
    other = UserFactory.create()
    corridor = ["1,1 nesw+troll@s", "1,2 ns.ew+gold@n", "2,1 nesw+door:blue@s", "3,1 ew", "4,1 ew"]
    goals = [goal.replace("5,0 nw 2", "5,0 nsw+door:green@s 2") for goal in DUEL_GOALS]
    hands = {"p1": ["key", "nw", "ns"], "p2": ["ns", "ne"]}
    table = last_duel(player, other, cards=corridor, goals=goals, hands=hands)
    return table, _way_to_the_goal("1,1", "2,1", "5,1", "5,0")


def alone_under_the_troll(player: User) -> tuple[Table, list[Move]]:
    """The same alone."""
    corridor = ["0,1 nesw+troll@s", "0,2 ns.ew+gold@n", "1,1 nesw+door:blue@s"]
    corridor += [f"{x},1 ew" for x in range(2, 8)]
    goals = [goal.replace("8,0 nw 2", "8,0 nsw+door:green@s 2") for goal in SOLO_GOALS]
    hands = {"p1": ["key", "nw", "ns"]}
    table = last_solo(player, cards=corridor, goals=goals, hands=hands, markers_left=3)
    return table, _way_to_the_goal("0,1", "1,1", "8,1", "8,0")


def _way_to_the_goal(troll: str, door: str, end: str, goal: str) -> list[Move]:
    return [
        ("", f"at {troll}", f"bribe {troll}"),
        ("key", f"at {door}", f"play key at {door}"),
        ("nw", f"at {end}", f"place nw at {end}"),
        ("", f"at {goal}", f"orient {goal} turned"),
    ]


@pytest.mark.parametrize(
    ("story", "how"),
    [
        (under_the_troll, by_keyboard),
        (alone_under_the_troll, from_the_list),
        pytest.param(under_the_troll, from_the_list, marks=pytest.mark.soak),
        pytest.param(alone_under_the_troll, by_keyboard, marks=pytest.mark.soak),
    ],
)
def test_trolls_keys_and_goals_work_without_pointer_and_scripts(
    served: LiveServer,
    visitor: Callable[..., Page],
    player: User,
    story: Callable[[User], tuple[Table, list[Move]]],
    how: Callable[[Page, str, str, str], None],
) -> None:
    page = visitor(viewport=DESKTOP, java_script_enabled=how is by_keyboard)
    sign_in_as(page, served, player)
    table, moves = story(player)
    page.goto(f"{served.url}/t/{table.code}/")
    for card, aim, text in moves:
        how(page, card, aim, text)
        assert logged(table, text)
        if text.startswith("play key") and table.kind == "duel":
            other = table.seats.get(number=1).user
            assert other is not None
            play_over_http(signed_in(other), table, "discard ne")
            page.reload()
    page.reload()
    to_the_score(page)
    expect(page.locator(".ranking, .verdict").first).to_be_visible()


def test_two_cards_are_discarded_to_repair_without_javascript(
    served: LiveServer, visitor: Callable[..., Page], player: User
) -> None:
    """The list is short until the player unfolds the pairs."""
    page = visitor(java_script_enabled=False)
    sign_in_as(page, served, player)
    table = last_solo(player, broken={"p1": ["lantern"]})
    page.goto(f"{served.url}/t/{table.code}/")
    page.locator("#moves-box > summary").click()
    text = "clear lantern with ew ne"
    expect(page.locator(f'#moves button[value="{text}"]')).to_be_hidden()
    page.locator(".pairs summary", has_text="Repair your lantern").click()
    from_the_list(page, "", "", text)
    assert logged(table, text)
