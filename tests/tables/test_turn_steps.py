"""A turn of several steps counts once for clock, bank, missed deadlines and notices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts import time_zones
from config.clock import now
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.moderation.services import table_actions as moderated
from games.notices.models import Notice
from games.players import vacation as vacations
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import LogEntry, Seat
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.positions import DUEL_GOALS, last_solo, put
from tests.real_tables import running
from tests.tables.play import age, kinds, let_it_pass, load, new_table, seat_on_turn
from tests.tables.steps import HOUR, clock, lost_mines, step, turn_notices

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


# --- one clock for a turn -------------------------------------------------------------------------


def test_a_step_does_not_change_its_players_clock() -> None:
    loaded = lost_mines(pace_hours=8, bank_hours=72)
    before = clock(loaded, 0)
    for text in ("propose end", "discard sw", "walk 9,4"):
        loaded = step(loaded, 0, text)
        assert loaded.seats[0].on_turn
        assert clock(loaded, 0) == before
    assert loaded.state.phase == "orient"
    assert not turn_notices(loaded)


def test_a_turn_counts_once_and_fills_the_bank_once_with_its_last_step() -> None:
    loaded = lost_mines(pace_hours=8, bank_hours=72)
    due = loaded.seats[0].due_at
    assert due is not None
    at = due - 32 * HOUR  # forty hours later
    for text in ("discard sw", "walk 9,4", "orient 9,4 turned"):
        loaded = step(loaded, 0, text, at)
    seat = loaded.seats[0]
    assert (seat.in_time, seat.missed, seat.bank, seat.due_at) == (1, 0, 40 * HOUR, None)
    assert seat_on_turn(loaded).number == 1
    assert turn_notices(loaded) == [loaded.seats[1].user]


def test_a_turn_that_ends_late_is_missed_once_even_if_it_began_in_time() -> None:
    loaded = lost_mines()
    due = loaded.seats[0].due_at
    assert due is not None
    loaded = step(loaded, 0, "discard sw", due - HOUR)
    loaded = step(loaded, 0, "stay", due + HOUR)
    assert (loaded.seats[0].in_time, loaded.seats[0].missed) == (0, 1)


def test_a_walk_that_can_only_stay_is_played_at_once_and_ends_the_turn() -> None:
    loaded = lost_mines(position={"turn": "p2", "cards": ["8,4 ew"]})
    loaded = step(loaded, 1, "discard ns")
    last = loaded.table.log.order_by("number").last()
    assert last is not None
    assert (last.kind, last.seat, last.move) == (LogEntry.Kind.FORCED, 1, "stay")
    assert (loaded.seats[1].in_time, loaded.seats[1].on_turn) == (1, False)
    assert turn_notices(loaded) == [loaded.seats[2].user]


def duel(**position: Any) -> LoadedTable:
    given: dict[str, Any] = {
        "goals": DUEL_GOALS,
        "cards": ["1,1 new+troll@e"],
        "hands": {"p1": ["ew", "ns"], "p2": ["ew"]},
    }
    users = UserFactory.create_batch(2)
    table = running(*users, kind="duel", options={"colours": "first_is_green"})
    put(table, **(given | position))
    Notice.objects.filter(table=table).delete()
    return load(table)


def test_a_bribe_in_a_duel_is_not_a_turn() -> None:
    loaded = duel()
    before = clock(loaded, 0)
    loaded = step(loaded, 0, "bribe 1,1")
    assert clock(loaded, 0) == before
    loaded = step(loaded, 0, "place ew at 2,1")
    assert (loaded.seats[0].in_time, loaded.seats[0].on_turn) == (1, False)
    assert turn_notices(loaded) == [loaded.seats[1].user]


def test_the_only_player_with_cards_begins_a_new_turn_with_every_move() -> None:
    loaded = duel(hands={"p1": ["ew", "ns", "ne"], "p2": []})
    for count in (1, 2):
        before = clock(loaded, 0)
        loaded = step(loaded, 0, _first_discard(loaded).written(), now() + HOUR)
        after = clock(loaded, 0)
        assert after["in_time"] == count
        assert after["turn"] > before["turn"]
        assert after["due_at"] > before["due_at"]
    assert not turn_notices(loaded)  # they are here, and have just moved


def _first_discard(loaded: LoadedTable) -> Any:
    return loaded.rules.absent_move(loaded.rules.view(loaded.state, 0))


def test_the_last_card_of_a_round_ends_turn_and_round() -> None:
    hands = {"p1": ["ew"], "p2": [], "p3": []}
    loaded = lost_mines(position={"hands": hands, "stock": [], "turn": "p1"})
    before = clock(loaded, 0)
    loaded = step(loaded, 0, "discard ew", now() + HOUR)
    assert (loaded.table.round_number, loaded.seats[0].in_time) == (2, 1)
    assert seat_on_turn(loaded).number == 1
    assert seat_on_turn(loaded).turn > before["turn"]


def test_a_solo_player_has_a_new_turn_with_every_card_and_no_clock() -> None:
    user = UserFactory.create()
    loaded = load(last_solo(user, cards=["1,0 nsw+troll@s"], markers_left=3))
    turn = loaded.seats[0].turn
    loaded = step(loaded, 0, "bribe 1,0")
    assert loaded.seats[0].turn == turn
    loaded = step(loaded, 0, "discard map")
    assert loaded.seats[0].turn > turn
    assert loaded.seats[0].due_at is None


# --- absence --------------------------------------------------------------------------------------


def absent_texts(loaded: LoadedTable) -> list[str]:
    found = loaded.table.log.filter(kind=LogEntry.Kind.ABSENT).order_by("number")
    return list(found.values_list("move", flat=True))


@pytest.mark.parametrize(
    ("played", "wanted"),
    [
        ([], ["discard es", "stay"]),
        (["discard sw"], ["stay"]),
        (["discard sw", "walk 9,4"], ["orient 9,4 as-is"]),
    ],
    ids=["before their card", "before their walk", "before they laid the mine"],
)
def test_one_absence_step_plays_the_whole_turn_from_any_step(
    played: list[str], wanted: list[str]
) -> None:
    loaded = lost_mines(excused=0)
    for text in played:
        loaded = step(loaded, 0, text)
    loaded = let_it_pass(loaded)
    assert absent_texts(loaded) == wanted
    seat = loaded.seats[0]
    assert (seat.on_turn, seat.absences, seat.in_time, seat.missed) == (False, 1, 0, 1)
    assert seat_on_turn(loaded).number == 1
    assert turn_notices(loaded) == [loaded.seats[1].user]


def test_an_excused_miss_half_way_restarts_the_clock_and_keeps_the_turn() -> None:
    loaded = step(lost_mines(excused=1), 0, "discard sw")
    turn = loaded.seats[0].turn
    loaded = let_it_pass(loaded)
    seat = loaded.seats[0]
    assert (seat.turn, seat.on_turn, seat.missed, loaded.state.phase) == (turn, True, 1, "walk")
    assert seat.due_at is not None
    assert seat.due_at > now() + 71 * HOUR
    loaded = step(loaded, 0, "stay")
    assert (loaded.seats[0].in_time, loaded.seats[0].missed) == (1, 1)


def test_a_player_who_never_finishes_their_turns_goes_through_the_absence_steps() -> None:
    loaded = lost_mines(excused=0)
    loaded = let_it_pass(step(loaded, 0, "discard sw"))
    for number in (1, 2):
        loaded = step(loaded, number, "discard ew")
        while loaded.seats[number].on_turn:
            loaded = step(loaded, number, "stay")
    loaded = step(loaded, 0, "discard ew")
    assert loaded.seats[0].absences == 1
    loaded = let_it_pass(loaded)
    assert loaded.seats[0].offered_until is not None
    assert kinds(loaded) == ["absent", "offered"]


def offered_half_way() -> LoadedTable:
    loaded = lost_mines(excused=0, pace_hours=8, bank_hours=72)
    Seat.objects.filter(pk=loaded.seats[0].pk).update(absences=1)
    loaded = let_it_pass(step(load(loaded.table), 0, "discard sw"))
    assert loaded.seats[0].offered_until is not None
    return loaded


def test_a_player_who_returns_with_a_step_gets_time_for_the_rest_of_the_turn() -> None:
    loaded = step(offered_half_way(), 0, "walk 9,4")
    seat = loaded.seats[0]
    assert (seat.offered_until, seat.on_turn, seat.bank) == (None, True, 8 * HOUR)
    assert seat.due_at is not None
    assert kinds(loaded) == ["offered", "returned"]
    loaded = step(loaded, 0, "orient 9,4 turned")
    assert (loaded.seats[0].in_time, loaded.seats[0].missed) == (1, 1)


def test_moderators_skip_a_whole_turn() -> None:
    loaded = step(lost_mines(), 0, "discard sw")
    moderated.skip_turn(order(staff(MODERATOR), loaded), 0)
    loaded = load(loaded.table)
    assert absent_texts(loaded) == ["stay"]
    assert seat_on_turn(loaded).number == 1


# --- half-way through a turn ----------------------------------------------------------------------


def test_a_seat_taken_half_way_continues_the_turn_with_a_full_clock() -> None:
    loaded = offered_half_way()
    newcomer = UserFactory.create()
    services.take_seat(newcomer, loaded.table.code, 0, now())
    loaded = load(loaded.table)
    seat = loaded.seats[0]
    assert (seat.user, seat.on_turn, seat.bank) == (newcomer, True, 72 * HOUR)
    assert seat.due_at is not None
    assert turn_notices(loaded)[-1] == newcomer
    loaded = step(loaded, 0, "stay")
    assert (loaded.seats[0].in_time, loaded.seats[0].on_turn) == (1, False)


def test_a_bot_that_takes_over_half_way_ends_the_turn() -> None:
    loaded = age(offered_half_way(), "offered_until")
    tasks.end_offers()
    assert load(loaded.table).seats[0].act_at is not None
    assert tasks.move_bots() >= 1
    loaded = load(loaded.table)
    assert seat_on_turn(loaded).number == 1
    assert loaded.seats[0].act_at is None


def test_a_pause_half_way_keeps_the_time_that_was_left() -> None:
    loaded = step(lost_mines(), 0, "discard sw")
    moderator, due = staff(MODERATOR), loaded.seats[0].due_at
    assert due is not None
    at = now() + HOUR
    moderated.pause_table(order(moderator, loaded, at=at))
    moderated.resume_table(order(moderator, loaded, at=at + 5 * HOUR))
    loaded = load(loaded.table)
    assert loaded.seats[0].due_at == due + 5 * HOUR
    loaded = step(loaded, 0, "walk 9,4")
    assert loaded.seats[0].due_at == due + 5 * HOUR


def test_a_vacation_half_way_moves_the_deadline_and_a_step_keeps_it() -> None:
    loaded = step(lost_mines(), 0, "discard sw")
    user, due = loaded.seats[0].user, loaded.seats[0].due_at
    assert user is not None
    assert due is not None
    today = time_zones.local_date(now(), user.zone)
    vacations.announce_vacation(user, today + timedelta(days=1), today + timedelta(days=1), now())
    loaded = load(loaded.table)
    moved = loaded.seats[0].due_at
    assert moved == due + timedelta(days=1)
    loaded = step(loaded, 0, "walk 9,4")
    assert loaded.seats[0].due_at == moved


def test_an_undone_step_leaves_its_player_on_turn_with_a_new_clock() -> None:
    loaded = new_table(3, kind="lost_mines")
    number = seat_on_turn(loaded).number
    before = clock(loaded, number)
    loaded = step(loaded, number, "propose end")
    table_actions.undo_last_move(order(staff(MODERATOR), loaded, at=now() + HOUR))
    loaded = load(loaded.table)
    after = clock(loaded, number)
    assert (loaded.state.proposal, after["in_time"], after["missed"]) == (None, 0, 0)
    assert after["due_at"] > before["due_at"]
    assert log_check.check_table(loaded.table).sound


def test_undoing_an_answer_does_not_change_the_clock_on_turn() -> None:
    loaded = new_table(3, kind="lost_mines")
    number = seat_on_turn(loaded).number
    loaded = step(loaded, number, "propose end")
    before = clock(loaded, number)
    loaded = step(loaded, (number + 1) % 3, "agree end")
    table_actions.undo_last_move(order(staff(MODERATOR), loaded, at=now() + HOUR))
    loaded = load(loaded.table)
    assert loaded.state.proposal.agreed == (number,)
    assert clock(loaded, number) == before
    assert log_check.check_table(loaded.table).sound
