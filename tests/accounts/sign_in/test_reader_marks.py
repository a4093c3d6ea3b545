"""Every response tells the service worker whose it is, and tells nobody else anything."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.sign_in.sessions import MARK_HEADER, MARK_OF_NOBODY, player_mark
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = pytest.mark.django_db


def test_each_session_has_a_mark_of_its_own_that_begins_with_the_player() -> None:
    user, other = UserFactory.create(), UserFactory.create()
    first, second, third = signed_in(user), signed_in(user), signed_in(other)
    marks = [client.get("/rules/")[MARK_HEADER] for client in (first, first, second, third)]
    assert marks[0] == marks[1]
    assert len(set(marks)) == 3
    players = [mark.partition(".")[0] for mark in marks]
    assert players == [player_mark(user.pk)] * 3 + [player_mark(other.pk)]


def test_visitors_and_signed_out_users_are_nobody() -> None:
    assert Client().get("/")[MARK_HEADER] == MARK_OF_NOBODY
    client = signed_in(UserFactory.create())
    assert client.post("/accounts/logout/")[MARK_HEADER] == MARK_OF_NOBODY
    assert client.get("/no-such-page/")[MARK_HEADER] == MARK_OF_NOBODY


def test_a_mark_contains_neither_the_session_nor_the_player_id() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    mark = client.get("/rules/")[MARK_HEADER]
    assert (client.session.session_key or "x") not in mark
    assert str(user.pk) not in mark.split(".")
