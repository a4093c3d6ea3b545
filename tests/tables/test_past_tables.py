"""A player's past tables are found by their seats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.presenters import lists
from tests import real_tables, round_ends
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def played_alone(user: User) -> Table:
    return round_ends.to_the_end(real_tables.running(user, kind="solo"))


def given_up(user: User) -> Table:
    table = real_tables.running(user, kind="solo")
    services.resign(user, table.code, now())
    return table


def called_off(user: User) -> Table:
    table = real_tables.running(user, UserFactory.create(), kind="duel")
    for seat in table.seats.select_related("user"):
        services.agree_to_cancel(seat.user, table.code, True, now())  # type: ignore[arg-type]
    return table


def lobby_left_by_its_owner(user: User) -> Table:
    owner = UserFactory.create()
    table = real_tables.lobby(owner)
    services.join(user, table.code, now())
    services.leave(owner, table.code, now())
    return table


def lobby_never_filled(user: User) -> Table:
    table = real_tables.lobby(user)
    services.expire_lobby(table.code, now() + timedelta(days=60))
    return table


def abandoned(user: User) -> Table:
    table = real_tables.running(user, kind="solo")
    assert services.abandon_table(table.code, now() + timedelta(days=60))
    return table


ENDINGS = (
    played_alone, given_up, called_off, lobby_left_by_its_owner, lobby_never_filled, abandoned,
)  # fmt: skip


@pytest.mark.parametrize("ends", ENDINGS)
def test_every_end_of_a_table_is_recorded_in_its_seats(ends: Callable[[User], Table]) -> None:
    table = ends(UserFactory.create())
    table.refresh_from_db()
    assert table.status in Table.OVER
    assert {seat.ended_at for seat in table.seats.all()} == {table.ended_at}
    assert table.ended_at is not None


def test_seats_of_open_tables_have_no_end() -> None:
    user = UserFactory.create()
    real_tables.lobby(user)
    real_tables.running(user, UserFactory.create(), kind="duel")
    assert set(Seat.objects.values_list("ended_at", flat=True)) == {None}


def test_the_best_solo_result_ignores_games_given_up() -> None:
    user = UserFactory.create()
    given_up(user)
    assert lists.counts(user)["best"] is None
    seat = played_alone(user).seats.get()
    assert lists.counts(user)["best"] == seat.score == seat.score_alone


def as_the_last_release_left_it(table: Table) -> None:
    """Reset the columns that the last release doesn't know."""
    table.seats.update(ended_at=None, score_alone=None)


def test_tables_ended_by_an_older_release_are_listed_too() -> None:
    user = UserFactory.create()
    ended = [given_up(user), played_alone(user), called_off(user)]
    before = lists.counts(user)
    as_the_last_release_left_it(ended[1])
    found = lists.counts(user)
    assert found == before | {"unsaid": 1}
    assert lists.newest_over(user, found["unsaid"]) == ended[::-1]
    assert before["over"] == 3
    assert list(lists.waiting(user)) == []


def test_the_migration_fills_the_columns_of_past_seats() -> None:
    user = UserFactory.create()
    ended = [given_up(user), played_alone(user), called_off(user)]
    running = real_tables.running(user, kind="solo")
    told = list(Seat.objects.values_list("pk", "ended_at", "score_alone"))
    for table in (*ended, running):
        as_the_last_release_left_it(table)
    fill = import_module("games.tables.migrations.0008_seats_of_the_past").fill
    fill(apps, None)
    assert list(Seat.objects.values_list("pk", "ended_at", "score_alone")) == told
