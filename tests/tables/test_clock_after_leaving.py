"""Nobody gains time by leaving their seat and coming back."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from accounts import time_zones
from accounts.models import User
from config.clock import now
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import Seat
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.tables.play import load, new_table, on_turn, play, play_until, seat_on_turn, told

pytestmark = [pytest.mark.django_db, pytest.mark.both]
HOUR = timedelta(hours=1)
BANKS: dict[str, Any] = {"pace_hours": 8, "bank_hours": 72}
CLOCK = (
    "turn",
    "turn_began_at",
    "due_at",
    "remind_at",
    "bank",
    "excused_left",
    "in_time",
    "missed",
)


def clock(loaded: LoadedTable, number: int) -> dict[str, Any]:
    seat = Seat.objects.get(table=loaded.table, number=number)
    return {name: getattr(seat, name) for name in CLOCK}


def leave_and_return(user: User, loaded: LoadedTable, left: datetime, back: datetime) -> None:
    services.leave(user, loaded.table.code, left)
    services.take_back(user, loaded.table.code, back)


@pytest.mark.parametrize("offer_hours", [24, 0], ids=["on offer", "a bot between"])
@pytest.mark.parametrize("plan", [{}, BANKS], ids=["turns", "banks"])
def test_a_player_who_leaves_and_comes_back_has_the_clock_they_had(
    plan: dict[str, Any], offer_hours: int
) -> None:
    loaded = play(new_table(3, offer_hours=offer_hours, **plan))
    player, number = on_turn(loaded), seat_on_turn(loaded).number
    before, at = clock(loaded, number), now()
    for hours in (1, 20, 40):
        leave_and_return(player, loaded, at + hours * HOUR, at + (hours + 9) * HOUR)
    assert clock(loaded, number) == before
    assert told(player, "turn") in ([], [""])  # the same turn, notified at most once


def test_a_clock_that_ran_out_meanwhile_counts_as_missed() -> None:
    loaded = new_table(3, pace_hours=12, excused=0)
    player, number, at = on_turn(loaded), seat_on_turn(loaded).number, now()
    leave_and_return(player, loaded, at + 11 * HOUR, at + 30 * HOUR)
    seat = seat_on_turn(load(loaded.table))
    assert seat.due_at == at + 30 * HOUR
    assert services.miss_turn(seat.pk, at + 31 * HOUR)
    after = load(loaded.table)
    assert (after.seats[number].missed, after.seats[number].on_turn) == (1, False)


def test_leaving_after_the_deadline_still_counts_as_a_missed_turn() -> None:
    loaded = new_table(3, excused=0)
    player, number = on_turn(loaded), seat_on_turn(loaded).number
    due = seat_on_turn(loaded).due_at
    assert due is not None
    services.leave(player, loaded.table.code, due + HOUR)
    seat = load(loaded.table).seats[number]
    assert (seat.bot, seat.offered_until) == ("normal", None)
    services.take_back(player, loaded.table.code, due + HOUR)
    seat = load(loaded.table).seats[number]
    assert (seat.due_at, seat.missed) == (due + HOUR, 1)


def test_a_turn_that_begins_at_an_empty_seat_starts_when_its_player_returns() -> None:
    loaded = new_table(3)
    player = next(seat.user for seat in loaded.seats if seat.user and not seat.on_turn)
    services.leave(player, loaded.table.code, now())
    loaded = load(loaded.table)
    while seat_on_turn(loaded).user is not None:
        loaded = play(loaded)
    began = seat_on_turn(loaded).turn_began_at
    assert began is not None
    services.take_back(player, loaded.table.code, began + 20 * HOUR)
    assert seat_on_turn(load(loaded.table)).due_at == began + 72 * HOUR


def test_a_new_player_gets_a_new_clock() -> None:
    loaded = new_table(3, **BANKS)
    player, number, at = on_turn(loaded), seat_on_turn(loaded).number, now()
    Seat.objects.filter(table=loaded.table, number=number).update(due_at=at + 10 * HOUR)
    services.leave(player, loaded.table.code, at)
    services.take_seat(UserFactory.create(), loaded.table.code, number, at + 5 * HOUR)
    seat = load(loaded.table).seats[number]
    assert (seat.due_at, seat.bank) == (at + 77 * HOUR, 72 * HOUR)


def test_if_nobody_else_is_left_the_clock_has_stopped() -> None:
    loaded = new_table(2, kind="duel")
    first, second = (seat.user for seat in loaded.seats)
    assert first is not None
    assert second is not None
    at = now()
    player = on_turn(loaded)
    services.leave(first, loaded.table.code, at)
    services.leave(second, loaded.table.code, at)
    services.take_back(player, loaded.table.code, at + 20 * HOUR)
    assert seat_on_turn(load(loaded.table)).due_at == at + 92 * HOUR


# --- banks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("used", "kept"), [(32, 40), (71, 8)])
def test_a_turn_that_a_bot_ends_does_not_fill_the_bank(used: int, kept: int) -> None:
    """The time that was left is kept, at least one move's time."""
    loaded = new_table(3, offer_hours=0, **BANKS)
    player, number = on_turn(loaded), seat_on_turn(loaded).number
    began = seat_on_turn(loaded).turn_began_at
    assert began is not None
    services.leave(player, loaded.table.code, began + used * HOUR)
    assert services.let_bot_move(loaded.seats[number].pk, began + used * HOUR)
    services.take_back(player, loaded.table.code, began + (used + 1) * HOUR)
    assert load(loaded.table).seats[number].bank == kept * HOUR
    seat = seat_on_turn(play_until(load(loaded.table), player))
    assert seat.bank == kept * HOUR
    assert seat.due_at is not None
    assert seat.turn_began_at is not None
    assert seat.due_at - seat.turn_began_at == kept * HOUR


def test_leaving_out_of_turn_does_not_change_the_bank() -> None:
    loaded = new_table(3, **BANKS)
    seat = next(seat for seat in loaded.seats if not seat.on_turn)
    assert seat.user is not None
    Seat.objects.filter(pk=seat.pk).update(bank=9 * HOUR)
    leave_and_return(seat.user, loaded, now(), now() + HOUR)
    assert load(loaded.table).seats[seat.number].bank == 9 * HOUR


# --- combined with other changes to clocks --------------------------------------------------------


def test_a_pause_stops_the_clock_of_a_player_who_left_too() -> None:
    moderator = staff(MODERATOR)
    for leaves_first in (True, False):
        loaded = new_table(3)
        player, at = on_turn(loaded), now()
        due = seat_on_turn(loaded).due_at
        assert due is not None
        if leaves_first:
            services.leave(player, loaded.table.code, at + HOUR)
        table_actions.pause_table(order(moderator, loaded, at=at + 2 * HOUR))
        if not leaves_first:
            services.leave(player, loaded.table.code, at + 3 * HOUR)
        table_actions.resume_table(order(moderator, loaded, at=at + 12 * HOUR))
        services.take_back(player, loaded.table.code, at + 13 * HOUR)
        assert seat_on_turn(load(loaded.table)).due_at == due + 10 * HOUR


@pytest.mark.parametrize("first", [0, 2], ids=["today", "in two days"])
def test_a_vacation_ended_while_away_does_not_change_the_clock(first: int) -> None:
    loaded = new_table(3)
    player, at = on_turn(loaded), now()
    due, today = seat_on_turn(loaded).due_at, at.date()
    day = timedelta(days=1)
    vacations.announce_vacation(player, today + first * day, today + 20 * day, at)
    services.leave(player, loaded.table.code, at)
    vacations.end_vacation(player, at)
    services.take_back(player, loaded.table.code, at)
    assert seat_on_turn(load(loaded.table)).due_at == due


def test_ending_a_vacation_uses_the_zone_it_was_announced_in() -> None:
    """Its days are in the zone where it was announced, for the clock and for the count."""
    noon = datetime(2026, 8, 3, 12, tzinfo=UTC)
    player = UserFactory.create(time_zone="Pacific/Kiritimati")  # the fourth, two o'clock
    vacations.announce_vacation(player, date(2026, 8, 4), date(2026, 8, 4), noon)
    User.objects.filter(pk=player.pk).update(time_zone="Etc/GMT+12")  # midnight of the third
    vacations.end_vacation(User.objects.get(pk=player.pk), noon)
    assert vacations.days_left(player, 2026) == 27


def test_a_vacation_stops_the_clock_by_days_in_the_zone_it_was_announced_in() -> None:
    loaded = new_table(3)
    player, at = on_turn(loaded), now()
    due = seat_on_turn(loaded).due_at
    assert due is not None
    User.objects.filter(pk=player.pk).update(time_zone="Asia/Tokyo")  # the clock started in UTC
    player.refresh_from_db()
    first = at.astimezone(player.zone).date() + timedelta(days=1)
    vacations.announce_vacation(player, first, first, at)
    assert seat_on_turn(load(loaded.table)).due_at == due + 24 * HOUR
    vacations.end_vacation(player, time_zones.first_occurrence(first, time(1), player.zone))
    assert seat_on_turn(load(loaded.table)).due_at == due + HOUR


def test_quiet_hours_chosen_while_away_apply_from_the_next_turn() -> None:
    loaded = new_table(3)
    player, at = on_turn(loaded), now()
    due = seat_on_turn(loaded).due_at
    services.leave(player, loaded.table.code, at)
    quiet = {"quiet_from": (at + HOUR).time(), "quiet_to": (at + 11 * HOUR).time()}
    User.objects.filter(pk=player.pk).update(**quiet)
    services.take_back(User.objects.get(pk=player.pk), loaded.table.code, at)
    assert seat_on_turn(load(loaded.table)).due_at == due
