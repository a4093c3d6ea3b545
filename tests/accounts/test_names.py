"""Which names are allowed, and which count as the same."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import User
from tests.factories import UserFactory


@pytest.mark.parametrize(
    "name", ["Bob", "a-b", "x_1", "007", "Zoë", "Иван", "Νίκος", "田中さん", "abcdefghijklmnopqrst"]
)
def test_letters_digits_and_separators_make_a_name(name: str) -> None:
    names.validate(names.normal(name))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ab", "name_length"),
        ("abcdefghijklmnopqrstu", "name_length"),
        ("a b", "name_characters"),
        ("bob!", "name_characters"),
        ("bob\u200b", "name_characters"),
        ("bob\u202eevil", "name_characters"),
        ("x\u0301\u0302\u0303", "name_characters"),
        ("---", "name_characters"),
        ("Bоb", "name_scripts"),  # Cyrillic о
        ("Иvan", "name_scripts"),
        ("νον", "name_poses"),  # reads as "vov", but its capitals as "NON"
    ],
)
def test_an_invalid_name_is_refused_with_a_reason(name: str, reason: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.validate(names.normal(name))
    assert refusal.value.code == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "bob"),
        ("Bob", "B0b"),
        ("Lillian", "1i11iaп".replace("п", "n")),
        ("Lillian", "IiIIian"),
        ("the-rat", "the_rat"),
        ("the-rat", "TheRat"),
        ("Zoë", "Zoe"),
        ("Straße", "STRASSE"),
        ("Tom", "Torn"),
        ("Vivvi", "Viwi"),
        ("Bob", "Ｂｏｂ"),
        ("BOB", "ВОВ"),  # Cyrillic
        ("pace", "расе"),  # Cyrillic
        ("ВОВА", "вова"),
        ("ΓΠΦ", "ГПФ"),  # Greek, Cyrillic
    ],
)
def test_names_that_look_alike_have_the_same_key(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "Rob"),
        ("hat", "nat"),
        ("nat", "vat"),
        ("yes", "ues"),
        ("Tim1", "Tim2"),
        ("pit", "put"),
    ],
)
def test_names_that_look_different_have_different_keys(one: str, other: str) -> None:
    assert names.key(one) != names.key(other)


@pytest.mark.parametrize("name", ["admin", "Adm1n", "UNDERMINE", "former-player"])
def test_some_names_are_reserved(name: str) -> None:
    assert names.is_reserved(name)


@pytest.mark.both
@pytest.mark.django_db
class TestTheDatabase:
    def test_refuses_a_look_alike(self) -> None:
        UserFactory.create(name="Lillian")
        with pytest.raises(IntegrityError), transaction.atomic():
            UserFactory.create(name="1illian")

    def test_refuses_an_address_in_other_case(self) -> None:
        UserFactory.create(email="bob@example.org")
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.bulk_create([User(name="Rob", name_key="rob", email="BOB@example.org")])

    def test_holds_many_without_an_address(self) -> None:
        UserFactory.create(email="")
        UserFactory.create(email="")
        assert User.objects.filter(email="").count() == 2

    def test_refuses_a_living_player_without_a_key(self) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.bulk_create([User(name="Keyless")])

    def test_finds_a_player_by_any_spelling(self) -> None:
        bob = UserFactory.create(name="Bob")
        assert User.objects.get_by_natural_key("B0B") == bob

    def test_keeps_the_key_with_the_name(self) -> None:
        bob = UserFactory.create(name="Bob")
        bob.name = "Rob"
        bob.save(update_fields=["name"])
        assert list(User.objects.named("rob")) == [bob]
