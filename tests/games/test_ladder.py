"""An absent player, rung by rung, and how he comes back."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

import pytest

from accounts import leaving
from accounts.models import User
from config.clock import now
from games import record, services, tasks
from games.models import Departure, Move, Notice, Seat
from tests.factories import UserFactory
from tests.games.play import (
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


# --- rung by rung ---------------------------------------------------------------------------------


def test_a_player_who_stays_away_climbs_every_rung() -> None:
    table = new_table(3, excused=2, offer_hours=24)
    absent = on_turn(table)
    others = [seat.user for seat in table.seats if seat.user != absent]
    for left in (1, 0):
        before = seat_on_turn(table)
        table = let_it_pass(table)
        seat = seat_on_turn(table)
        assert (seat.user, seat.turn, seat.excused_left) == (absent, before.turn, left)
        assert seat.due_at is not None
        assert seat.due_at > now() + 71 * HOUR
    table = let_it_pass(table)
    assert on_turn(table) != absent
    table = play_until(table, absent)
    table = let_it_pass(table)
    seat = seat_on_turn(table)
    assert (seat.user, seat.due_at, seat.remind_at) == (absent, None, None)
    assert seat.offered_until is not None
    age(table, "offered_until")
    assert tasks.end_offers() == 1
    table = load(table.game)
    seat = table.seats[seat.number]
    assert (seat.user, seat.bot, seat.former, seat.offered_until) == (None, "easy", absent, None)
    assert kinds(table) == ["excused", "excused", "absent", "offered", "handover"]
    assert told(absent, "missed") == ["excused", "excused", "played"]
    assert told(absent, "seat") == ["offered", "lost-bot"]
    assert [told(other, "seat") for other in others] == [["offered", "bot"]] * 2
    departure = Departure.objects.get(game=table.game, user=absent)
    assert (departure.in_time, departure.missed) == (0, 4)
    assert record.replay(table.game).sound
    assert tasks.move_bots() == 1


def test_where_no_seat_is_offered_a_bot_takes_it_at_once() -> None:
    table, absent = offered(offer_hours=0)
    seat = seat_on_turn(table)
    assert (seat.user, seat.bot, seat.former) == (None, "easy", absent)
    assert kinds(table) == ["absent", "handover"]


def test_what_is_played_for_an_absent_player_is_what_the_rules_choose_from_his_view() -> None:
    table = new_table(3, excused=0)
    seat = seat_on_turn(table)
    view = table.rules.view(table.state, seat.number)
    wanted = table.rules.print_move(table.rules.absent_move(view))
    after = let_it_pass(table)
    entry = after.game.moves.get(kind=Move.Kind.ABSENT)
    assert (entry.seat, entry.text) == (seat.number, wanted)
    assert after.seats[seat.number].read_to == seat.read_to  # he has not seen it


def test_who_moves_himself_begins_at_the_lowest_rung_again() -> None:
    table = new_table(3, excused=0)
    absent = on_turn(table)
    for _ in range(2):
        table = let_it_pass(play_until(table, absent))
        assert kinds(table)[-1] == "absent"
        table = play(play_until(table, absent))
    seat = table.seat_of(absent)
    assert seat is not None
    assert (seat.absences, seat.in_time, seat.missed) == (0, 2, 2)


def test_a_move_after_the_deadline_is_played_and_counts_as_missed() -> None:
    table = new_table(3)
    late = on_turn(table)
    after = play(age(table, "due_at"))
    seat = after.seat_of(late)
    assert seat is not None
    assert (seat.in_time, seat.missed, seat.excused_left) == (0, 1, 1)
    assert tasks.miss_turns() == 0


def test_a_deadline_that_has_not_come_is_not_missed() -> None:
    table = new_table(3)
    seat = seat_on_turn(table)
    assert seat.due_at is not None
    assert not services.miss_turn(seat.pk, seat.due_at - timedelta(seconds=1))
    assert services.miss_turn(seat.pk, seat.due_at)
    assert not services.miss_turn(seat.pk, seat.due_at)  # it has a fresh clock
    assert not services.miss_turn(0, now())


def test_no_deadline_falls_due_at_a_table_that_is_over() -> None:
    table = new_table(2, bots=1)
    for seat in table.seats:
        if seat.user:
            services.agree_to_cancel(seat.user, table.game.code, True, now())
    found = Seat.objects.filter(game=table.game)
    assert not found.exclude(due_at=None, remind_at=None, offered_until=None, act_at=None).exists()


# --- clocks ---------------------------------------------------------------------------------------


def test_quiet_hours_stop_the_clock_only_where_the_table_says_so() -> None:
    for aware in (True, False):
        table = new_table(3, pace_hours=24, sleep_aware=aware)
        User.objects.update(quiet_from=time(22), quiet_to=time(7))
        table = play(table)
        seat = seat_on_turn(table)
        assert seat.due_at is not None
        assert seat.turn_began_at is not None
        assert (seat.due_at - seat.turn_began_at > 24 * HOUR) == aware


def test_a_bank_runs_down_with_the_time_used_and_gains_with_the_move() -> None:
    table = new_table(3, pace_hours=8, bank_hours=72)
    mover = on_turn(table)
    seat = seat_on_turn(table)
    assert seat.bank == 72 * HOUR
    assert seat.due_at is not None
    at = seat.due_at - 32 * HOUR  # 40 hours later
    services.play_move(mover, table.game.code, any_move(table), table.game.version, token(), at)
    after = load(table.game)
    assert after.seats[seat.number].bank == 40 * HOUR
    assert seat_on_turn(after).due_at == at + 72 * HOUR


def test_an_excused_miss_fills_the_bank_and_a_played_one_gives_it_one_move() -> None:
    table = new_table(3, pace_hours=8, bank_hours=72, excused=1)
    number = seat_on_turn(table).number
    assert let_it_pass(table).seats[number].bank == 72 * HOUR
    assert let_it_pass(table).seats[number].bank == 8 * HOUR


def test_a_reminder_comes_once_and_not_when_all_time_is_gone() -> None:
    table = new_table(3)
    user = on_turn(table)
    age(table, "remind_at")
    assert tasks.remind() == 1
    assert tasks.remind() == 0
    assert Notice.objects.filter(recipient=user, kind="reminder").count() == 1
    assert seat_on_turn(load(table.game)).due_at is not None
    second = age(play(load(table.game)), "due_at", "remind_at")
    assert tasks.remind() == 0
    assert not Notice.objects.filter(recipient=on_turn(second), kind="reminder").exists()
    assert seat_on_turn(load(table.game)).remind_at is None


def test_nobody_is_reminded_of_a_turn_that_he_has_taken() -> None:
    table = new_table(3)
    play(age(table, "remind_at"))
    assert tasks.remind() == 0


# --- he comes back --------------------------------------------------------------------------------


def test_i_am_here_withdraws_the_offer_and_starts_the_clock() -> None:
    table, absent = offered()
    for _ in range(2):
        services.come_back(absent, table.game.code, now())
    after = load(table.game)
    seat = seat_on_turn(after)
    assert (seat.user, seat.offered_until, seat.absences) == (absent, None, 0)
    assert seat.due_at is not None
    assert seat.turn == seat_on_turn(table).turn
    assert kinds(after) == ["absent", "offered", "returned"]
    others = [seat.user for seat in after.seats if seat.user != absent]
    assert [told(other, "seat") for other in others] == [["offered", "returned"]] * 2
    assert told(absent, "seat") == ["offered"]


def test_a_move_withdraws_the_offer_too() -> None:
    table, absent = offered()
    after = play(table)
    seat = after.seat_of(absent)
    assert seat is not None
    assert (seat.offered_until, seat.absences, seat.in_time, seat.missed) == (None, 0, 0, 2)
    assert kinds(after) == ["absent", "offered", "returned"]
    assert record.replay(after.game).sound


def test_after_a_move_nobody_can_take_the_seat_any_more() -> None:
    table, _ = offered()
    number = seat_on_turn(table).number
    play(table)
    with refused("seat-not-offered"):
        services.take_seat(UserFactory.create(), table.game.code, number, now())


# --- bots alone -----------------------------------------------------------------------------------


def test_bots_stand_still_when_no_person_is_left_and_play_on_when_one_returns() -> None:
    table = new_table(1, bots=3, offer_hours=0)
    person = table.seats[0].user
    assert person is not None
    services.leave(person, table.game.code, now())
    length = load(table.game).game.length
    assert not Seat.objects.filter(act_at__isnull=False).exists()
    assert tasks.move_bots() == 0
    assert load(table.game).game.length == length
    services.take_back(person, table.game.code, now())
    tasks.move_bots()
    after = load(table.game)
    assert on_turn(after) == person


def test_bots_stand_still_beside_an_empty_seat_until_somebody_takes_it() -> None:
    table = new_table(1, bots=3)
    table = play(bots_move(table))
    person = table.seats[0].user
    assert person is not None
    services.leave(person, table.game.code, now())
    assert tasks.move_bots() == 0
    services.take_seat(UserFactory.create(), table.game.code, 0, now())
    assert tasks.move_bots() == 3


# --- what it costs --------------------------------------------------------------------------------


def test_a_rung_costs_the_same_at_a_large_table(django_assert_max_num_queries: Any) -> None:
    for players in (3, 9):
        table = age(new_table(players, excused=1))
        with django_assert_max_num_queries(18):
            assert services.miss_turn(seat_on_turn(table).pk, now())
        table = age(table)
        with django_assert_max_num_queries(25):
            assert services.miss_turn(seat_on_turn(table).pk, now())


def test_a_sweep_that_finds_nothing_asks_one_question(django_assert_max_num_queries: Any) -> None:
    new_table(3)
    for sweep in (tasks.miss_turns, tasks.remind, tasks.end_offers, tasks.abandon_tables):
        with django_assert_max_num_queries(6):  # the note of its run, in the cache, costs the rest
            assert sweep() == 0


# --- other ways to be away --------------------------------------------------------------------


def test_a_suspended_player_keeps_his_seat_until_he_misses_his_turns() -> None:
    table = new_table(3, excused=0)
    player = on_turn(table)
    player.suspended_until = now() + timedelta(days=30)
    player.save()
    assert tasks.miss_turns() == 0
    assert seat_on_turn(load(table.game)).user == player
    table = let_it_pass(table)
    assert kinds(table) == ["absent"]
    table = let_it_pass(play_until(table, player))
    assert seat_on_turn(table).offered_until is not None


def test_an_absent_player_who_leaves_does_not_prolong_the_offer() -> None:
    table, absent = offered()
    until = seat_on_turn(table).offered_until
    services.leave(absent, table.game.code, now())
    seat = seat_on_turn(load(table.game))
    assert (seat.user, seat.former, seat.offered_until) == (None, absent, until)


def test_who_deletes_his_account_on_offer_leaves_no_trace_but_an_empty_seat() -> None:
    table, absent = offered()
    leaving.leave(absent, now())
    seat = seat_on_turn(load(table.game))
    assert (seat.user, seat.former, seat.bot) == (None, None, "")
    services.take_seat(UserFactory.create(), table.game.code, seat.number, now())
