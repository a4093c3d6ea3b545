"""A round of each game to its scene and the next deal: by taps and keys, with motion or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tables.models import Seat, Table
from tests import near_end
from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE, LiveServer, sign_in_as
from tests.browser.scenes import go_on, see_all, to_the_score, turn_over
from tests.browser.test_table import answered, look_again
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = {"classic": 4, "duel": 2, "solo": 1, "lost_mines": 3}
LOOKS = [
    ("classic", PHONE, "dark"),
    ("duel", DESKTOP, "light"),
    ("solo", PHONE, "light"),
    ("lost_mines", DESKTOP, "dark"),
    *(
        pytest.param(kind, size, scheme, marks=pytest.mark.soak)
        for kind, size, scheme in [
            ("classic", DESKTOP, "light"),
            ("duel", PHONE, "dark"),
            ("solo", DESKTOP, "dark"),
            ("lost_mines", PHONE, "light"),
        ]
    ),
]
MOVING = {"reduced_motion": "no-preference"}


def players(kind: str) -> list[User]:
    return [UserFactory.create() for _ in range(PLAYERS[kind])]


def sit(visitor: Any, served: LiveServer, user: User, table: Table, **options: Any) -> Page:
    page: Page = visitor(**options)
    sign_in_as(page, served, user)
    page.goto(f"{served.url}/t/{table.code}/")
    return page


def complaints(page: Page) -> list[str]:
    found = axe.as_shown(page)
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


def texts_fit(page: Page, where: str) -> bool:
    """Return whether each of these has room for its text, even for long names in German."""
    fits = "all => all.length > 0 && all.every((one) => one.scrollWidth <= one.clientWidth + 1)"
    return bool(page.locator(where).evaluate_all(fits))


def play_from_the_list(page: Page, text: str) -> None:
    box = page.locator("#moves-box")
    if box.get_attribute("open") is None:
        box.locator("> summary").click()
    box.evaluate("box => box.querySelectorAll('.pairs').forEach((fold) => (fold.open = true))")
    with answered(page):
        page.locator(f'#moves button[value="{text}"]').click()


@pytest.mark.parametrize(("kind", "size", "scheme"), LOOKS)
def test_a_round_ends_as_a_scene_and_the_next_is_dealt(
    served: LiveServer,
    visitor: Callable[..., Page],
    kind: str,
    size: dict[str, int],
    scheme: str,
) -> None:
    users = players(kind)
    table = near_end.before_the_end(users, kind, public=kind != "solo")
    seat, text = near_end.last_move(table)
    page = sit(visitor, served, users[seat], table, viewport=size, color_scheme=scheme, **MOVING)
    other = users[(seat + 1) % len(users)]
    watching = sit(visitor, served, other, table, viewport=size) if other != users[seat] else None
    board = page.locator("#board [data-cell]").count()
    play_from_the_list(page, text)
    expect(page.locator(".ending")).to_be_visible()
    assert page.locator("#board [data-cell]").count() >= board - 1  # the finished round stays
    expect(page.locator(".hand")).to_have_count(0)
    see_all(page)
    height = page.locator("#scene").bounding_box()
    assert complaints(page) == []
    assert page.locator("#scene").bounding_box() == height  # nothing shifts
    if watching:
        look_again(watching)
        expect(watching.locator(".ending.done")).to_be_visible()  # no motion: all at once
    go_on(page)
    if kind in ("classic", "lost_mines"):
        a_role_is_dealt(page)
    expect(page.locator(".hand").first).to_be_visible()
    assert complaints(page) == []
    page.reload()
    expect(page.locator(".still")).to_have_count(0)  # seen once


def a_role_is_dealt(page: Page) -> None:
    """Deal a role face down, turn it over and put it away; look at it again later and hide it."""
    expect(page.locator(".dealing")).to_be_visible()
    expect(page.locator(".dealt .after")).to_be_hidden()
    expect(page.locator("#go")).to_be_hidden()
    assert complaints(page) == []
    turn_over(page)
    assert complaints(page) == []
    go_on(page)
    peek = page.locator(".peek p")
    expect(peek).to_be_hidden()
    page.locator(".peek summary").click()
    expect(peek).to_be_visible()
    assert complaints(page) == []
    page.locator("#top h1").click(position={"x": 4, "y": 4})  # not on the tag and its target
    expect(peek).to_be_hidden()


def test_by_keyboard_one_key_shows_all_and_the_next_continues(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    users = players("classic")
    table = near_end.before_the_end(users, "classic")
    near_end.end_round(table)
    page = sit(visitor, served, users[0], table, viewport=DESKTOP, **MOVING)
    page.locator("#go").focus()
    expect(page.locator("[data-plays]")).to_be_visible()  # the script is loaded
    page.keyboard.press("Enter")
    expect(page.locator(".ending.done")).to_be_visible()
    assert Seat.objects.get(table=table, user=users[0]).scene_seen == 0
    page.keyboard.press("Enter")
    expect(page.locator(".dealing")).to_be_visible()
    page.locator(".dealt summary").press("Enter")
    expect(page.locator(".dealt .means")).to_be_visible()
    page.locator("#go").press("Enter")
    expect(page.locator(".hand").first).to_be_visible()
    page.locator(".peek summary").press("Enter")
    expect(page.locator(".peek p")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".peek p")).to_be_hidden()


def test_without_javascript_everything_is_shown_at_once(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    users = players("classic")
    table = near_end.before_the_end(users, "classic")
    near_end.end_round(table)
    page = sit(visitor, served, users[0], table, java_script_enabled=False, **MOVING)
    for what in (".people .was", ".people .after"):
        assert all(each.is_visible() for each in page.locator(what).all())
    expect(page.locator(".people .before").first).to_be_hidden()
    go_on(page)
    turn_over(page)
    go_on(page)
    expect(page.locator(".hand")).to_be_visible()


def test_the_last_scene_leads_to_the_podium(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    users = [UserFactory.create(language="de", name="Donaudampfschiff-Ede"), UserFactory.create()]
    table = near_end.before_the_end(users, "duel", rounds=3)
    near_end.end_round(table)
    page = sit(visitor, served, users[0], table)
    expect(page.locator(".other-round")).to_have_count(2)
    assert texts_fit(page, ".people > li > :not(.whose)")
    to_the_score(page)
    expect(page.locator(".podium")).to_have_count(2)
    assert texts_fit(page, ".ranking li")
    assert complaints(page) == []
    page.goto(f"{served.url}/t/{table.code}/?scene=1")
    expect(page.locator(".ending")).to_be_visible()
    page.locator("#go").click()
    expect(page.locator(".game-end")).to_be_visible()
