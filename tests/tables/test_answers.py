"""Out-of-turn answers to a proposal restart no clock and make no form out of date."""

from __future__ import annotations

from typing import Any

import pytest

from config.clock import now
from games.engine import Refusal
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions as moderated
from games.notices.models import Notice
from games.tables import services, tasks
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.tables.play import let_it_pass, load, new_table, refused, seat_on_turn, token
from tests.tables.steps import HOUR, clock, lost_mines, step, turn_notices

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
BANKS: dict[str, Any] = {"pace_hours": 8, "bank_hours": 72}


def proposed(**plan: Any) -> LoadedTable:
    """Make a table where the first player has proposed to end the round and is still on turn."""
    return step(lost_mines(**plan), 0, "propose end")


@pytest.mark.parametrize("text", ["agree end", "refuse end"])
def test_an_answer_changes_no_clock_and_notifies_nobody(text: str) -> None:
    loaded = proposed(**BANKS)
    before = [clock(loaded, number) for number in range(3)]
    loaded = step(loaded, 1, text, now() + 100 * HOUR)
    assert [clock(loaded, number) for number in range(3)] == before
    assert seat_on_turn(loaded).number == 0
    assert not Notice.objects.filter(table=loaded.table).exists()


def test_a_form_from_before_an_answer_is_still_valid_for_a_move() -> None:
    loaded = proposed()
    old = loaded.table.version
    loaded = step(loaded, 1, "agree end")
    loaded = step(loaded, 2, "refuse end", version=old)
    loaded = step(loaded, 0, "discard sw", version=old)
    assert loaded.state.phase == "walk"


def test_the_same_answer_sent_twice_is_one_answer() -> None:
    loaded = proposed()
    old, form = loaded.table.version, token()
    for _ in range(2):
        loaded = step(loaded, 1, "agree end", version=old, token=form)
    assert loaded.state.proposal.agreed == (0, 1)
    with refused("moved-on"):  # from a second tab
        step(loaded, 1, "refuse end", version=old)
    with pytest.raises(Refusal, match="wrong-phase"):
        step(loaded, 1, "refuse end")


def test_a_form_from_before_a_step_is_out_of_date_even_for_an_answer() -> None:
    """A player answers what they saw, but the table has changed since."""
    loaded = proposed()
    old = loaded.table.version
    loaded = step(loaded, 1, "agree end")
    loaded = step(loaded, 0, "discard sw")
    for number, text in ((2, "agree end"), (0, "walk 9,4")):
        with refused("moved-on"):
            step(loaded, number, text, version=old)
    step(loaded, 2, "agree end")


def test_a_form_made_impossible_by_an_answer_is_out_of_date_and_not_illegal() -> None:
    loaded = proposed()
    old = loaded.table.version
    loaded = step(loaded, 1, "refuse end")
    with refused("moved-on"):
        step(loaded, 2, "agree end", version=old)


def test_a_version_that_never_existed_is_out_of_date() -> None:
    loaded = step(proposed(), 1, "agree end")
    for version in (loaded.table.version + 1, loaded.table.version - 2, -1):
        with refused("moved-on"):
            step(loaded, 0, "discard sw", version=version)


def test_an_answer_does_not_hide_an_older_change() -> None:
    loaded = lost_mines()
    old = loaded.table.version
    loaded = step(step(loaded, 0, "propose end"), 1, "agree end")
    with refused("moved-on"):
        step(loaded, 0, "discard sw", version=old)


def test_out_of_turn_only_an_answer_is_accepted() -> None:
    loaded = proposed()
    before = loaded.table.version
    for text in ("discard ns", "propose end"):
        with pytest.raises(Refusal, match="not-your-turn"):
            step(loaded, 1, text)
    assert load(loaded.table).table.version == before


# --- the end of a round ---------------------------------------------------------------------------


def test_when_all_agree_the_next_round_begins_with_new_clocks_and_notices() -> None:
    loaded = proposed(**BANKS)
    old, before = loaded.table.version, clock(loaded, 0)
    loaded = step(loaded, 1, "agree end")
    loaded = step(loaded, 2, "agree end", now() + HOUR)
    assert (loaded.table.round_number, seat_on_turn(loaded).number) == (2, 0)
    after = clock(loaded, 0)  # the same player begins: a new turn
    assert after["turn"] > before["turn"]
    assert after["due_at"] > before["due_at"]
    assert (after["in_time"], after["missed"], after["bank"]) == (0, 0, 72 * HOUR)
    assert turn_notices(loaded) == [loaded.seats[0].user]
    rounds = Notice.objects.filter(table=loaded.table, kind="round-over", channel="mail")
    assert {notice.recipient for notice in rounds} == {seat.user for seat in loaded.seats}
    with refused("moved-on"):
        step(loaded, 0, "discard sw", version=old)


def test_an_answer_that_ends_the_round_counts_as_the_players_turn() -> None:
    loaded = proposed()
    loaded = step(step(loaded, 1, "agree end"), 0, "discard sw")
    loaded = step(step(loaded, 0, "stay"), 1, "discard ns")
    while not loaded.seats[2].on_turn:
        loaded = step(loaded, 1, "stay")
    loaded = step(loaded, 2, "agree end")
    assert (loaded.table.round_number, loaded.seats[2].in_time) == (2, 1)
    assert [seat.in_time for seat in loaded.seats] == [1, 1, 1]


def test_an_answer_may_end_the_game() -> None:
    loaded = proposed(position={"round": 2})
    loaded = step(step(loaded, 1, "agree end"), 2, "agree end")
    assert loaded.table.status == Table.Status.FINISHED
    assert not Seat.objects.filter(table=loaded.table, on_turn=True).exists()


# --- bots and absent players --------------------------------------------------------------------


def test_bots_answer_out_of_turn_and_the_proposer_stays_on_turn() -> None:
    loaded = proposed(bots=2, **BANKS)
    before, old = clock(loaded, 0), loaded.table.version
    assert [bool(seat.act_at) for seat in loaded.seats] == [False, True, True]
    assert tasks.move_bots() >= 1
    loaded = load(loaded.table)
    assert loaded.state.proposal is None  # there are treasures to be had: a bot has refused
    assert clock(loaded, 0) == before
    assert not any(seat.act_at for seat in loaded.seats)
    loaded = step(loaded, 0, "discard sw", version=old)
    assert loaded.state.phase == "walk"


def test_bots_agree_when_nothing_is_left_and_the_round_ends() -> None:
    nothing_left = {"treasures_left": [], "treasures": {"p1": ["gems 5"]}}
    loaded = proposed(bots=2, position=nothing_left)
    assert tasks.move_bots() >= 2
    assert load(loaded.table).table.round_number == 2


def test_no_bot_answers_at_a_paused_table() -> None:
    loaded = proposed(bots=2)
    moderator = staff(MODERATOR)
    moderated.pause_table(order(moderator, loaded))
    assert tasks.move_bots() == 0
    moderated.resume_table(order(moderator, loaded))
    assert tasks.move_bots() >= 1


def test_nobody_answers_for_an_empty_seat_and_the_proposal_lapses() -> None:
    loaded = proposed(offer_hours=24)
    leaver = loaded.seats[1].user
    assert leaver is not None
    services.leave(leaver, loaded.table.code, now())
    loaded = step(load(loaded.table), 2, "agree end")
    assert loaded.state.proposal.agreed == (0, 2)
    assert not tasks.move_bots()
    loaded = step(step(loaded, 0, "discard sw"), 0, "stay")
    assert (seat_on_turn(loaded).number, loaded.state.proposal.agreed) == (1, (0, 2))


def test_a_turn_played_for_an_absent_player_answers_nothing() -> None:
    loaded = proposed(excused=0)
    loaded = step(step(loaded, 0, "discard sw"), 0, "stay")
    loaded = let_it_pass(loaded)
    assert seat_on_turn(loaded).number == 2
    assert loaded.state.proposal.agreed == (0,)


def test_a_table_of_bots_and_one_person_finishes() -> None:
    """With a proposal whenever one is allowed."""
    loaded = new_table(1, bots=2, kind="lost_mines")
    for _ in range(600):
        tasks.move_bots()
        loaded = load(loaded.table)
        if loaded.table.status != Table.Status.RUNNING:
            break
        texts = [m.written() for m in loaded.rules.legal_moves(loaded.state, 0)]
        loaded = step(loaded, 0, "propose end" if "propose end" in texts else texts[0])
    assert loaded.table.status == Table.Status.FINISHED
