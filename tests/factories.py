"""Rows for tests, made as people make them."""

from __future__ import annotations

from itertools import count
from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "lantern and rope"


def show_it_is_them(client: Client) -> Client:
    """The password once more, as pages ask for it before something that matters."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


class UserFactory:
    """Players with a confirmed address, who can sign in with PASSWORD."""

    _numbers = count(1000)  # names of one length, in whatever order tests run

    @classmethod
    def create(cls, verified: bool = True, **fields: Any) -> User:
        name = fields.setdefault("name", f"Digger-{next(cls._numbers)}")
        email = fields.setdefault("email", f"{name.lower()}@example.org")
        fields.setdefault("password", PASSWORD)
        user = User.objects.create_user(**fields)
        if email:
            EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)
        return user

    @classmethod
    def create_batch(cls, size: int, **fields: Any) -> list[User]:
        return [cls.create(**fields) for _ in range(size)]
