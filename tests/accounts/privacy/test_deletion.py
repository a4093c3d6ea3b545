"""Delete my account: for good, at once, and without harm to others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import OutgoingMail, User
from accounts.privacy import deletion
from config.clock import now
from tests.accounts.conftest import code, confirm
from tests.factories import PASSWORD, UserFactory, show_it_is_them
from tests.moderation.staff import with_second_factor

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both]
PAGE = "/settings/delete/"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(
        name="Bob", email="bob@example.org", language="nl", time_zone="Asia/Tokyo"
    )


@pytest.fixture
def theirs(bob: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    return client


def leave(client: Client, password: str = PASSWORD) -> Any:
    """Type the name to confirm, then the password."""
    asked = client.post(PAGE, {"name": "Bob"})
    return client.post(asked.headers["Location"], {"password": password, "next": PAGE})


def test_the_password_is_asked_for(theirs: Client, bob: User) -> None:
    asked = theirs.post(PAGE, {"name": "Bob"})
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    assert leave(theirs, "wrong one").status_code == 200
    bob.refresh_from_db()
    assert bob.deleted_at is None


def test_the_password_is_asked_for_again_after_a_while(theirs: Client, bob: User) -> None:
    show_it_is_them(theirs)
    session = theirs.session
    session["account_authentication_methods"][-1]["at"] -= 301
    session.save()
    theirs.post(PAGE, {"name": "Bob"})
    bob.refresh_from_db()
    assert bob.deleted_at is None


def test_a_wrong_name_deletes_nothing(theirs: Client, bob: User) -> None:
    show_it_is_them(theirs)
    assert theirs.post(PAGE, {"name": "Rob"}).status_code == 200
    bob.refresh_from_db()
    assert bob.deleted_at is None


def test_guessing_the_password_is_throttled(theirs: Client, bob: User) -> None:
    for _ in range(10):
        leave(theirs, "wrong one")
    leave(theirs)
    bob.refresh_from_db()
    assert bob.deleted_at is None


def test_nothing_personal_is_left(theirs: Client, bob: User) -> None:
    bob.groups.add(Group.objects.create(name="moderators"))
    assert leave(theirs).status_code == 302
    bob.refresh_from_db()
    assert (bob.name, bob.name_key, bob.email, bob.last_login) == (None, None, "", None)
    assert (bob.language, bob.time_zone, bob.theme) == ("en", "UTC", "auto")
    assert not bob.is_active
    assert not bob.has_usable_password()
    assert not bob.groups.exists()
    assert not EmailAddress.objects.exists()
    assert not UserSession.objects.exists()


def test_others_read_former_player(theirs: Client, bob: User) -> None:
    leave(theirs)
    bob.refresh_from_db()
    assert bob.display_name == "former player"
    assert str(bob) == "former player"


def test_every_browser_is_signed_out(theirs: Client, bob: User) -> None:
    other = Client()
    other.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    leave(theirs)
    assert theirs.get("/settings/").status_code == 302
    assert other.get("/settings/").status_code == 302


def test_waiting_mail_is_dropped_and_a_farewell_sent(theirs: Client, bob: User, post: Post) -> None:
    EmailMessage("Your turn", "Dig", None, [bob.email]).send()
    leave(theirs)
    [farewell] = post()
    assert farewell.to == ["bob@example.org"]
    assert farewell.subject != "Your turn"
    assert not OutgoingMail.objects.exists()


def test_name_and_address_are_free_again(theirs: Client, bob: User) -> None:
    leave(theirs)
    UserFactory.create(name="B0b", email="bob@example.org")


def test_many_can_leave(theirs: Client) -> None:
    for _ in range(3):
        deletion.delete_account(UserFactory.create(), now())
    assert User.objects.filter(name=None).count() == 3


def test_an_old_reset_link_leads_nowhere(theirs: Client, bob: User, post: Post) -> None:
    Client().post("/accounts/password/reset/", {"email": bob.email})
    [message] = post()
    path = str(message.body).split("/accounts/")[1].split()[0]
    leave(theirs)
    assert Client().get(f"/accounts/{path}").context["token_fail"]


# Players without a password


@pytest.fixture
def passwordless(theirs: Client, bob: User) -> Client:
    bob.set_unusable_password()
    bob.save()
    theirs.force_login(bob)
    theirs.get("/settings/")
    return theirs


def test_a_player_without_a_password_types_a_mailed_code(
    passwordless: Client, bob: User, post: Post
) -> None:
    asked = passwordless.post(PAGE, {"name": "Bob"})
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/code/")
    bob.refresh_from_db()
    assert bob.deleted_at is None
    confirm(passwordless, post, next=PAGE)
    bob.refresh_from_db()
    assert bob.deleted_at is not None


def test_a_mailed_code_opens_the_export_too(passwordless: Client, post: Post) -> None:
    assert passwordless.post("/settings/data/").status_code == 302
    answer = confirm(passwordless, post, next="/settings/data/")
    assert answer.headers["Content-Disposition"].startswith("attachment")


def test_after_three_wrong_codes_the_right_one_fails(passwordless: Client, post: Post) -> None:
    page = "/accounts/reauthenticate/code/"
    passwordless.post(page, {"send": "1"})
    [message] = post()
    for _ in range(3):
        passwordless.post(page, {"code": "nonsense"})
    passwordless.post(page, {"code": code(message)})
    assert passwordless.post("/settings/data/").status_code == 302


def test_a_code_is_no_way_around_a_second_factor(theirs: Client, bob: User) -> None:
    with_second_factor(bob)
    for path in ("/accounts/reauthenticate/", "/accounts/reauthenticate/code/"):
        assert theirs.get(path).headers["Location"] == "/accounts/2fa/reauthenticate/"
    theirs.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert theirs.post("/settings/data/").headers["Location"].startswith("/accounts/2fa/")


def test_an_open_browser_does_not_let_anyone_change_the_address_of_a_player_without_a_password(
    passwordless: Client, bob: User
) -> None:
    passwordless.post("/accounts/email/", {"email": "thief@example.org", "action_add": ""})
    assert not EmailAddress.objects.filter(email="thief@example.org").exists()


# Hooks

seen: list[tuple[str | None, datetime]] = []


def hand_over_the_seat(user: User, at: datetime) -> None:
    seen.append((user.name, at))


def refuse(user: User, at: datetime) -> Any:
    raise RuntimeError("the seat cannot be handed over")


def test_other_apps_release_the_player_first(bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion.DELETION_HOOKS, "provided", (hand_over_the_seat,))
    seen.clear()
    at = now()
    deletion.delete_account(bob, at)
    deletion.delete_account(bob, at)
    assert seen == [("Bob", at)]


def test_a_hook_that_fails_leaves_everything_as_it_was(
    theirs: Client, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletion.DELETION_HOOKS, "provided", (refuse,))
    with pytest.raises(RuntimeError):
        leave(theirs)
    bob.refresh_from_db()
    assert bob.name == "Bob"
    assert EmailAddress.objects.filter(user=bob).exists()
