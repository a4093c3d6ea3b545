"""Moving to another address."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import link
from tests.factories import PASSWORD, UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
PAGE = "/accounts/email/"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email="old@example.org")


@pytest.fixture
def theirs(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_the_password_is_asked_for_first(client: Client, bob: User, post: Post) -> None:
    client.force_login(bob)
    answer = client.post(PAGE, {"email": "new@example.org", "action_add": ""})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert post() == []
    client.post(answer.headers["Location"], {"password": PASSWORD, "next": PAGE})
    assert [message.to for message in post()] == [["new@example.org"]]


def test_the_old_address_stays_until_the_new_one_is_confirmed(
    theirs: Client, bob: User, post: Post
) -> None:
    theirs.post(PAGE, {"email": "New@example.org", "action_add": ""})
    [message] = post()
    assert message.to == ["new@example.org"]
    theirs.get(link(message))
    bob.refresh_from_db()
    assert bob.email == "old@example.org"
    theirs.post(link(message))
    bob.refresh_from_db()
    assert bob.email == "new@example.org"
    assert [address.email for address in EmailAddress.objects.filter(user=bob)] == [bob.email]


def test_the_old_address_is_notified(theirs: Client, post: Post) -> None:
    theirs.post(PAGE, {"email": "new@example.org", "action_add": ""})
    [message] = post()
    theirs.post(link(message))
    [notice] = post()
    assert notice.to == ["old@example.org"]
    assert "new@example.org" in str(notice.body)


def test_the_change_can_be_cancelled(theirs: Client, bob: User, post: Post) -> None:
    theirs.post(PAGE, {"email": "new@example.org", "action_add": ""})
    [message] = post()
    theirs.post(PAGE, {"email": "new@example.org", "action_remove": ""})
    assert theirs.post(link(message)).status_code == 404
    bob.refresh_from_db()
    assert bob.email == "old@example.org"


def test_another_players_address_is_never_handed_over(
    theirs: Client, bob: User, post: Post
) -> None:
    UserFactory.create(email="taken@example.org")
    theirs.post(PAGE, {"email": "taken@example.org", "action_add": ""})
    [message] = post()
    assert message.to == ["taken@example.org"]
    assert "/confirm-email/" not in str(message.body)
    claim = EmailAddress.objects.get(user=bob, email="taken@example.org")
    assert not claim.set_verified()
