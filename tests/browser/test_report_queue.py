"""500 reports in a browser: pages, filters, groups and bulk resolution; by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.notices.models import Notice
from tests.browser.conftest import LOOKS, LiveServer
from tests.browser.test_every_page import complaints
from tests.browser.test_moderation import enter, moderator
from tests.factories import UserFactory
from tests.moderation.many_reports import full_queue, waiting
from tests.real_tables import lobby

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def five_hundred() -> tuple[User, list[User]]:
    """File 470 reports about many players and an overdue group of 30 by three players about one."""
    full_queue(people=94, each=5)
    loud, three = UserFactory.create(name="Loudmouth"), [UserFactory.create() for _ in range(3)]
    long_ago = now() - timedelta(days=9)
    waiting(30, loud, lobby(), three, kind="abuse", words="He shouts at us.", at=long_ago)
    return loud, three


def press_until(page: Page, key: str, wanted: str) -> None:
    """Press keys, as somebody without a mouse does, until the element has the focus."""
    for _ in range(400):
        page.keyboard.press(key)
        if page.evaluate("s => document.activeElement.matches(s)", wanted):
            return
    raise AssertionError(f"no way to {wanted} by {key}")


def fits(page: Page) -> bool:
    """Return whether nothing is wider than the window; a wide table scrolls in its own box."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def unfold(page: Page) -> None:
    """Unfold the filters, which are folded on a phone."""
    if (fold := page.locator(".fold > summary")).is_visible():
        fold.click()


def rows_fit(page: Page) -> bool:
    """Return whether the rows, which are cards on a phone, are all inside the screen."""
    return bool(page.locator(".wide").evaluate("e => e.scrollWidth <= e.clientWidth"))


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_moderator_finds_a_way_through_500_reports(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    loud, three = five_hundred()
    assert Report.objects.count() == 500
    boss, secret = moderator()
    page = visitor(viewport=size, color_scheme=scheme)
    enter(page, served.url, boss, secret)
    queue = served.url + reverse("admin:queue")
    said = complaints(page, queue)
    assert fits(page)
    assert rows_fit(page)
    first = page.locator("table.queue tbody tr").first.bounding_box()
    assert first
    assert first["y"] < size["height"] * 0.6, "filters are folded above the first report"
    expect(page.locator("#content")).to_contain_text("500 reports wait")
    rows = page.locator("table.queue tbody tr")
    expect(rows).to_have_count(25)
    expect(rows.first).to_contain_text("Loudmouth")
    expect(rows.first).to_contain_text("He shouts at us.")

    page.locator("a[rel=next]").click()
    expect(page.locator("nav.cluster p").first).to_contain_text("Page 2 of 4")
    unfold(page)
    page.locator("select[name=kind]").select_option("name")
    press_until(page, "Tab", ".filters button")
    page.keyboard.press("Enter")
    page.wait_for_url("**kind=name**")
    expect(rows).to_have_count(19)
    page.locator("a[href='?state=overdue']").click()
    expect(rows).to_have_count(1)

    press_until(page, "Tab", "table.queue th a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/all/")
    expect(rows).to_have_count(30)
    said += complaints(page, page.url)
    assert fits(page)
    assert rows_fit(page)
    press_until(page, "Tab", "input[name=report]")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.locator("select[name=outcome]").select_option("acted")
    page.locator("textarea[name=reason]").fill("Two of the same.")
    page.locator("button[value=resolve]").click()
    page.wait_for_url(queue)
    assert Report.objects.filter(state="resolved").count() == 2
    expect(page.locator("#content")).to_contain_text("498 reports wait")

    page.locator("table.queue th a").first.click()
    page.locator("input[name=which][value=all]").check()
    page.locator("button[value=claim]").click()
    expect(rows.first).to_contain_text(str(boss))
    page.locator("input[name=which][value=all]").check()
    page.locator("select[name=outcome]").select_option("acted")
    page.locator("textarea[name=reason]").fill("All of the same evening.")
    page.locator("button[value=resolve]").click()
    page.wait_for_url(queue)
    assert not Report.objects.filter(about=loud).exclude(state="resolved").exists()
    for user in three:
        told = Notice.objects.filter(recipient=user, kind="moderation")
        assert 1 <= told.count() <= 2, "once for each time that something was resolved"
    expect(page.locator("#content")).to_contain_text("470 reports wait")
    assert said == [], "\n".join(said)
