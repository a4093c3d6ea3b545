"""A report, from the click at the table to its resolution; and the admin pages for axe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import Group
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from config.clock import now
from games.moderation.models import Report, Sanction
from games.moderation.services import reports, sanctions
from games.moderation.services.reports import Complaint
from games.tables import services
from tests.browser.conftest import DESKTOP, PHONE, WIDE_LOOKS, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import grounds, staff, token
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAIN = "main button[type=submit]"


def moderator(role: str = "senior") -> tuple[User, str]:
    """Make a moderator with an authenticator app, and return its secret."""
    Group.objects.get_or_create(name=role)
    user, secret = UserFactory.create(is_staff=True, is_superuser=True), generate_totp_secret()
    TOTP.activate(user, secret)
    return user, secret


def enter(page: Page, site: str, user: User, secret: str) -> None:
    """Sign in with the password, then with the code from the app."""
    page.goto(f"{site}/accounts/login/")
    page.locator("main input[name=login]").fill(user.email)
    page.locator("main input[name=password]").fill(PASSWORD)
    page.locator("main form:has(input[name=password]) button[type=submit]").click()
    counter = list(yield_hotp_counters_from_time())[1]
    page.locator("main input[name=code]").fill(format_hotp_value(hotp_value(secret, counter)))
    page.locator("main form:has(input[name=code]) button[type=submit]").click()
    page.wait_for_url(f"{site}/")


def test_a_report_goes_from_click_to_resolution(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    three = [UserFactory.create() for _ in range(3)]
    table = running(*three)
    services.say(three[1], table.code, "you fool", token(), now())
    player = visitor(viewport=PHONE)
    sign_in_as(player, served, three[0])
    player.goto(f"{served.url}/t/{table.code}/")
    player.goto(served.url + str(player.locator("a[href*='/report/']").first.get_attribute("href")))
    player.locator("select[name=message]").select_option(index=1)
    player.locator("input[name=kind][value=abuse]").check()
    player.locator("textarea[name=words]").fill("He insults everybody.")
    player.locator("main form.form button[type=submit]").click()
    player.wait_for_url("**/reports/")

    boss, secret = moderator()
    admin = visitor(viewport=DESKTOP)
    enter(admin, served.url, boss, secret)
    admin.goto(f"{served.url}{reverse('admin:queue')}")
    admin.locator("tbody th a").first.click()
    expect(admin.locator(".entries .overdue")).to_contain_text("you fool")
    admin.locator("button[value=claim]").click()
    admin.locator("a.button[href*='/warn/']").click()
    admin.locator("textarea[name=reason]").fill("Insult, clear case.")
    admin.locator("button[value=preview]").click()
    admin.locator("button[value=do]").click()
    admin.wait_for_url(f"**{reverse('admin:queue')}")

    found = Report.objects.get()
    assert (found.state, found.outcome) == (Report.State.RESOLVED, "warned")
    assert Sanction.objects.get().user == three[1]
    player.goto(f"{served.url}{reverse('my-reports')}")
    expect(player.locator("main")).to_contain_text(found.answer)


@pytest.mark.parametrize(("size", "scheme"), WIDE_LOOKS)
def test_axe_finds_nothing_on_admin_pages_and_player_pages(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    boss, secret = moderator()
    other = UserFactory.create()
    found = reports.file_report(
        UserFactory.create(), Complaint("abuse", other, "rude"), token(), now()
    )
    sanction = sanctions.warn(staff(is_superuser=True), other, grounds(), now())
    page = visitor(viewport=size, color_scheme=scheme)
    enter(page, served.url, boss, secret)
    paths = [
        reverse("manners", args=[other.name]),
        f"{reverse('report')}?player={other.name}",
        reverse("appeal", args=[sanction.appeal_token]),
        reverse("mfa_index"),
        reverse("admin:queue"),
        reverse("admin:report", args=[found.pk]),
        reverse("admin:player", args=[other.pk]),
        reverse("admin:player-act", args=[other.pk, "suspend"]),
        reverse("admin:figures"),
        reverse("admin:maintenance"),
    ]
    said = [line for path in paths for line in complaints(page, served.url + path)]
    assert said == [], "\n".join(said)
