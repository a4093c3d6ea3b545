"""From sign-up to the final score, with three new players."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from games.tables.models import Table
from tests.browser.conftest import SIZES, LiveServer
from tests.browser.scenes import go_on, see_all, to_the_score, turn_over
from tests.browser.test_table import (
    HANDS,
    ROLES,
    by_pointer,
    look_again,
    play_through,
    wait_for_turn,
)
from tests.positions import CORRIDOR, put

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SECRET = "a-lamp-in-the-dark-9"
TURNS_AT_MOST = 400


def sign_up(page: Page, served: LiveServer, name: str) -> None:
    """Sign up through the form and the link in the mail."""
    page.goto(f"{served.url}/accounts/signup/")
    page.get_by_label("Email", exact=False).fill(f"{name}@undermine.example".lower())
    page.get_by_label("Name", exact=False).fill(name)
    page.get_by_label("Password", exact=False).first.fill(SECRET)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/confirm-email/")
    page.goto(served.url + confirmation(name))
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"{served.url}/")


def confirmation(name: str) -> str:
    """Return the path of the link in the newest mail to this player."""
    mine = [each for each in mail.outbox if f"{name.lower()}@undermine.example" in each.to]
    found = re.search(r"/accounts/confirm-email/[^/\s]+/", str(mine[-1].body))
    assert found
    return found.group()


def open_and_join(pages: list[Page], served: LiveServer) -> Table:
    """Let the first open a table for three and the others sit down."""
    pages[0].goto(f"{served.url}/new/?occasion=quick")
    for _ in range(2):
        pages[0].locator("[data-add='-1']").click()
    pages[0].locator("#new-table button[type=submit]").first.click()
    pages[0].wait_for_url("**/t/**")
    for page in pages[1:]:
        page.goto(pages[0].url)
        page.locator("#join").click()
        expect(page).to_have_url(pages[0].url)
    table = Table.objects.get()
    assert table.status == Table.Status.RUNNING
    return table


@SIZES
def test_from_sign_up_to_the_final_score(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int]
) -> None:
    """The rounds in between are skipped: the table is moved to the last turns of the third."""
    pages = [visitor(viewport=size, reduced_motion="no-preference") for _ in range(3)]
    for page, name in zip(pages, ("Mira", "Jonas", "Lotte"), strict=True):
        sign_up(page, served, name)
    table = open_and_join(pages, served)
    put(table, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=3)
    for page in pages:
        page.goto(f"{served.url}/t/{table.code}/")
    play_through(pages, table, by_pointer, wait_for_turn)
    for page in pages:
        look_again(page)
        see_all(page)
        to_the_score(page)
        expect(page.locator(".ranking li")).to_have_count(3)
    pages[0].locator("#about").evaluate("about => (about.closest('details').open = true)")
    expect(pages[0].locator("[data-fair]").first).to_be_visible()
    expect(pages[0].locator("[data-foul]").first).to_be_hidden()


@pytest.mark.soak
def test_every_turn_of_three_rounds_is_played_in_the_browser(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    pages = [visitor() for _ in range(3)]
    for page, name in zip(pages, ("Mira", "Jonas", "Lotte"), strict=True):
        sign_up(page, served, name)
    table = open_and_join(pages, served)
    for turn in range(TURNS_AT_MOST):
        table.refresh_from_db()
        if table.status != Table.Status.RUNNING:
            break
        seat = table.seats.get(on_turn=True).number
        play_anything(pages[seat], served, table, turn)
    assert table.status == Table.Status.FINISHED


def play_anything(page: Page, served: LiveServer, table: Table, turn: int) -> None:
    """Play any move with any card, picked and staged by tapping."""
    page.goto(f"{served.url}/t/{table.code}/")
    if page.locator(".ending").count():
        go_on(page)
        expect(page.locator(".dealing")).to_be_visible()
    if page.locator(".dealing").count():
        turn_over(page)
        go_on(page)
    cards = page.locator(".hand a")
    expect(cards.first).to_be_visible()
    cards.nth(turn % cards.count()).click()
    targets = page.locator("#cells > g, .player.target")
    if targets.count():
        targets.nth(turn % targets.count()).click(force=True)
    elif page.locator("#place").is_hidden():
        page.locator("#drop").click()
    with page.expect_response(lambda r: r.request.method == "POST"):
        page.locator("#place").click()
