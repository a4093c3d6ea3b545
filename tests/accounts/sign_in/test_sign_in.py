"""Signing in: password, code, sessions, throttles, suspension."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from accounts.sign_in import sessions
from config.clock import now
from tests.accounts.conftest import code, confirm, link
from tests.factories import PASSWORD, UserFactory, show_it_is_them

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
LOGIN = "/accounts/login/"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email="bob@example.org")


def enter(client: Client, password: str = PASSWORD, email: str = "Bob@Example.org") -> int:
    return client.post(LOGIN, {"login": email, "password": password}).status_code


def is_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


def test_a_password_signs_in_with_any_case_of_the_address(client: Client, bob: User) -> None:
    assert enter(client) == 302
    assert is_in(client)


def test_a_wrong_password_does_not_sign_in(client: Client, bob: User) -> None:
    assert enter(client, "wrong one") == 200
    assert not is_in(client)


def test_a_name_is_not_accepted_as_an_address(client: Client, bob: User) -> None:
    assert enter(client, email="Bob") == 200


def test_a_code_by_mail_signs_in_without_a_password(client: Client, post: Post) -> None:
    UserFactory.create(email="code@example.org", password=None)
    client.post("/accounts/login/code/", {"email": "code@example.org"})
    [message] = post()
    client.post("/accounts/login/code/confirm/", {"code": code(message)})
    assert is_in(client)


def test_a_code_works_in_its_own_browser_only(client: Client, bob: User, post: Post) -> None:
    client.post("/accounts/login/code/", {"email": bob.email})
    [message] = post()
    other = Client()
    other.post("/accounts/login/code/confirm/", {"code": code(message)})
    assert not is_in(other)


def test_after_three_wrong_codes_the_right_one_fails(client: Client, bob: User, post: Post) -> None:
    client.post("/accounts/login/code/", {"email": bob.email})
    [message] = post()
    for _ in range(3):
        client.post("/accounts/login/code/confirm/", {"code": "nonsense"})
    client.post("/accounts/login/code/confirm/", {"code": code(message)})
    assert not is_in(client)


def test_no_subject_contains_the_code(client: Client, bob: User, post: Post) -> None:
    client.post("/accounts/login/code/", {"email": bob.email})
    [message] = post()
    assert code(message) not in message.subject


def test_an_unconfirmed_address_gets_its_link_again(client: Client, post: Post) -> None:
    UserFactory.create(email="new@example.org", verified=False)
    assert enter(client, email="new@example.org") == 302
    assert not is_in(client)
    [message] = post()
    assert "/confirm-email/" in link(message)


def test_signing_out_takes_a_post(client: Client, bob: User) -> None:
    enter(client)
    client.get("/accounts/logout/")
    assert is_in(client)
    client.post("/accounts/logout/")
    assert not is_in(client)


# Throttles; guessing is in test_attempt_limits.py


def test_a_throttled_player_still_gets_in_by_code(client: Client, bob: User, post: Post) -> None:
    for last in range(6):
        enter(Client(REMOTE_ADDR=f"192.0.2.{last}"), "wrong one")
    client.post("/accounts/login/code/", {"email": bob.email})
    [message] = post()
    client.post("/accounts/login/code/confirm/", {"code": code(message)})
    assert is_in(client)


def test_too_many_sign_ups_get_429(client: Client) -> None:
    codes = [
        client.post("/accounts/signup/", {"username": "x"}).status_code for _number in range(21)
    ]
    assert 429 not in codes[:-1]
    assert codes[-1] == 429


def test_no_mailbox_is_flooded_with_codes(bob: User, post: Post) -> None:
    for last in range(8):
        client = Client(REMOTE_ADDR=f"192.0.2.{last}")
        client.post("/accounts/login/code/", {"email": bob.email})
    assert len(post()) == 3


# Sessions


def test_a_player_sees_where_they_are_signed_in_and_ends_one(bob: User) -> None:
    here, there = Client(), Client(HTTP_USER_AGENT="Elsewhere")
    enter(here)
    enter(there)
    page = here.get("/accounts/sessions/")
    assert len(page.context["sessions"]) == 2
    elsewhere = UserSession.objects.get(user_agent="Elsewhere")
    here.post(f"/settings/sessions/{elsewhere.pk}/end/")
    assert is_in(here)
    assert not is_in(there)


def test_a_player_ends_all_others_at_once(bob: User) -> None:
    here, there = Client(), Client()
    enter(here)
    enter(there)
    here.post("/accounts/sessions/")
    assert is_in(here)
    assert not is_in(there)


def test_nobody_can_end_somebody_elses_session(client: Client, bob: User) -> None:
    theirs = Client()
    enter(theirs)
    client.force_login(UserFactory.create())
    session = UserSession.objects.get(user=bob)
    assert client.post(f"/settings/sessions/{session.pk}/end/").status_code == 404
    assert is_in(theirs)


def test_a_session_is_updated_once_in_a_while_and_not_with_each_request(
    client: Client,
    bob: User,
    django_assert_max_num_queries: Callable[..., AbstractContextManager[Any]],
) -> None:
    enter(client)
    client.get("/settings/")
    session = UserSession.objects.get()
    UserSession.objects.update(last_seen_at=session.created_at)
    with django_assert_max_num_queries(4):  # session, user; no writing
        client.get("/settings/delete/")
    assert UserSession.objects.get().last_seen_at == session.created_at
    store = client.session
    store[sessions.SEEN_AT] -= sessions.RECORD_USE_EVERY.total_seconds()
    store.save()
    client.get("/settings/")
    assert UserSession.objects.get().last_seen_at > session.created_at


def test_changing_the_password_signs_out_all_other_sessions(bob: User, post: Post) -> None:
    here, there = Client(), Client()
    enter(here)
    enter(there)
    new = "another lantern"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert here.post("/accounts/password/change/", fields).status_code == 302
    assert is_in(here)
    assert not is_in(there)
    [notice] = post()
    assert notice.to == [bob.email]
    assert new not in str(notice.body)


def test_resetting_the_password_signs_out_every_session(bob: User, post: Post) -> None:
    there, here = Client(), Client()
    enter(there)
    here.post("/accounts/password/reset/", {"email": bob.email})
    [message] = post()
    page = here.get(link(message), follow=True)
    path = page.request["PATH_INFO"]
    new = "another lantern"
    here.post(path, {"password1": new, "password2": new})
    assert not is_in(there)
    assert enter(here, new) == 302
    assert here.get(link(message)).context["token_fail"]


def test_opening_a_reset_link_signs_nobody_out(client: Client, bob: User, post: Post) -> None:
    Client().post("/accounts/password/reset/", {"email": bob.email})
    [message] = post()
    client.force_login(UserFactory.create())
    client.get(link(message), follow=True)
    assert is_in(client)
    bob.refresh_from_db()
    assert bob.check_password(PASSWORD)


def test_a_player_without_a_password_can_set_one(client: Client, bob: User, post: Post) -> None:
    bob.set_unusable_password()
    bob.save()
    client.force_login(bob)
    assert client.get("/accounts/password/change/").headers["Location"].endswith("/password/set/")
    fields = {"password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/password/set/", fields)
    bob.refresh_from_db()
    assert not bob.has_usable_password()  # an open browser doesn't let a stranger set one
    confirm(client, post)
    client.post("/accounts/password/set/", fields)
    bob.refresh_from_db()
    assert bob.check_password(PASSWORD)


# Suspension


@pytest.fixture
def suspended(bob: User) -> User:
    bob.suspended_until = now() + timedelta(days=2)
    bob.save()
    return bob


def test_a_suspended_player_cannot_sign_in(client: Client, suspended: User) -> None:
    answer = client.post(LOGIN, {"login": suspended.email, "password": PASSWORD})
    assert answer.status_code == 403
    assert answer.context["until"] == suspended.suspended_until
    assert "_auth_user_id" not in client.session


def test_a_suspended_player_cannot_sign_in_by_code(
    client: Client, suspended: User, post: Post
) -> None:
    client.post("/accounts/login/code/", {"email": suspended.email})
    [message] = post()
    answer = client.post("/accounts/login/code/confirm/", {"code": code(message)})
    assert answer.status_code == 403
    assert "_auth_user_id" not in client.session


def test_an_older_session_of_a_suspended_player_sees_one_page(client: Client, bob: User) -> None:
    client.force_login(bob)
    User.objects.update(suspended_until=now() + timedelta(days=2))
    for path in ("/", "/settings/", "/accounts/email/", "/new/"):
        assert client.get(path).status_code == 403


def test_a_suspended_player_may_still_read_export_delete_and_sign_out(
    client: Client, bob: User
) -> None:
    client.force_login(bob)
    User.objects.update(suspended_until=now() + timedelta(days=2))
    assert client.get("/privacy/").status_code == 200
    assert show_it_is_them(client).post("/settings/data/").status_code == 200
    assert client.get("/settings/delete/").status_code == 200
    assert client.post("/accounts/logout/").status_code == 302


def test_a_suspension_ends_by_itself(client: Client, suspended: User) -> None:
    User.objects.update(suspended_until=now())
    assert enter(client) == 302
    assert is_in(client)
