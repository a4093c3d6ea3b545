"""Moderators don't handle cases about themselves or about people they play with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group, Permission
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.services import reports
from games.tables import services
from games.tables.models import Seat
from tests.browser.conftest import DESKTOP, PHONE, LiveServer
from tests.browser.test_moderated_table import said_of
from tests.browser.test_moderation import enter
from tests.factories import UserFactory
from tests.moderation.staff import token
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def member(role: str) -> tuple[User, str]:
    """Make a moderator with exactly this role, and return the secret of their app."""
    group, _ = Group.objects.get_or_create(name=role)
    names = [name.split(".")[1] for name in permissions.ROLES[role]]
    group.permissions.set(Permission.objects.filter(codename__in=names))
    user, secret = UserFactory.create(is_staff=True), generate_totp_secret()
    user.groups.add(group)
    TOTP.activate(user, secret)
    return user, secret


def test_a_reported_moderator_sees_an_empty_queue_and_a_colleague_sees_it(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    (accused, secret), (colleague, key) = (
        member(permissions.MODERATOR),
        member(permissions.MODERATOR),
    )
    reporter = UserFactory.create(name="Quiet-Reporter")
    found = reports.file_report(
        reporter, reports.Complaint("abuse", accused, "insults us"), token(), now()
    )

    page = visitor(viewport=PHONE)
    enter(page, served.url, accused, secret)
    page.goto(f"{served.url}{reverse('admin:queue')}")
    expect(page.locator("main")).to_contain_text("0 reports wait")
    assert "Quiet-Reporter" not in page.content()
    answer = page.goto(f"{served.url}{reverse('admin:report', args=[found.pk])}")
    assert answer is not None
    assert answer.status == 404
    page.goto(f"{served.url}{reverse('admin:player', args=[reporter.pk])}")
    expect(page.locator("main")).to_contain_text("Quiet-Reporter")
    expect(page.locator("main a.button[href^='/admin/player/']")).to_have_count(0)
    assert "insults us" not in page.content()
    assert said_of(page) == []
    page.goto(f"{served.url}{reverse('admin:player-act', args=[reporter.pk, 'mute'])}")
    expect(page.locator(".messagelist")).to_contain_text("A colleague has to decide this.")
    assert said_of(page) == []

    other = visitor(viewport=DESKTOP)
    enter(other, served.url, colleague, key)
    other.goto(f"{served.url}{reverse('admin:queue')}")
    other.locator(f"main a[href='{reverse('admin:report', args=[found.pk])}']").first.click()
    expect(other.locator("main")).to_contain_text("insults us")
    other.locator("button[value=claim]").click()
    expect(other.locator("button[value=release]")).to_be_visible()


def test_a_senior_who_looked_is_not_offered_the_seat(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    players = [UserFactory.create() for _ in range(3)]
    table, (senior, secret) = running(*players), member(permissions.SENIOR)
    services.leave(players[0], table.code, now())
    page = visitor(viewport=DESKTOP)
    enter(page, served.url, senior, secret)
    page.goto(f"{served.url}{reverse('admin:table-secrets', args=[table.code])}")
    page.locator("select[name=seat]").select_option("-1")
    page.locator("textarea[name=reason]").fill("Somebody says that they cheat.")
    page.locator("button[type=submit].default").click()
    expect(page.locator("h2").first).to_contain_text("How it really was")

    page.goto(f"{served.url}{reverse('table', args=[table.code])}")
    expect(page.locator("#offer")).to_contain_text(
        "You have looked into the secrets of this table."
    )
    expect(page.locator("#offer button")).to_have_count(0)
    assert not Seat.objects.filter(table=table, user=senior).exists()
    assert said_of(page) == []
