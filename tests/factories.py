"""Rows for tests, as the site itself creates them."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client
from factory.declarations import LazyAttribute, Sequence
from factory.django import DjangoModelFactory

from accounts.models import User

PASSWORD = "lantern and rope"


def show_it_is_them(client: Client) -> Client:
    """Confirm the password, as pages require before something important."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


class UserFactory(DjangoModelFactory[User]):
    """A player with a confirmed address, who can sign in with PASSWORD."""

    class Meta:
        model = User

    name = Sequence(
        lambda n: f"Digger-{1000 + n}"
    )  # of the same length, in whatever order tests run
    email = LazyAttribute(lambda user: f"{user.name.lower()}@example.org")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> User:
        verified = kwargs.pop("verified", True)
        user = model_class.objects.create_user(**kwargs)
        if user.email:
            EmailAddress.objects.create(
                user=user, email=user.email, verified=verified, primary=True
            )
        return user
