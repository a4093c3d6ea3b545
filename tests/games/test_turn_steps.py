"""A turn of several steps is one turn to the clock, the ladder, the bank and the notices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from config import wall
from config.clock import now
from games import record, services, tasks
from games.models import Move, Notice, Seat
from games.moderation import tables as moderated
from games.moderation import undo
from games.moderation.roles import MODERATOR
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import age, kinds, let_it_pass, load, new_table, seat_on_turn
from tests.games.steps import HOUR, clock, lost_mines, step, turn_notices
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.positions import DUEL_GOALS, last_solo, put
from tests.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.both]


# --- one clock for a turn -------------------------------------------------------------------------


def test_a_step_leaves_the_clock_of_its_player_as_it_was() -> None:
    table = lost_mines(pace_hours=8, bank_hours=72)
    before = clock(table, 0)
    for text in ("propose end", "discard sw", "walk 9,4"):
        table = step(table, 0, text)
        assert table.seats[0].on_turn
        assert clock(table, 0) == before
    assert table.state.phase == "orient"
    assert not turn_notices(table)


def test_with_its_last_step_a_turn_counts_once_and_the_bank_gains_once() -> None:
    table = lost_mines(pace_hours=8, bank_hours=72)
    due = table.seats[0].due_at
    assert due is not None
    at = due - 32 * HOUR  # forty hours later
    for text in ("discard sw", "walk 9,4", "orient 9,4 turned"):
        table = step(table, 0, text, at)
    seat = table.seats[0]
    assert (seat.in_time, seat.missed, seat.bank, seat.due_at) == (1, 0, 40 * HOUR, None)
    assert seat_on_turn(table).number == 1
    assert turn_notices(table) == [table.seats[1].user]


def test_a_turn_that_ends_after_its_time_is_missed_once_whatever_came_before_in_time() -> None:
    table = lost_mines()
    due = table.seats[0].due_at
    assert due is not None
    table = step(table, 0, "discard sw", due - HOUR)
    table = step(table, 0, "stay", due + HOUR)
    assert (table.seats[0].in_time, table.seats[0].missed) == (0, 1)


def test_a_walk_that_can_only_stay_is_played_at_once_and_ends_the_turn() -> None:
    table = lost_mines(position={"turn": "p2", "cards": ["8,4 ew"]})
    table = step(table, 1, "discard ns")
    last = table.game.moves.order_by("number").last()
    assert last is not None
    assert (last.kind, last.seat, last.text) == (Move.Kind.FORCED, 1, "stay")
    assert (table.seats[1].in_time, table.seats[1].on_turn) == (1, False)
    assert turn_notices(table) == [table.seats[2].user]


def duel(**position: Any) -> Table:
    given: dict[str, Any] = {
        "goals": DUEL_GOALS,
        "cards": ["1,1 new+troll@e"],
        "hands": {"p1": ["ew", "ns"], "p2": ["ew"]},
    }
    users = UserFactory.create_batch(2)
    game = running(*users, kind="duel", options={"colours": "first_is_green"})
    put(game, **(given | position))
    Notice.objects.filter(game=game).delete()
    return load(game)


def test_a_bribe_in_a_duel_is_no_turn() -> None:
    table = duel()
    before = clock(table, 0)
    table = step(table, 0, "bribe 1,1")
    assert clock(table, 0) == before
    table = step(table, 0, "place ew at 2,1")
    assert (table.seats[0].in_time, table.seats[0].on_turn) == (1, False)
    assert turn_notices(table) == [table.seats[1].user]


def test_who_is_the_only_one_with_cards_begins_a_new_turn_with_every_move() -> None:
    table = duel(hands={"p1": ["ew", "ns", "ne"], "p2": []})
    for count in (1, 2):
        before = clock(table, 0)
        table = step(table, 0, table.rules.print_move(_first_discard(table)), now() + HOUR)
        after = clock(table, 0)
        assert after["in_time"] == count
        assert after["turn"] > before["turn"]
        assert after["due_at"] > before["due_at"]
    assert not turn_notices(table)  # he is here, and has just moved


def _first_discard(table: Table) -> Any:
    return table.rules.absent_move(table.rules.view(table.state, 0))


def test_with_the_last_card_of_all_a_turn_and_its_round_are_over() -> None:
    hands = {"p1": ["ew"], "p2": [], "p3": []}
    table = lost_mines(position={"hands": hands, "stock": [], "turn": "p1"})
    before = clock(table, 0)
    table = step(table, 0, "discard ew", now() + HOUR)
    assert (table.game.round_number, table.seats[0].in_time) == (2, 1)
    assert seat_on_turn(table).number == 1
    assert seat_on_turn(table).turn > before["turn"]


def test_who_plays_alone_has_a_new_turn_with_every_card_and_never_a_clock() -> None:
    user = UserFactory.create()
    table = load(last_solo(user, cards=["1,0 nsw+troll@s"], markers_left=3))
    turn = table.seats[0].turn
    table = step(table, 0, "bribe 1,0")
    assert table.seats[0].turn == turn
    table = step(table, 0, "discard map")
    assert table.seats[0].turn > turn
    assert table.seats[0].due_at is None


# --- the ladder -----------------------------------------------------------------------------------


def absent_texts(table: Table) -> list[str]:
    found = table.game.moves.filter(kind=Move.Kind.ABSENT).order_by("number")
    return list(found.values_list("text", flat=True))


@pytest.mark.parametrize(
    ("played", "wanted"),
    [
        ([], ["discard es", "stay"]),
        (["discard sw"], ["stay"]),
        (["discard sw", "walk 9,4"], ["orient 9,4 as-is"]),
    ],
    ids=["before his card", "before his walk", "before he laid the mine"],
)
def test_wherever_he_vanished_one_rung_plays_his_turn_to_its_end(
    played: list[str], wanted: list[str]
) -> None:
    table = lost_mines(excused=0)
    for text in played:
        table = step(table, 0, text)
    table = let_it_pass(table)
    assert absent_texts(table) == wanted
    seat = table.seats[0]
    assert (seat.on_turn, seat.absences, seat.in_time, seat.missed) == (False, 1, 0, 1)
    assert seat_on_turn(table).number == 1
    assert turn_notices(table) == [table.seats[1].user]


def test_an_excused_miss_half_way_gives_a_fresh_clock_and_leaves_the_turn_to_him() -> None:
    table = step(lost_mines(excused=1), 0, "discard sw")
    turn = table.seats[0].turn
    table = let_it_pass(table)
    seat = table.seats[0]
    assert (seat.turn, seat.on_turn, seat.missed, table.state.phase) == (turn, True, 1, "walk")
    assert seat.due_at is not None
    assert seat.due_at > now() + 71 * HOUR
    table = step(table, 0, "stay")
    assert (table.seats[0].in_time, table.seats[0].missed) == (1, 1)


def test_who_plays_his_card_and_never_walks_climbs_the_ladder_all_the_same() -> None:
    table = lost_mines(excused=0)
    table = let_it_pass(step(table, 0, "discard sw"))
    for number in (1, 2):
        table = step(table, number, "discard ew")
        while table.seats[number].on_turn:
            table = step(table, number, "stay")
    table = step(table, 0, "discard ew")
    assert table.seats[0].absences == 1
    table = let_it_pass(table)
    assert table.seats[0].offered_until is not None
    assert kinds(table) == ["absent", "offered"]


def offered_half_way() -> Table:
    table = lost_mines(excused=0, pace_hours=8, bank_hours=72)
    Seat.objects.filter(pk=table.seats[0].pk).update(absences=1)
    table = let_it_pass(step(load(table.game), 0, "discard sw"))
    assert table.seats[0].offered_until is not None
    return table


def test_who_comes_back_with_a_step_has_a_clock_for_the_rest_of_his_turn() -> None:
    table = step(offered_half_way(), 0, "walk 9,4")
    seat = table.seats[0]
    assert (seat.offered_until, seat.on_turn, seat.bank) == (None, True, 8 * HOUR)
    assert seat.due_at is not None
    assert kinds(table) == ["offered", "returned"]
    table = step(table, 0, "orient 9,4 turned")
    assert (table.seats[0].in_time, table.seats[0].missed) == (1, 1)


def test_moderators_let_a_whole_turn_pass() -> None:
    table = step(lost_mines(), 0, "discard sw")
    moderated.skip(order(staff(MODERATOR), table), 0)
    table = load(table.game)
    assert absent_texts(table) == ["stay"]
    assert seat_on_turn(table).number == 1


# --- half-way through a turn ----------------------------------------------------------------------


def test_a_seat_taken_half_way_goes_on_where_the_turn_stood_with_a_full_clock() -> None:
    table = offered_half_way()
    newcomer = UserFactory.create()
    services.take_seat(newcomer, table.game.code, 0, now())
    table = load(table.game)
    seat = table.seats[0]
    assert (seat.user, seat.on_turn, seat.bank) == (newcomer, True, 72 * HOUR)
    assert seat.due_at is not None
    assert turn_notices(table)[-1] == newcomer
    table = step(table, 0, "stay")
    assert (table.seats[0].in_time, table.seats[0].on_turn) == (1, False)


def test_a_bot_that_takes_over_half_way_ends_the_turn() -> None:
    table = age(offered_half_way(), "offered_until")
    tasks.end_offers()
    assert load(table.game).seats[0].act_at is not None
    assert tasks.move_bots() >= 1
    table = load(table.game)
    assert seat_on_turn(table).number == 1
    assert table.seats[0].act_at is None


def test_a_pause_half_way_keeps_what_was_left_of_the_turn() -> None:
    table = step(lost_mines(), 0, "discard sw")
    moderator, due = staff(MODERATOR), table.seats[0].due_at
    assert due is not None
    at = now() + HOUR
    moderated.pause(order(moderator, table, at=at))
    moderated.resume(order(moderator, table, at=at + 5 * HOUR))
    table = load(table.game)
    assert table.seats[0].due_at == due + 5 * HOUR
    table = step(table, 0, "walk 9,4")
    assert table.seats[0].due_at == due + 5 * HOUR


def test_a_vacation_half_way_moves_the_deadline_and_a_step_leaves_it_there() -> None:
    table = step(lost_mines(), 0, "discard sw")
    user, due = table.seats[0].user, table.seats[0].due_at
    assert user is not None
    assert due is not None
    today = wall.today(now(), user.zone)
    services.announce_vacation(user, today + timedelta(days=1), today + timedelta(days=1), now())
    table = load(table.game)
    moved = table.seats[0].due_at
    assert moved == due + timedelta(days=1)
    table = step(table, 0, "walk 9,4")
    assert table.seats[0].due_at == moved


def test_a_step_taken_back_leaves_its_player_on_turn_with_a_new_clock_and_no_count() -> None:
    table = new_table(3, kind="lost_mines")
    number = seat_on_turn(table).number
    before = clock(table, number)
    table = step(table, number, "propose end")
    undo.take_back(order(staff(MODERATOR), table, at=now() + HOUR))
    table = load(table.game)
    after = clock(table, number)
    assert (table.state.proposal, after["in_time"], after["missed"]) == (None, 0, 0)
    assert after["due_at"] > before["due_at"]
    assert record.replay(table.game).sound


def test_an_answer_taken_back_leaves_the_clock_of_who_is_on_turn_alone() -> None:
    table = new_table(3, kind="lost_mines")
    number = seat_on_turn(table).number
    table = step(table, number, "propose end")
    before = clock(table, number)
    table = step(table, (number + 1) % 3, "agree end")
    undo.take_back(order(staff(MODERATOR), table, at=now() + HOUR))
    table = load(table.game)
    assert table.state.proposal.agreed == (number,)
    assert clock(table, number) == before
    assert record.replay(table.game).sound
