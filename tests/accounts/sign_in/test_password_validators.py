"""Which passwords are accepted."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.forms import PASSWORD_RULES
from accounts.models import User
from config.environment import DEMO_PASSWORD
from tests.factories import PASSWORD


def why_not(password: str) -> set[str]:
    try:
        validate_password(password, User(name="Grumbeard", email="grum@example.org"))
    except ValidationError as refused:
        return {error.code or "" for error in refused.error_list}
    return set()


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short-one-7", "password_too_short"),
        ("839201748392", "password_entirely_numeric"),
        ("password1234", "password_too_common"),
        ("Password!!!!", "password_too_common"),
        ("passwordpassword", "password_too_common"),
        ("1q2w3e4r5t6y", "password_too_common"),
        ("dragon-2024-!", "password_too_common"),
        ("aaaaaaaaaaaaa", "password_too_common"),
        ("abababababab", "password_too_common"),
        ("undermine2024!", "password_names_site"),
        ("I love Undermine", "password_names_site"),
        ("Under-Mine-4711", "password_names_site"),
        ("UNDERM1NE-me-9", "password_names_site"),
        ("grumbeard-1234", "password_too_similar"),
    ],
)
def test_a_weak_password_is_refused(password: str, why: str) -> None:
    assert why in why_not(password)


@pytest.mark.parametrize(
    "password",
    [PASSWORD, DEMO_PASSWORD, "twelve chars", "ünïcödé gräbt", "a" * 3 + "long way down"],
)
def test_a_good_password_is_accepted(password: str) -> None:
    assert why_not(password) == set()


@pytest.mark.django_db
def test_the_page_states_the_rule_in_force(client: Client) -> None:
    fields = {"username": "Anna", "email": "anna@example.org"}
    for password, taken in (("elevenchar!", False), ("twelve chars", True)):
        client.post("/accounts/signup/", fields | {"password1": password})
        assert User.objects.filter(name="Anna").exists() == taken
    assert str(PASSWORD_RULES).startswith("At least twelve characters")
    assert str(PASSWORD_RULES) in Client().get("/accounts/signup/").content.decode()
