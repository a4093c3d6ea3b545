"""A stream has the same keys as the poll of its reader, and looks up many at once."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from games.live import topic_keys
from games.live.topic_keys import LOBBY, RUNNING, Topic
from games.tables import access
from games.tables.access import Reader
from games.tables.models import Departure, Invitation, Seat, Table
from games.tables.presenters import chat_log
from tests.factories import UserFactory
from tests.real_tables import lobby, running

pytestmark = [pytest.mark.both, pytest.mark.django_db]

TIES = ("seat", "invited", "left")


def polled(reader: Reader, found: Table) -> str | None:
    """Return what the poll compares; None where it answers 404."""
    try:
        glance = access.counts(reader, found.code)
    except Http404:
        return None
    return chat_log.chat_key(glance, chat_log.hears_gallery(reader, glance.seat))


def tie(user: User, found: Table, how: str) -> None:
    if how == "seat":
        Seat.objects.create(table=found, number=9, user=user)
    elif how == "invited":
        Invitation.objects.create(table=found, user=user)
    else:
        Departure.objects.create(table=found, user=user, seat=0)


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("status", ["lobby", "running", "finished"])
def test_every_reader_gets_the_same_keys_by_stream_and_by_poll(public: bool, status: str) -> None:
    found = lobby()
    Table.objects.filter(pk=found.pk).update(
        public=public, status=status, changes=7, talk=5, gallery=3
    )
    readers: list[Reader] = [AnonymousUser()]
    for size in range(len(TIES) + 1):
        for ties in itertools.combinations(TIES, size):
            user = UserFactory.create()
            for how in ties:
                if how == "seat":
                    Seat.objects.filter(number=9).update(number=20 + user.pk)
                tie(user, found, how)
            readers.append(user)
    asked = {(Topic("table", found.pk), reader.pk) for reader in readers}
    answers = topic_keys.current_keys(asked).keys
    assert len(readers) == 9
    for reader in readers:
        assert answers.get((Topic("table", found.pk), reader.pk)) == polled(reader, found)


def test_a_missing_table_has_no_key() -> None:
    assert topic_keys.current_keys([(Topic("table", 1_000_000), None)]).keys == {}


def test_unknown_topic_names_are_left_out() -> None:
    found, user = lobby(public=False), UserFactory.create()
    names = [f"table:{found.code}", "table:", "table", "home", "lobby", "", "home:1", "Lobby"]
    names += ["running", "running:1"]
    assert topic_keys.topics_by_name(None, names) == {LOBBY: "lobby", RUNNING: "running"}
    lists = {LOBBY: "lobby", RUNNING: "running", Topic("home", user.pk): "home"}
    assert topic_keys.topics_by_name(user.pk, names) == lists
    assert found.owner is not None
    theirs = topic_keys.topics_by_name(found.owner.pk, names)
    assert theirs[Topic("table", found.pk)] == f"table:{found.code}"


@pytest.mark.parametrize("many", [1, 5])
def test_many_readers_and_tables_cost_the_same_queries_as_one(
    many: int, django_assert_num_queries: Any
) -> None:
    users = UserFactory.create_batch(many + 1)
    tables = [running(*users[:2], kind="duel") for _ in range(many)]
    asked: set[tuple[Topic, int | None]] = {
        (Topic("table", found.pk), user.pk) for found in tables for user in users
    }
    with django_assert_num_queries(2):
        assert len(topic_keys.current_keys(asked).keys) == len(tables) * len(users)
    asked |= {(Topic("home", user.pk), user.pk) for user in users} | {(LOBBY, None)}
    with django_assert_num_queries(7):
        topic_keys.current_keys(asked)
