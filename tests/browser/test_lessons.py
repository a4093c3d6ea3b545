"""Learning by playing, in a real browser: by keyboard, following the pointing finger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.kinds import KINDS
from tests.browser import axe
from tests.browser.conftest import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def send(page: Page, button: Locator) -> None:
    """Press the button and wait for the result."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        button.press("Enter")


def follow(page: Page) -> None:
    """Follow the pointing finger step by step until the move is sent."""
    while page.locator("#place.pointed").count() == 0:
        page.locator(".pointed").press("Enter")
    send(page, page.locator("#place"))


def aim(page: Page, card: str, cell: str) -> None:
    page.locator(f'.hand a[data-card="{card}"]').tap()
    page.locator(f'[data-aim="at {cell}"]').tap()
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator("#place").tap()


def test_a_visitor_learns_the_classic_game(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(f"{served.url}/learn/classic/")
    steps = KINDS["classic"].lesson
    for number, step in enumerate(steps[:-1], 1):
        expect(page.locator("#top")).to_contain_text(f"Step {number} of {len(steps)}")
        expect(page.locator("#coach-says")).to_have_text(str(step.says))
        if number == 3:  # a step with a pointing finger
            assert axe.said(page) == []
        if step.moves:
            follow(page)
        else:
            send(page, page.locator("#next"))
            expect(page.locator("#coach:is(:focus, :has(:focus))")).to_be_visible()
        expect(page.locator("#told")).to_contain_text(str(steps[number].says))
    expect(page.locator("#coach.over")).to_contain_text("That is the whole game.")
    assert axe.said(page) == []
    page.reload()
    expect(page.locator("#coach.over")).to_be_visible()


def test_a_puzzle_is_failed_then_solved(served: LiveServer, visitor: Callable[..., Page]) -> None:
    page = visitor(has_touch=True)
    page.goto(f"{served.url}/puzzles/the-gap/")
    aim(page, "n.e.w", "3,0")
    expect(page.locator("#said")).to_contain_text("Not this one.")
    expect(page.locator('#board [data-cell="3,0"]')).to_have_count(0)
    assert axe.said(page) == []
    aim(page, "new", "3,0")
    expect(page.locator("#coach")).to_contain_text("Solved!")
    expect(page.locator('#board [data-cell="3,0"]')).to_have_count(1)
    assert axe.said(page) == []


def test_a_tap_where_the_card_does_not_fit_explains_why(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    page = visitor(has_touch=True)
    page.goto(f"{served.url}/puzzles/the-gap/")
    page.locator('.hand a[data-card="ew"]').tap()
    place = page.locator("#board").evaluate(
        "board => { const at = new DOMPoint(280, 60).matrixTransform(board.getScreenCTM());"
        " return [at.x, at.y]; }"
    )
    page.touchscreen.tap(*place)
    expect(page.locator("#says")).to_contain_text("the card above opens towards it")
