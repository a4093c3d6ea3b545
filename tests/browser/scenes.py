"""What a browser does at the end of a round and when a role is dealt."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def see_all(page: Page) -> None:
    """Tap to show all of a scene that is still playing."""
    scene = page.locator(".ending")
    expect(scene).to_be_visible()
    page.locator("#scene-title").click()
    expect(page.locator(".ending.done")).to_be_visible()


def go_on(page: Page) -> None:
    """Press the button that leads on from the scene; works without scripts too."""
    expect(page.locator(".still")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#go").click()
    page.wait_for_load_state()


def turn_over(page: Page) -> None:
    """Turn over the card that was dealt."""
    page.locator(".dealt summary").click()
    expect(page.locator(".dealt .means")).to_be_visible()


def to_the_score(page: Page) -> None:
    """Go from the last scene of a game to its podium."""
    go_on(page)
    expect(page.locator(".game-end")).to_be_visible()
