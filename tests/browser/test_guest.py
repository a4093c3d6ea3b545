"""From the landing page to a first move and to one's own account, keeping every table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tables import tasks
from games.tables.models import LogEntry, Table
from tests.browser.conftest import DESKTOP, PHONE, LiveServer
from tests.browser.scenes import go_on, turn_over
from tests.browser.test_every_page import complaints
from tests.browser.test_lobby import Visitor
from tests.browser.test_table import answered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def mailed_code() -> str:
    found = re.search(r"^    (\S+)$", str(mail.outbox[-1].body), re.M)
    assert found
    return found[1]


def first_move(page: Page) -> None:
    """Discard a card, which is always allowed."""
    page.locator(".hand a").first.click()
    if page.locator(
        "#drop"
    ).is_visible():  # with a broken tool, discarding is all one can do with it
        page.locator("#drop").click()
    with answered(page):
        page.locator("#place").click()


def complained(page: Page, served: LiveServer, *paths: str) -> Iterator[str]:
    for path in paths:
        yield from complaints(page, f"{served.url}{path}")


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["phone", "desktop"]
)
def test_a_guest_plays_a_first_move_and_keeps_everything_with_an_address(
    served: LiveServer, visitor: Visitor, size: dict[str, int], scheme: str
) -> None:
    page = visitor(viewport=size, color_scheme=scheme)
    page.goto(served.url)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/**")
    table = Table.objects.get()
    tasks.move_bots()
    page.reload()
    turn_over(page)
    go_on(page)
    first_move(page)
    assert table.log.filter(kind=LogEntry.Kind.MOVE, seat=0).exists()
    assert (
        list(complained(page, served, "/", "/new/", "/accounts/logout/", "/settings/keep/")) == []
    )

    page.get_by_label("Email address").fill("wanda@example.org")
    page.get_by_role("button", name="Send me a code").click()
    expect(page.locator("main input[name=code]")).to_be_visible()
    assert list(complained(page, served, "/settings/keep/")) == []
    page.locator("main input[name=code]").fill(mailed_code())
    page.locator("main input[name=name]").fill("Wanda")
    page.locator("main .form button[type=submit]").click()
    page.wait_for_url(f"{served.url}/")
    expect(page.locator(f'a[href="/t/{table.code}/"]').first).to_be_visible()
    expect(page.locator("#guest")).to_have_count(0)
    owner = User.objects.get(email="wanda@example.org")
    assert (owner.name, owner.is_guest, table.owner_id) == ("Wanda", False, owner.pk)
    page.goto(f"{served.url}/t/{table.code}/")
    expect(page.locator("#board")).to_be_visible()
