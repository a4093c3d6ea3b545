"""A ban in a browser: from the report to the reassigned seat and the refused new sign-up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import KeptOut, User
from config.clock import now
from games.moderation.models import DeviceTie, Sanction
from games.moderation.services import ban_evasion, reports
from games.moderation.services.reports import Complaint
from games.moderation.tasks import hand_on_seats
from games.tables import services
from tests.browser.conftest import DESKTOP, LOOKS, PHONE, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.browser.test_moderation import enter, moderator
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import token
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page: Page, site: str, user: User) -> None:
    page.goto(f"{site}/accounts/login/")
    page.locator("main input[name=login]").fill(user.email)
    page.locator("main input[name=password]").fill(PASSWORD)
    page.locator("main form:has(input[name=password]) button[type=submit]").click()


def sign_up(page: Page, site: str, name: str, email: str) -> None:
    page.goto(f"{site}/accounts/signup/")
    page.locator("main input[name=username]").fill(name)
    page.locator("main input[name=email]").fill(email)
    page.locator("main input[name=password1]").fill(PASSWORD)
    page.locator("main form:has(input[name=password1]) button[type=submit]").click()


def test_a_ban_from_the_report_to_a_refused_new_sign_up(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    three = [UserFactory.create() for _ in range(3)]
    loud, email = three[1], three[1].email
    table = running(*three)
    services.say(loud, table.code, "you fool", token(), now())
    complaint = Complaint("message", loud, "", table, table.messages.get())
    found = reports.file_report(three[0], complaint, token(), now())

    boss, secret = moderator()
    admin = visitor(viewport=DESKTOP)
    enter(admin, served.url, boss, secret)
    admin.goto(f"{served.url}{reverse('admin:report', args=[found.pk])}")
    admin.locator("button[value=claim]").click()
    admin.locator("a.button[href*='/ban/']").click()
    expect(admin.locator("input[name=seats][value=hand-on]")).to_be_checked()
    expect(admin.locator("main")).to_contain_text("1 running table")
    admin.locator("select[name=code]").select_option("abuse")
    admin.locator("textarea[name=reason]").fill("The third time this week.")
    admin.locator("button[value=preview]").click()
    expect(admin.locator("main")).to_contain_text(table.code)
    admin.locator("button[value=do]").click()
    admin.wait_for_url(f"**{reverse('admin:queue')}**")  # the report is resolved by the same click
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.hands_on) == (loud, True)

    other = visitor(viewport=PHONE)
    sign_in_as(other, served, three[0])
    other.goto(f"{served.url}/t/{table.code}/")
    hand_on_seats()  # as the worker does, woken by the ban
    expect(other.locator("main")).to_contain_text("taken a player from the table")
    assert table.seats.filter(user=None, offered_until__isnull=False).count() == 1

    banned = visitor(viewport=PHONE)
    sign_in(banned, served.url, loud)
    expect(banned.locator("main")).to_contain_text("You insulted or harassed other players.")
    expect(banned.locator(f"main a[href$='{sanction.appeal_token}/']")).to_be_visible()

    sign_in_as(banned, served, loud)
    banned.goto(f"{served.url}/settings/delete/")
    expect(banned.locator("main")).to_contain_text("hashes")
    banned.locator("main input[name=name]").fill(loud.name or "")
    banned.locator("main form.form button[type=submit]").click()
    banned.locator("main input[name=password]").fill(PASSWORD)
    banned.locator("main form:has(input[name=password]) button[type=submit]").click()
    banned.wait_for_url(f"{served.url}/")
    assert KeptOut.objects.count() == 2

    sign_up(banned, served.url, "Newcomer", email)
    banned.wait_for_url("**/accounts/confirm-email/")
    assert not User.objects.filter(email=email).exists()


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_in_the_forms_of_a_ban(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    boss, secret = moderator()
    user = UserFactory.create()
    running(user, *UserFactory.create_batch(2))
    ban_evasion.save_trace(user, ban_evasion.device_hash("203.0.113.7", "Browser"), now())
    page = visitor(viewport=size, color_scheme=scheme)
    enter(page, served.url, boss, secret)
    ban, tie = (reverse("admin:player-act", args=[user.pk, name]) for name in ("ban", "tie"))
    said = complaints(page, served.url + ban)
    page.locator("select[name=code]").select_option("abuse")
    page.locator("textarea[name=reason]").fill("Clear case.")
    page.locator("button[value=preview]").click()
    page.locator("button[value=do]").click()
    said += complaints(page, served.url + tie)
    page.locator("input[name=devices]").check()
    page.locator("textarea[name=reason]").fill("They came back before.")
    page.locator("button[value=preview]").click()
    page.locator("button[value=do]").click()
    page.wait_for_url(f"**{reverse('admin:player', args=[user.pk])}")
    assert DeviceTie.objects.count() == 1
    assert said == [], "\n".join(said)
