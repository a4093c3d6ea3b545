"""Replays in a browser: by buttons, keys, slider and swipe; records, opened by anybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.kinds import KINDS
from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import SIZES, LiveServer, sign_in_as
from tests.factories import UserFactory
from tests.real_tables import running
from tests.round_ends import past_round_end, to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opened(kind: str) -> Table:
    return running(*UserFactory.create_batch(min(3, max(KINDS[kind].rules.players))), kind=kind)


def at(page: Page, index: int) -> None:
    """Expect that this step is shown everywhere the page says where we are."""
    expect(page.locator("#step")).to_have_attribute("data-index", str(index))
    expect(page.locator("#slider")).to_have_value(str(index))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def swipe(page: Page, way: int) -> None:
    box = page.locator("#stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + way * 80, y + 4)
    page.mouse.up()


@SIZES
def test_a_round_is_replayed_from_two_seats(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int]
) -> None:
    table = opened("classic")
    past_round_end(table)
    user = table.seats.get(number=0).user
    assert user is not None
    page = visitor(viewport=size)
    sign_in_as(page, served, user)
    page.goto(f"{served.url}/t/{table.code}/replay/?at=1")
    at(page, 0)
    before = page.locator("#log li").count()
    press(page, "A step forward")
    at(page, 1)
    page.wait_for_url("**/replay/?at=2")  # the address names this step
    page.locator("body").press("ArrowRight")
    at(page, 2)
    page.locator("body").press("ArrowLeft")
    at(page, 1)
    expect(page.locator("#log [aria-current]")).to_have_count(1)
    assert page.locator("#log li").count() == before
    swipe(page, -1)
    at(page, 2)
    page.locator("#slider").fill("9")
    at(page, 9)
    through_other_eyes(page)
    page.get_by_role("link", name="Round 2").click()
    expect(page.locator("#step")).to_contain_text("still being played")
    page.locator("body").press("Home")
    at(page, 0)
    page.locator("body").press("Space")  # it plays by itself, and stops when told to
    at(page, 2)
    page.locator("body").press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.locator("body").press("End")
    expect(page.locator("#eyes-of option:checked")).to_have_text("all-knowing")
    assert axe.as_shown(page) == []


def through_other_eyes(page: Page) -> None:
    """View the same moment with one's own hand, another's, then everybody's."""
    expect(page.locator("#hands > li")).to_have_count(1)
    own = page.locator("#hands > li").inner_text()
    page.get_by_label("Seen by").select_option("2")
    expect(page.locator("#hands > li b")).not_to_have_text(own.splitlines()[0])
    at(page, 9)
    page.get_by_label("Seen by").select_option("all")
    expect(page.locator("#hands > li")).to_have_count(3)
    assert axe.as_shown(page) == []


@SIZES
@pytest.mark.parametrize(
    "kind",
    ["lost_mines", *(pytest.param(kind, marks=pytest.mark.soak) for kind in ("duel", "solo"))],
)
def test_a_record_is_saved_and_opened_by_somebody_without_an_account(
    served: LiveServer,
    visitor: Callable[..., Page],
    size: dict[str, int],
    kind: str,
    tmp_path: Path,
) -> None:
    table = to_the_end(opened(kind))
    page = visitor(viewport=size)
    page.goto(f"{served.url}/t/{table.code}/replay/")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.goto(f"{served.url}/viewer/")
    assert axe.as_shown(page) == []
    page.get_by_label("Record file").set_input_files(file)
    press(page, "Open it")
    at(page, 0)
    press(page, "Last step")
    at(page, int(page.locator("#slider").get_attribute("max") or 0))
    page.locator("body").press("Home")
    at(page, 0)
    page.locator("#log button").nth(3).click()
    expect(page.locator("#log button").nth(3)).to_have_attribute("aria-current", "step")
    page.get_by_label("Seen by").select_option("watch")
    expect(page.locator("#hands > li")).to_have_count(0)
    assert page.url == f"{served.url}/viewer/"
    assert axe.as_shown(page) == []


def test_without_a_script_every_step_is_a_link_or_a_form(
    served: LiveServer, visitor: Callable[..., Page], tmp_path: Path
) -> None:
    table = to_the_end(opened("duel"))
    page = visitor(java_script_enabled=False)
    page.goto(f"{served.url}/t/{table.code}/replay/")
    press(page, "A step forward")
    expect(page.locator("#step")).to_have_attribute("data-index", "1")
    page.locator("#log a").nth(4).click()
    page.get_by_label("Seen by").select_option("2")
    press(page, "Go there")
    expect(page.locator("#hands > li")).to_have_count(1)
    answer = page.request.get(f"{served.url}/t/{table.code}/export/?format=json")
    page.goto(f"{served.url}/viewer/")
    page.get_by_label("Or its text").fill(answer.text())
    press(page, "Open it")
    press(page, "Last step")
    expect(page.locator("#step")).to_contain_text("The game is over.")
