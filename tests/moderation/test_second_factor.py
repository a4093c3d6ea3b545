"""The second factor: set up by a code, asked for at sign-in, kept locked."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import PASSWORD, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def code_of(secret: str) -> str:
    """What an app would show now."""
    counter = list(yield_hotp_counters_from_time())[1]
    return str(format_hotp_value(hotp_value(secret, counter)))


def sign_in(user: User) -> Client:
    client = Client()
    fields = {"login": user.email, "password": PASSWORD}
    client.post(reverse("account_login"), fields)
    return client


def sure(user: User) -> Client:
    """Signed in, and asked for the password once more."""
    client = sign_in(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def set_up(user: User) -> tuple[Client, str]:
    client = sure(user)
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    return client, secret


@pytest.fixture
def chief() -> User:
    return UserFactory.create(is_staff=True, is_superuser=True)


@pytest.mark.django_db(transaction=True)  # what counts is said when it is committed
def test_staff_set_it_up_and_enter(chief: User) -> None:
    client, _ = set_up(chief)
    assert client.get(reverse("admin:index")).status_code == 200


def test_the_drawing_to_scan_stands_in_the_page_and_needs_no_hole_in_the_policy(
    chief: User,
) -> None:
    answer = sure(chief).get(reverse("mfa_activate_totp"))
    page = answer.content.decode()
    assert re.search(r'<div class="qr"[^>]*><svg ', page)
    assert "data:" not in answer["Content-Security-Policy"]
    assert "data:image" not in page


def test_a_wrong_code_sets_nothing_up(chief: User) -> None:
    client = sure(chief)
    client.get(reverse("mfa_activate_totp"))
    assert client.post(reverse("mfa_activate_totp"), {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()


def test_the_password_alone_does_not_sign_in_any_more(chief: User) -> None:
    set_up(chief)
    client = sign_in(chief)
    assert client.get(reverse("admin:index")).status_code == 302
    assert client.get(reverse("accounts:settings")).status_code == 302


def test_a_recovery_code_works_once_instead(chief: User) -> None:
    set_up(chief)
    row = Authenticator.objects.get(user=chief, type=Authenticator.Type.RECOVERY_CODES)
    code = RecoveryCodes(row).get_unused_codes()[0]
    client = sign_in(chief)
    client.post(reverse("mfa_authenticate"), {"code": code})
    assert client.get(reverse("admin:index")).status_code == 200
    assert client.cookies["sessionid"]["max-age"] <= 12 * 3600
    again = sign_in(chief)
    again.post(reverse("mfa_authenticate"), {"code": code})
    assert again.get(reverse("admin:index")).status_code == 302


def test_the_database_does_not_hold_the_secret_itself(chief: User) -> None:
    _, secret = set_up(chief)
    assert all(secret not in str(row.data) for row in Authenticator.objects.all())


def test_every_page_of_it_is_ours(chief: User) -> None:
    client, _ = set_up(chief)
    names = ("mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
             "mfa_deactivate_totp", "mfa_reauthenticate")  # fmt: skip
    for name in names:
        answer = client.get(reverse(name))
        assert (name, answer.status_code) == (name, 200)
        assert b'class="site-head"' in answer.content
