"""Unconfirmed accounts are removed; real accounts never are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts import demo
from accounts.mail import addresses
from accounts.models import User
from accounts.privacy import deletion, retention
from config.clock import now
from config.jobs.cleanup import clean_up
from games.tables import demo as demo_tables
from games.tables import services
from games.tables.models import Table
from tests import real_tables
from tests.config.test_cleanup import NO_TIME, NOON, WEEK, an_account, clean, count, joined, there
from tests.factories import PASSWORD, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]

LONG_AGO = NOON - timedelta(days=900)


def test_a_name_held_by_an_unconfirmed_account_becomes_free(client: Client) -> None:
    owner = joined(UserFactory.create(), LONG_AGO)
    form = {"username": "Holder", "email": owner.email, "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    held = joined(User.objects.get(name="Holder"), NOON - WEEK)
    assert not held.is_active
    assert clean("unconfirmed-accounts") == 1
    assert (there(held), there(owner)) == (False, True)
    assert not User.objects.named("Holder").exists()


def test_an_unconfirmed_sign_up_is_removed_with_its_address(client: Client) -> None:
    form = {"username": "Bob", "email": "bob@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    joined(User.objects.get(), NOON - WEEK)
    assert clean("unconfirmed-accounts") == 1
    assert not EmailAddress.objects.exists()
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert User.objects.get().email == "bob@example.org"


def test_an_account_whose_address_went_to_its_owner_is_removed() -> None:
    claimer = joined(UserFactory.create(email="bob@example.org", verified=False), NOON - WEEK)
    owner = joined(UserFactory.create(email=""), LONG_AGO)
    proven = EmailAddress.objects.create(user=owner, email="bob@example.org", verified=True)
    addresses.release_unconfirmed(proven)
    assert clean("unconfirmed-accounts") == 1
    assert (there(claimer), there(owner)) == (False, True)


def made_by_an_operator() -> User:
    return User.objects.create_user(name="Operator-made", email="made@example.org", password="x")


def superuser_of_the_command_line() -> User:
    return User.objects.create_superuser(name="Root-of-all", email="root@example.org")


def host_of_the_demo() -> User:
    return User.objects.create_user(name="Mira")


def staff_with_a_claim() -> User:
    return UserFactory.create(verified=False, is_staff=True)


def somebody_who_was_here() -> User:
    return UserFactory.create(verified=False, last_login=LONG_AGO)


def somebody_who_confirmed_elsewhere() -> User:
    return UserFactory.create()


def somebody_who_is_signed_in() -> User:
    user = UserFactory.create(verified=False)
    UserSession.objects.create(user=user, session_key="k", ip="127.0.0.1", user_agent="Lynx")
    return user


def somebody_with_a_seat() -> User:
    user = UserFactory.create(verified=False)
    services.join(user, real_tables.lobby().code, now())
    return user


def somebody_who_opened_a_table() -> User:
    user = UserFactory.create(verified=False)
    Table.objects.filter(pk=real_tables.lobby().pk).update(owner=user)
    return user


def somebody_who_changes_their_address() -> User:
    user = UserFactory.create()
    EmailAddress.objects.create(user=user, email="new@example.org", verified=False)
    return user


def a_closed_account() -> User:
    return UserFactory.create(is_active=False)


def somebody_who_left() -> User:
    user = UserFactory.create()
    deletion.delete_account(user, now())
    return user


@pytest.mark.parametrize(
    "make",
    [
        made_by_an_operator, superuser_of_the_command_line, host_of_the_demo, staff_with_a_claim,
        somebody_who_was_here, somebody_who_confirmed_elsewhere, somebody_who_is_signed_in,
        somebody_with_a_seat, somebody_who_opened_a_table, somebody_who_changes_their_address,
        a_closed_account, somebody_who_left, demo.demo_player,
    ],
)  # fmt: skip
def test_a_real_account_is_kept_however_old(make: Callable[[], User]) -> None:
    user = joined(make(), LONG_AGO)
    assert count("unconfirmed-accounts") == 0
    assert clean("unconfirmed-accounts") == 0
    assert there(user)


def test_the_demo_outlives_every_clean_up() -> None:
    player = demo.demo_player()
    demo_tables.tables(player, now())
    before = (User.objects.count(), Table.objects.count())
    User.objects.update(joined_at=LONG_AGO)
    clean_up()
    assert (User.objects.count(), Table.objects.count()) == before


def test_a_player_who_confirms_while_being_removed_is_kept() -> None:
    """A row is found, the address is confirmed, then the row is locked: the last check counts."""
    user = an_account(NO_TIME)
    found = retention.unconfirmed_accounts(NOON)
    assert list(found) == [user]
    strangers = User.objects.filter(pk=user.pk)
    EmailAddress.objects.filter(user=user).update(verified=True)
    assert list(retention.still_unconfirmed(strangers)) == []
