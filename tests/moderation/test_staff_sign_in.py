"""The second factor: set up with a code, required at sign-in, stored encrypted."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.sign_in import sessions
from games.moderation import permissions
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import enter, staff, staff_client, with_second_factor

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def code_of(secret: str) -> str:
    """Return the code that an app would show now."""
    counter = list(yield_hotp_counters_from_time())[1]
    return str(format_hotp_value(hotp_value(secret, counter)))


def sign_in(user: User) -> Client:
    client = Client()
    fields = {"login": user.email, "password": PASSWORD}
    client.post(reverse("account_login"), fields)
    return client


def sure(user: User) -> Client:
    """Sign in and confirm the password once more."""
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


@pytest.mark.django_db(transaction=True)  # only what is committed counts
def test_staff_set_up_a_second_factor_and_enter(chief: User) -> None:
    client, _ = set_up(chief)
    assert client.get(reverse("admin:index")).status_code == 200


def test_the_qr_code_is_inline_and_needs_no_exception_in_the_policy(
    chief: User,
) -> None:
    answer = sure(chief).get(reverse("mfa_activate_totp"))
    page = answer.content.decode()
    assert re.search(r'<div class="qr"[^>]*><svg ', page)
    assert "data:" not in answer["Content-Security-Policy"]
    assert "data:image" not in page


def test_a_wrong_code_sets_up_nothing(chief: User) -> None:
    client = sure(chief)
    client.get(reverse("mfa_activate_totp"))
    assert client.post(reverse("mfa_activate_totp"), {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()


def test_the_password_alone_no_longer_signs_in(chief: User) -> None:
    set_up(chief)
    client = sign_in(chief)
    assert client.get(reverse("admin:index")).status_code == 302
    assert client.get(reverse("accounts:settings")).status_code == 302


def test_a_recovery_code_works_once(chief: User) -> None:
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


def test_every_second_factor_page_uses_our_design(chief: User) -> None:
    client, _ = set_up(chief)
    names = ("mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
             "mfa_deactivate_totp", "mfa_reauthenticate")  # fmt: skip
    for name in names:
        answer = client.get(reverse(name))
        assert (name, answer.status_code) == (name, 200)
        assert b'class="site-head"' in answer.content


# Staff sessions: short, started by signing in as staff, with the second factor passed.

INDEX, QUEUE = "/admin/", "/admin/queue/"


def age(client: Client, **by: timedelta) -> None:
    """Move the start or the last use of the session back by this much."""
    session = client.session
    for name, span in by.items():
        session[name] -= span.total_seconds()
    session.save()


def used(client: Client) -> Client:
    assert client.get("/settings/").status_code == 200
    return client


# --- the second factor ----------------------------------------------------------------------------


def test_an_older_session_has_to_pass_the_second_factor() -> None:
    user = staff(permissions.MODERATOR)
    old, new = Client(), enter(Client(), user)
    old.force_login(user)
    assert new.get(QUEUE).status_code == 200
    asked = old.get(QUEUE)
    assert asked.status_code == 302
    assert asked["Location"] == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2Fqueue%2F"


def test_a_post_from_an_older_session_does_nothing() -> None:
    old, player = Client(), UserFactory.create()
    old.force_login(staff(permissions.SENIOR))
    fields = {"code": "abuse", "reason": "rude", "step": "do"}
    assert old.post(f"/admin/player/{player.pk}/ban/", fields).status_code == 302
    player.refresh_from_db()
    assert not player.is_banned()


def test_a_removed_second_factor_no_longer_counts() -> None:
    user = staff(permissions.MODERATOR)
    client = enter(Client(), user)
    Authenticator.objects.filter(user=user).delete()
    with_second_factor(user)
    assert client.get(QUEUE).status_code == 302


def test_a_second_factor_passed_by_another_account_does_not_count() -> None:
    client = staff_client(permissions.MODERATOR)
    client.force_login(staff(permissions.MODERATOR))
    assert client.get(QUEUE).status_code == 302


def test_the_password_alone_cannot_remove_the_second_factor() -> None:
    user, client = staff(permissions.MODERATOR), Client()
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post(reverse("mfa_deactivate_totp"))
    assert Authenticator.objects.filter(user=user).exists()


def test_a_wrong_code_from_the_app_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    user, client = staff(), Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    with caplog.at_level(logging.INFO, "undermine.security"):
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "second factor failed" in caplog.text
    assert user.email not in caplog.text


# --- how long -------------------------------------------------------------------------------------


def test_a_staff_session_ends_after_twelve_hours_however_busy() -> None:
    client = used(staff_client(permissions.MODERATOR))
    age(client, **{sessions.STAFF_SINCE: timedelta(hours=11, minutes=59)})
    assert client.get(QUEUE).status_code == 200
    age(client, **{sessions.STAFF_SINCE: timedelta(minutes=2)})
    assert client.get(QUEUE).status_code == 302
    assert client.get("/settings/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_staff_session_ends_after_two_idle_hours() -> None:
    client = used(staff_client(permissions.MODERATOR))
    both = {sessions.STAFF_SINCE: timedelta(hours=2), sessions.SEEN_AT: timedelta(minutes=119)}
    age(client, **both)
    assert client.get(QUEUE).status_code == 200  # which counts as activity
    age(client, **{sessions.SEEN_AT: timedelta(minutes=121)})
    assert client.get(QUEUE).status_code == 302


def test_polling_keeps_no_staff_session_alive() -> None:
    client = used(staff_client(permissions.MODERATOR))
    age(client, **{sessions.SEEN_AT: timedelta(hours=1)})
    before = client.session[sessions.SEEN_AT]
    client.get(reverse("table-poll", args=["nosuchcode23"]))
    assert client.session[sessions.SEEN_AT] == before
    client.get("/settings/")
    assert client.session[sessions.SEEN_AT] > before


def test_a_players_session_has_no_such_limit() -> None:
    client = Client()
    client.force_login(UserFactory.create())
    used(client)
    age(client, **{sessions.SEEN_AT: timedelta(days=50)})
    used(client)
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE == 60 * 24 * 3600


def test_the_cookie_of_a_staff_session_ends_with_it() -> None:
    user, client = UserFactory.create(is_staff=True), Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert 0 < client.session.get_expiry_age() <= 12 * 3600
    assert client.cookies["sessionid"]["max-age"] <= 12 * 3600


def test_a_new_member_of_staff_has_to_sign_in_again() -> None:
    user, client = UserFactory.create(), Client()
    client.force_login(user)
    used(client)
    promote(user)
    assert client.get("/settings/").status_code == 302
    assert "_auth_user_id" not in client.session
    client.force_login(user)
    used(client)


def promote(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.set(Group.objects.filter(name=permissions.MODERATOR))
    user.refresh_from_db()


def test_a_staff_request_writes_nothing() -> None:
    client = used(staff_client(permissions.MODERATOR))
    with CaptureQueriesContext(connection) as queries:
        client.get("/settings/")
    assert not [row for row in queries if not row["sql"].startswith("SELECT")]


def test_staff_sign_ins_and_ends_of_sessions_are_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    user, client = UserFactory.create(is_staff=True), Client()
    with caplog.at_level(logging.INFO, "undermine.security"):
        client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
        age(client, **{sessions.STAFF_SINCE: timedelta(hours=13)})
        client.get("/")
    told = [row.getMessage() for row in caplog.records if row.name == "undermine.security"]
    assert [line.partition(":")[0] for line in told] == ["staff signed in", "staff session over"]
