"""What happens step by step to an absent player, and how they come back."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.privacy import deletion
from config.clock import now
from games.notices.models import Notice
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import Departure, LogEntry, Seat
from tests.factories import UserFactory
from tests.tables.play import (
    age,
    any_move,
    bots_move,
    kinds,
    let_it_pass,
    load,
    new_table,
    offered,
    on_turn,
    play,
    play_until,
    refused,
    seat_on_turn,
    token,
    told,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both]
HOUR = timedelta(hours=1)


# --- step by step ---------------------------------------------------------------------------------


def test_a_player_who_stays_away_goes_through_every_step() -> None:
    loaded = new_table(3, excused=2, offer_hours=24)
    absent = on_turn(loaded)
    others = [seat.user for seat in loaded.seats if seat.user != absent]
    for left in (1, 0):
        before = seat_on_turn(loaded)
        loaded = let_it_pass(loaded)
        seat = seat_on_turn(loaded)
        assert (seat.user, seat.turn, seat.excused_left) == (absent, before.turn, left)
        assert seat.due_at is not None
        assert seat.due_at > now() + 71 * HOUR
    loaded = let_it_pass(loaded)
    assert on_turn(loaded) != absent
    loaded = play_until(loaded, absent)
    loaded = let_it_pass(loaded)
    seat = seat_on_turn(loaded)
    assert (seat.user, seat.due_at, seat.remind_at) == (absent, None, None)
    assert seat.offered_until is not None
    age(loaded, "offered_until")
    assert tasks.end_offers() == 1
    loaded = load(loaded.table)
    seat = loaded.seats[seat.number]
    assert (seat.user, seat.bot, seat.former, seat.offered_until) == (None, "normal", absent, None)
    assert kinds(loaded) == ["excused", "excused", "absent", "offered", "handover"]
    assert told(absent, "missed") == ["excused", "excused", "played"]
    assert told(absent, "seat") == ["offered", "lost-bot"]
    assert [told(other, "seat") for other in others] == [["offered", "bot"]] * 2
    departure = Departure.objects.get(table=loaded.table, user=absent)
    assert (departure.in_time, departure.missed) == (0, 4)
    assert log_check.check_table(loaded.table).sound
    assert tasks.move_bots() == 1


def test_if_seats_are_not_offered_a_bot_takes_over_at_once() -> None:
    loaded, absent = offered(offer_hours=0)
    seat = seat_on_turn(loaded)
    assert (seat.user, seat.bot, seat.former) == (None, "normal", absent)
    assert kinds(loaded) == ["absent", "handover"]


def test_a_turn_for_an_absent_player_is_chosen_by_the_rules_from_their_view() -> None:
    loaded = new_table(3, excused=0)
    seat = seat_on_turn(loaded)
    view = loaded.rules.view(loaded.state, seat.number)
    wanted = loaded.rules.absent_move(view).written()
    after = let_it_pass(loaded)
    entry = after.table.log.get(kind=LogEntry.Kind.ABSENT)
    assert (entry.seat, entry.move) == (seat.number, wanted)
    assert after.seats[seat.number].read_to == seat.read_to  # they have not seen it


def test_a_player_who_moves_starts_at_the_first_step_again() -> None:
    loaded = new_table(3, excused=0)
    absent = on_turn(loaded)
    for _ in range(2):
        loaded = let_it_pass(play_until(loaded, absent))
        assert kinds(loaded)[-1] == "absent"
        loaded = play(play_until(loaded, absent))
    seat = loaded.seat_of(absent)
    assert seat is not None
    assert (seat.absences, seat.in_time, seat.missed) == (0, 2, 2)


def test_a_move_after_the_deadline_is_played_and_counts_as_missed() -> None:
    loaded = new_table(3)
    late = on_turn(loaded)
    after = play(age(loaded, "due_at"))
    seat = after.seat_of(late)
    assert seat is not None
    assert (seat.in_time, seat.missed, seat.excused_left) == (0, 1, 1)
    assert tasks.miss_turns() == 0


def test_a_future_deadline_is_not_missed() -> None:
    loaded = new_table(3)
    seat = seat_on_turn(loaded)
    assert seat.due_at is not None
    assert not services.miss_turn(seat.pk, seat.due_at - timedelta(seconds=1))
    assert services.miss_turn(seat.pk, seat.due_at)
    assert not services.miss_turn(seat.pk, seat.due_at)  # it has a new clock
    assert not services.miss_turn(0, now())


def test_an_ended_table_has_no_deadlines() -> None:
    loaded = new_table(2, bots=1)
    for seat in loaded.seats:
        if seat.user:
            services.agree_to_cancel(seat.user, loaded.table.code, True, now())
    found = Seat.objects.filter(table=loaded.table)
    assert not found.exclude(due_at=None, remind_at=None, offered_until=None, act_at=None).exists()


# --- clocks ---------------------------------------------------------------------------------------


def test_quiet_hours_stop_the_clock_only_if_the_table_allows_it() -> None:
    for aware in (True, False):
        loaded = new_table(3, pace_hours=24, sleep_aware=aware)
        User.objects.update(quiet_from=time(22), quiet_to=time(7))
        loaded = play(loaded)
        seat = seat_on_turn(loaded)
        assert seat.due_at is not None
        assert seat.turn_began_at is not None
        assert (seat.due_at - seat.turn_began_at > 24 * HOUR) == aware


def test_a_bank_loses_the_time_used_and_gains_with_the_move() -> None:
    loaded = new_table(3, pace_hours=8, bank_hours=72)
    mover = on_turn(loaded)
    seat = seat_on_turn(loaded)
    assert seat.bank == 72 * HOUR
    assert seat.due_at is not None
    at = seat.due_at - 32 * HOUR  # 40 hours later
    services.play_move(
        mover, loaded.table.code, any_move(loaded), loaded.table.version, token(), at
    )
    after = load(loaded.table)
    assert after.seats[seat.number].bank == 40 * HOUR
    assert seat_on_turn(after).due_at == at + 72 * HOUR


def test_an_excused_miss_fills_the_bank_and_a_played_turn_leaves_one_moves_time() -> None:
    loaded = new_table(3, pace_hours=8, bank_hours=72, excused=1)
    number = seat_on_turn(loaded).number
    assert let_it_pass(loaded).seats[number].bank == 72 * HOUR
    assert let_it_pass(loaded).seats[number].bank == 8 * HOUR


def test_a_reminder_is_sent_once_and_not_after_the_deadline() -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    age(loaded, "remind_at")
    assert tasks.remind() == 1
    assert tasks.remind() == 0
    assert Notice.objects.filter(recipient=user, kind="reminder").count() == 1
    assert seat_on_turn(load(loaded.table)).due_at is not None
    second = age(play(load(loaded.table)), "due_at", "remind_at")
    assert tasks.remind() == 0
    assert not Notice.objects.filter(recipient=on_turn(second), kind="reminder").exists()
    assert seat_on_turn(load(loaded.table)).remind_at is None


def test_nobody_is_reminded_of_a_turn_that_they_have_taken() -> None:
    loaded = new_table(3)
    play(age(loaded, "remind_at"))
    assert tasks.remind() == 0


# --- coming back -------------------------------------------------------------------------------


def test_the_i_am_here_button_withdraws_the_offer_and_restarts_the_clock() -> None:
    loaded, absent = offered()
    for _ in range(2):
        services.come_back(absent, loaded.table.code, now())
    after = load(loaded.table)
    seat = seat_on_turn(after)
    assert (seat.user, seat.offered_until, seat.absences) == (absent, None, 0)
    assert seat.due_at is not None
    assert seat.turn == seat_on_turn(loaded).turn
    assert kinds(after) == ["absent", "offered", "returned"]
    others = [seat.user for seat in after.seats if seat.user != absent]
    assert [told(other, "seat") for other in others] == [["offered", "returned"]] * 2
    assert told(absent, "seat") == ["offered"]


def test_a_move_withdraws_the_offer_too() -> None:
    loaded, absent = offered()
    after = play(loaded)
    seat = after.seat_of(absent)
    assert seat is not None
    assert (seat.offered_until, seat.absences, seat.in_time, seat.missed) == (None, 0, 0, 2)
    assert kinds(after) == ["absent", "offered", "returned"]
    assert log_check.check_table(after.table).sound


def test_after_a_move_the_seat_can_no_longer_be_taken() -> None:
    loaded, _ = offered()
    number = seat_on_turn(loaded).number
    play(loaded)
    with refused("seat-not-offered"):
        services.take_seat(UserFactory.create(), loaded.table.code, number, now())


# --- bots only ------------------------------------------------------------------------------------


def test_bots_stop_when_no_person_is_left_and_continue_when_one_returns() -> None:
    loaded = new_table(1, bots=3, offer_hours=0)
    person = loaded.seats[0].user
    assert person is not None
    services.leave(person, loaded.table.code, now())
    length = load(loaded.table).table.length
    assert not Seat.objects.filter(act_at__isnull=False).exists()
    assert tasks.move_bots() == 0
    assert load(loaded.table).table.length == length
    services.take_back(person, loaded.table.code, now())
    tasks.move_bots()
    after = load(loaded.table)
    assert on_turn(after) == person


def test_bots_stop_next_to_an_empty_seat_until_somebody_takes_it() -> None:
    loaded = new_table(1, bots=3)
    loaded = play(bots_move(loaded))
    person = loaded.seats[0].user
    assert person is not None
    services.leave(person, loaded.table.code, now())
    assert tasks.move_bots() == 0
    services.take_seat(UserFactory.create(), loaded.table.code, 0, now())
    assert tasks.move_bots() == 3


# --- costs ----------------------------------------------------------------------------------------


def test_a_missed_turn_costs_the_same_at_a_large_table(django_assert_max_num_queries: Any) -> None:
    for players in (3, 9):
        loaded = age(new_table(players, excused=1))
        with django_assert_max_num_queries(18):
            assert services.miss_turn(seat_on_turn(loaded).pk, now())
        loaded = age(loaded)
        with django_assert_max_num_queries(25):
            assert services.miss_turn(seat_on_turn(loaded).pk, now())


def test_a_sweep_that_finds_nothing_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    new_table(3)
    tasks.miss_turns()  # the very first one creates the site's clock
    for sweep in (tasks.miss_turns, tasks.remind, tasks.end_offers, tasks.abandon_tables):
        with django_assert_max_num_queries(8):  # whether clocks run, and recording the run
            assert sweep() == 0


# --- other ways to be away --------------------------------------------------------------------


def test_a_suspended_player_keeps_their_seat_until_they_miss_their_turns() -> None:
    loaded = new_table(3, excused=0)
    player = on_turn(loaded)
    player.suspended_until = now() + timedelta(days=30)
    player.save()
    assert tasks.miss_turns() == 0
    assert seat_on_turn(load(loaded.table)).user == player
    loaded = let_it_pass(loaded)
    assert kinds(loaded) == ["absent"]
    loaded = let_it_pass(play_until(loaded, player))
    assert seat_on_turn(loaded).offered_until is not None


def test_an_absent_player_who_leaves_does_not_prolong_the_offer() -> None:
    loaded, absent = offered()
    until = seat_on_turn(loaded).offered_until
    services.leave(absent, loaded.table.code, now())
    seat = seat_on_turn(load(loaded.table))
    assert (seat.user, seat.former, seat.offered_until) == (None, absent, until)


def test_deleting_the_account_of_an_absent_player_leaves_an_empty_seat() -> None:
    loaded, absent = offered()
    deletion.delete_account(absent, now())
    seat = seat_on_turn(load(loaded.table))
    assert (seat.user, seat.former, seat.bot) == (None, None, "")
    services.take_seat(UserFactory.create(), loaded.table.code, seat.number, now())
