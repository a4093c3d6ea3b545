"""How reliably a player takes their turns, and tables that ask for it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from config.clock import now
from games.players import reliability
from games.tables import services
from games.tables.models import Departure, Seat
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from tests.factories import UserFactory
from tests.tables.play import age, load, new_table, on_turn, play, seat_on_turn, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def player(in_time: int, missed: int) -> User:
    """Make a player with a past, part of it at a table that they left."""
    loaded = new_table(3)
    user = loaded.seats[0].user
    assert user is not None
    half = in_time // 2
    Seat.objects.filter(pk=loaded.seats[0].pk).update(in_time=half, missed=missed)
    other = new_table(3).table
    Departure.objects.create(table=other, user=user, seat=0, in_time=in_time - half, missed=0)
    return user


def test_turns_count_even_at_tables_they_left(
    django_assert_max_num_queries: Any,
) -> None:
    user = player(in_time=27, missed=3)
    with django_assert_max_num_queries(2):
        found = reliability.reliability_of(user)
    assert (found.in_time, found.missed, found.percent) == (27, 3, 90)


def test_a_newcomer_has_no_reliability_yet() -> None:
    assert reliability.reliability_of(UserFactory.create()).percent is None
    assert reliability.reliability_of(player(19, 0)).percent is None
    assert reliability.reliability_of(player(19, 1)).percent == 95


def test_a_hundred_per_cent_means_every_turn() -> None:
    assert reliability.reliability_of(player(999, 1)).percent == 99
    assert reliability.reliability_of(player(1000, 0)).percent == 100


def test_turns_in_time_and_missed_turns_are_counted() -> None:
    loaded = new_table(3)
    first = on_turn(loaded)
    loaded = play(loaded)
    second = on_turn(loaded)
    services.miss_turn(seat_on_turn(age(loaded)).pk, now())
    assert (
        reliability.reliability_of(first).in_time,
        reliability.reliability_of(first).missed,
    ) == (1, 0)
    assert (
        reliability.reliability_of(second).in_time,
        reliability.reliability_of(second).missed,
    ) == (0, 1)


@pytest.mark.parametrize(
    ("in_time", "missed", "sits"), [(18, 2, True), (17, 3, False), (0, 19, True), (0, 0, True)]
)
def test_a_table_may_ask_for_reliable_players(in_time: int, missed: int, sits: bool) -> None:
    plan = TablePlan("classic", 4, "Punctual", min_reliability=90)
    table = services.open_table(UserFactory.create(), plan, token(), now())
    user = player(in_time, missed)
    if sits:
        services.join(user, table.code, now())
    else:
        with pytest.raises(Refused, match=r"^unreliable$"):
            services.join(user, table.code, now())
    assert Seat.objects.filter(table=table, user=user).exists() == sits


def test_a_replacement_must_be_reliable_too() -> None:
    loaded = new_table(3, min_reliability=90)
    services.leave(on_turn(loaded), loaded.table.code, now())
    with pytest.raises(Refused, match=r"^unreliable$"):
        services.take_seat(player(10, 10), loaded.table.code, seat_on_turn(loaded).number, now())


def test_a_rematch_keeps_every_time_setting() -> None:
    rules: dict[str, Any] = {
        "pace_hours": 1, "pace_minutes": 10, "bank_hours": 100, "sleep_aware": False,
        "vacation_ok": False, "excused": 3, "offer_hours": 48, "gives_back": False,
        "min_reliability": 0,
    }  # fmt: skip
    loaded = new_table(2, bots=1, **rules)
    for seat in loaded.seats:
        if seat.user:
            services.agree_to_cancel(seat.user, loaded.table.code, True, now())
    user = loaded.seats[0].user
    assert user is not None
    again = services.rematch(user, loaded.table.code, now())
    assert {name: getattr(again, name) for name in rules} == rules
    assert {name: getattr(load(loaded.table).table, name) for name in rules} == rules
