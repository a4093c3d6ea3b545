"""A moderator hides a message from its report, by keyboard; an open page shows it by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from config.clock import now
from games.moderation.models import Report
from games.moderation.services import hiding, reports
from games.moderation.services.reports import Complaint
from games.tables import services
from games.tables.models import Message
from tests.browser.conftest import DESKTOP, PHONE, WIDE_LOOKS, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.browser.test_moderated_table import picture, said_of
from tests.browser.test_moderation import enter, moderator
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff, token
from tests.real_tables import lobby, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RUDE, STUB = "you utter nincompoop", "A moderator has hidden this message."
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
STOPS = 120
"""More than the number of elements on a page that the tab key reaches."""


def reported() -> Report:
    """Make a report about a chat message at a table."""
    three = [UserFactory.create() for _ in range(3)]
    table = running(*three)
    services.say(three[1], table.code, RUDE, token(), now())
    services.say(three[1], table.code, "and another thing", token(), now())
    message = Message.objects.order_by("pk")[0]
    complaint = Complaint("message", three[1], "", table, message)
    return reports.file_report(three[0], complaint, token(), now())


def tab_to(page: Page, selector: str) -> None:
    """Press the tab key until this element has the focus."""
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    pytest.fail(f"the keyboard does not reach {selector}")


def test_a_message_is_hidden_from_its_report_by_keyboard(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    report = reported()
    assert report.table is not None
    reader = report.reporter
    assert reader is not None
    player = visitor(viewport=PHONE)
    sign_in_as(player, served, reader)
    player.goto(f"{served.url}/t/{report.table.code}/")
    expect(player.locator("#chat")).to_contain_text(RUDE)
    player.evaluate("window.stayed = true")

    boss, secret = moderator()
    admin = visitor(viewport=DESKTOP)
    enter(admin, served.url, boss, secret)
    admin.goto(f"{served.url}{reverse('admin:report', args=[report.pk])}")
    tab_to(admin, "a[href*='/hide/']")
    admin.keyboard.press("Enter")
    admin.wait_for_url("**/hide/**")
    expect(admin.locator("main")).to_contain_text(RUDE)
    tab_to(admin, "input[name=what]")
    expect(admin.locator("input[name=what]:checked")).to_have_value("message")
    tab_to(admin, "select[name=code]")
    admin.keyboard.type("Something you wrote")
    tab_to(admin, "textarea[name=reason]")
    admin.keyboard.type("A plain insult.")
    tab_to(admin, "button[value=preview]")
    admin.keyboard.press("Enter")
    expect(admin.locator("main")).to_contain_text(STUB)
    picture(admin)
    assert not Message.objects.exclude(hidden_at=None).exists()
    tab_to(admin, "button[value=do]")
    admin.keyboard.press("Enter")
    admin.wait_for_url(f"**{reverse('admin:report', args=[report.pk])}")
    expect(admin.locator(".entries .overdue")).to_contain_text(RUDE)  # the report stays readable
    picture(admin)

    expect(player.locator("#chat")).to_contain_text(STUB)
    expect(player.locator("#chat")).not_to_contain_text(RUDE)
    expect(player.locator("#chat")).to_contain_text("and another thing")
    assert player.evaluate("window.stayed")
    picture(player)


def test_an_open_lobby_shows_the_neutral_title_by_itself(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    owner = UserFactory.create()
    table = lobby(owner, title=RUDE)
    page = visitor(viewport=PHONE)
    sign_in_as(page, served, owner)
    page.goto(f"{served.url}/t/{table.code}/")
    expect(page.locator("h1")).to_have_text(RUDE)
    page.evaluate("window.stayed = true")
    hiding.hide_title(staff(is_superuser=True), table, grounds("title"), now())
    neutral = f"Classic {table.code[:4]}"
    expect(page.locator("h1")).to_have_text(neutral)
    expect(page).to_have_title(re.compile(f"^{neutral} "))
    assert page.evaluate("window.stayed")


@pytest.mark.parametrize(("size", "scheme"), WIDE_LOOKS)
def test_axe_finds_nothing_on_pages_with_hidden_words(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    report, (boss, secret) = reported(), moderator()
    first, second = Message.objects.select_related("user", "table").order_by("pk")
    judge = staff(is_superuser=True)
    decision = hiding.hide_message(judge, second, grounds("chat"), now())
    page = visitor(viewport=size, color_scheme=scheme)
    enter(page, served.url, boss, secret)
    form = f"{reverse('admin:hide', args=[first.table.code])}?message={first.pk}"
    paths = [
        reverse("admin:report", args=[report.pk]),
        reverse("admin:table", args=[first.table.code]),
        reverse("admin:hidden", args=[decision.pk]),
        reverse("admin:player", args=[first.user_id]),
        f"/t/{first.table.code}/",
        form,
    ]
    said = []
    for path in paths:
        said += complaints(page, served.url + path)
        assert not page.evaluate(WIDE), path
        picture(page)
    page.locator("select[name=code]").select_option("abuse")
    page.locator("textarea[name=reason]").fill("A plain insult.")
    page.locator("button[value=preview]").click()
    expect(page.locator("main")).to_contain_text(STUB)
    said += said_of(page)
    assert said == [], "\n".join(said)
