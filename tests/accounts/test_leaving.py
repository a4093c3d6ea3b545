"""Delete my account: for good, at once, and without harm to others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import LazySettings
from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.test import Client

from accounts import leaving
from accounts.models import OutgoingMail, User
from config.clock import now
from tests.factories import PASSWORD, UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both]
PAGE = "/settings/delete/"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(
        name="Bob", email="bob@example.org", language="nl", time_zone="Asia/Tokyo"
    )


@pytest.fixture
def his(bob: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    return client


def test_the_password_is_asked_for(his: Client, bob: User) -> None:
    assert his.post(PAGE, {"password": "wrong one"}).status_code == 200
    bob.refresh_from_db()
    assert bob.deleted_at is None


def test_guessing_the_password_is_throttled(his: Client, bob: User) -> None:
    for _ in range(5):
        his.post(PAGE, {"password": "wrong one"})
    assert his.post(PAGE, {"password": PASSWORD}).status_code == 200
    bob.refresh_from_db()
    assert bob.deleted_at is None


def test_nothing_personal_is_left(his: Client, bob: User) -> None:
    bob.groups.add(Group.objects.create(name="moderators"))
    assert his.post(PAGE, {"password": PASSWORD}).status_code == 302
    bob.refresh_from_db()
    assert (bob.name, bob.name_key, bob.email, bob.last_login) == (None, None, "", None)
    assert (bob.language, bob.time_zone, bob.theme) == ("en", "UTC", "auto")
    assert not bob.is_active
    assert not bob.has_usable_password()
    assert not bob.groups.exists()
    assert not EmailAddress.objects.exists()
    assert not UserSession.objects.exists()


def test_others_read_former_player(his: Client, bob: User) -> None:
    his.post(PAGE, {"password": PASSWORD})
    bob.refresh_from_db()
    assert bob.display_name == "former player"
    assert str(bob) == "former player"


def test_every_browser_is_signed_out(his: Client, bob: User) -> None:
    other = Client()
    other.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    his.post(PAGE, {"password": PASSWORD})
    assert his.get("/settings/").status_code == 302
    assert other.get("/settings/").status_code == 302


def test_what_waited_for_him_is_dropped_and_a_farewell_sent(
    his: Client, bob: User, post: Post
) -> None:
    EmailMessage("Your turn", "Dig", None, [bob.email]).send()
    his.post(PAGE, {"password": PASSWORD})
    [farewell] = post()
    assert farewell.to == ["bob@example.org"]
    assert farewell.subject != "Your turn"
    assert not OutgoingMail.objects.exists()


def test_name_and_address_are_free_again(his: Client, bob: User) -> None:
    his.post(PAGE, {"password": PASSWORD})
    UserFactory.create(name="B0b", email="bob@example.org")


def test_many_can_leave(his: Client) -> None:
    for _ in range(3):
        leaving.leave(UserFactory.create(), now())
    assert User.objects.filter(name=None).count() == 3


def test_an_old_reset_link_leads_nowhere(his: Client, bob: User, post: Post) -> None:
    Client().post("/accounts/password/reset/", {"email": bob.email})
    [message] = post()
    path = str(message.body).split("/accounts/")[1].split()[0]
    his.post(PAGE, {"password": PASSWORD})
    assert Client().get(f"/accounts/{path}").context["token_fail"]


# One without a password


@pytest.fixture
def passwordless(his: Client, bob: User) -> Client:
    bob.set_unusable_password()
    bob.save()
    his.force_login(bob)
    his.get("/settings/")
    return his


def test_one_without_a_password_types_his_name(passwordless: Client, bob: User) -> None:
    assert passwordless.post(PAGE, {"name": "Rob"}).status_code == 200
    assert passwordless.post(PAGE, {"name": "Bob"}).status_code == 302
    bob.refresh_from_db()
    assert bob.deleted_at is not None


def test_but_only_soon_after_signing_in(passwordless: Client, bob: User) -> None:
    UserSession.objects.update(created_at=now() - timedelta(hours=1))
    answer = passwordless.post(PAGE, {"name": "Bob"})
    [error] = answer.context["form"].errors.as_data()["name"]
    assert error.code == "sign_in_again"


# Hooks

seen: list[tuple[str | None, datetime]] = []


def hand_over_the_seat(user: User, at: datetime) -> None:
    seen.append((user.name, at))


def refuse(user: User, at: datetime) -> Any:
    raise RuntimeError("the seat cannot be handed over")


def test_other_apps_let_go_of_him_first(bob: User, settings: LazySettings) -> None:
    settings.LEAVE_HOOKS = [f"{__name__}.hand_over_the_seat"]
    seen.clear()
    at = now()
    leaving.leave(bob, at)
    leaving.leave(bob, at)
    assert seen == [("Bob", at)]


def test_a_hook_that_fails_leaves_everything_as_it_was(
    his: Client, bob: User, settings: LazySettings
) -> None:
    settings.LEAVE_HOOKS = [f"{__name__}.refuse"]
    with pytest.raises(RuntimeError):
        his.post(PAGE, {"password": PASSWORD})
    bob.refresh_from_db()
    assert bob.name == "Bob"
    assert EmailAddress.objects.filter(user=bob).exists()
