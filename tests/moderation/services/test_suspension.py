"""Banned and suspended players read the reason when they sign in, and where to appeal."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation.permissions import SENIOR
from games.moderation.services import reports, sanctions
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import grounds, staff

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def user() -> User:
    return UserFactory.create()


def entrance(user: User) -> str:
    """Return the page shown after the right password."""
    fields = {"login": user.email, "password": PASSWORD}
    return Client().post(reverse("account_login"), fields).content.decode()


def test_a_banned_player_reads_why_and_where_to_appeal(user: User) -> None:
    sanction = sanctions.ban(staff(SENIOR), user, grounds(words="Three <b>times</b>."), now())
    text = entrance(user)
    assert "You insulted or harassed other players." in text
    assert "Three &lt;b&gt;times&lt;/b&gt;." in text
    assert "handed on" in text
    assert reverse("appeal", args=[sanction.appeal_token]) in text


def test_a_wrong_password_reveals_no_ban(user: User) -> None:
    sanctions.ban(staff(SENIOR), user, grounds(), now())
    fields = {"login": user.email, "password": "wrong one"}
    answer = Client().post(reverse("account_login"), fields).content.decode()
    assert "harassed" not in answer


def test_a_player_who_has_appealed_gets_no_appeal_link(user: User) -> None:
    sanction = sanctions.ban(staff(SENIOR), user, grounds(), now())
    reports.file_appeal(sanction.appeal_token, "It was not me.", now())
    text = entrance(user)
    assert "harassed" in text
    assert sanction.appeal_token not in text


def test_every_decision_in_force_is_shown(user: User) -> None:
    senior, at = staff(SENIOR), now()
    long = sanctions.suspend(senior, user, grounds("spam"), at + timedelta(days=30), at)
    short = sanctions.suspend(senior, user, grounds(), at + timedelta(days=3), at)
    text = entrance(user)
    assert long.appeal_token in text
    assert short.appeal_token in text
    assert "advertise" in text


def test_a_suspension_without_a_record_shows_its_end(user: User) -> None:
    """As an operator may set it by hand."""
    User.objects.filter(pk=user.pk).update(suspended_until=now() + timedelta(days=1))
    assert entrance(user)


@pytest.mark.parametrize("banned", [True, False])
def test_the_page_says_exactly_once_that_they_cannot_play(user: User, banned: bool) -> None:
    boss = staff(SENIOR)
    if banned:
        sanctions.ban(boss, user, grounds(), now())
    else:
        sanctions.suspend(boss, user, grounds(), now() + timedelta(days=3), now())
    assert len(re.findall(r"(?:cannot|no longer) play here", entrance(user))) == 1
