"""Checking many sessions at once gives the same answers as Django for a request."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.sign_in import sessions
from config.clock import now
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def nothing(user: User, client: Client) -> None:
    pass


def sign_out(user: User, client: Client) -> None:
    client.post("/accounts/logout/")


def end_session(user: User, client: Client) -> None:
    Session.objects.all().delete()


def outlive(user: User, client: Client) -> None:
    Session.objects.update(expire_date=now() - timedelta(seconds=1))


def change_password(user: User, client: Client) -> None:
    user.set_password("another lantern and rope")
    user.save()


def suspend(user: User, client: Client) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=now() + timedelta(days=1))


def deactivate(user: User, client: Client) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def join_staff(user: User, client: Client) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True)


@pytest.mark.parametrize(
    "how",
    [nothing, sign_out, end_session, outlive, change_password, suspend, deactivate, join_staff],
)
def test_a_session_is_valid_exactly_when_a_page_accepts_it(
    how: Callable[[User, Client], None],
) -> None:
    user = UserFactory.create()
    client = signed_in(user)
    key = client.cookies["sessionid"].value
    how(user, client)
    client.cookies["sessionid"] = key
    page = client.get("/settings/")
    assert page.status_code == (200 if how is nothing else 403 if how is suspend else 302)
    assert sessions.still_signed_in({key: user.pk}, now()) == ({key} if how is nothing else set())


def test_somebody_elses_session_is_not_valid() -> None:
    ann, bob = UserFactory.create(), UserFactory.create()
    key = signed_in(ann).cookies["sessionid"].value
    assert sessions.still_signed_in({key: bob.pk}, now()) == set()


def test_a_staff_session_is_valid_until_it_times_out(settings: Any) -> None:
    staff = UserFactory.create(is_staff=True)
    key = signed_in(staff).cookies["sessionid"].value
    assert sessions.still_signed_in({key: staff.pk}, now()) == {key}
    later = now() + settings.STAFF_SESSION_IDLE
    assert sessions.still_signed_in({key: staff.pk}, later) == set()
    assert sessions.STAFF_SINCE in Session.objects.get(pk=key).get_decoded()


def test_replacing_the_secret_key_signs_nobody_out(settings: Any) -> None:
    user = UserFactory.create()
    key = signed_in(user).cookies["sessionid"].value
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "x" * 60
    assert sessions.still_signed_in({key: user.pk}, now()) == {key}


def test_many_sessions_cost_two_queries(django_assert_num_queries: Any) -> None:
    users = UserFactory.create_batch(3)
    keys = {signed_in(user).cookies["sessionid"].value: user.pk for user in users}
    assert all(BACKEND_SESSION_KEY in row.get_decoded() for row in Session.objects.all())
    with django_assert_num_queries(2):
        assert sessions.still_signed_in(keys, now()) == set(keys)
