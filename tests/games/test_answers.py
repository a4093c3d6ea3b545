"""Answers to a proposal come from anybody at any time, and disturb nobody."""

from __future__ import annotations

from typing import Any

import pytest

from config.clock import now
from games import services, tasks
from games.engine import Refusal
from games.models import Game, Notice, Seat
from games.moderation import tables as moderated
from games.moderation.roles import MODERATOR
from games.store import Table
from tests.games.play import let_it_pass, load, new_table, refused, seat_on_turn, token
from tests.games.steps import HOUR, clock, lost_mines, step, turn_notices
from tests.moderation.at_tables import order
from tests.moderation.staff import staff

pytestmark = [pytest.mark.django_db, pytest.mark.both]
BANKS: dict[str, Any] = {"pace_hours": 8, "bank_hours": 72}


def proposed(**plan: Any) -> Table:
    """The first has proposed to end the round, and is still on turn."""
    return step(lost_mines(**plan), 0, "propose end")


@pytest.mark.parametrize("text", ["agree end", "refuse end"])
def test_an_answer_touches_no_clock_and_tells_nobody_of_a_turn(text: str) -> None:
    table = proposed(**BANKS)
    before = [clock(table, number) for number in range(3)]
    table = step(table, 1, text, now() + 100 * HOUR)
    assert [clock(table, number) for number in range(3)] == before
    assert seat_on_turn(table).number == 0
    assert not Notice.objects.filter(game=table.game).exists()


def test_who_is_on_turn_plays_on_with_a_form_from_before_the_answers() -> None:
    table = proposed()
    old = table.game.version
    table = step(table, 1, "agree end")
    table = step(table, 2, "refuse end", version=old)
    table = step(table, 0, "discard sw", version=old)
    assert table.state.phase == "walk"


def test_the_same_answer_sent_twice_is_one_answer() -> None:
    table = proposed()
    old, form = table.game.version, token()
    for _ in range(2):
        table = step(table, 1, "agree end", version=old, token=form)
    assert table.state.proposal.agreed == (0, 1)
    with refused("moved-on"):  # from a second tab
        step(table, 1, "refuse end", version=old)
    with pytest.raises(Refusal, match="wrong-phase"):
        step(table, 1, "refuse end")


def test_a_form_from_before_a_step_is_out_of_date_also_for_an_answer() -> None:
    """Who answers answers what he saw: by now the table is another one."""
    table = proposed()
    old = table.game.version
    table = step(table, 1, "agree end")
    table = step(table, 0, "discard sw")
    for number, text in ((2, "agree end"), (0, "walk 9,4")):
        with refused("moved-on"):
            step(table, number, text, version=old)
    step(table, 2, "agree end")


def test_what_an_answer_has_made_impossible_is_out_of_date_and_not_wrong() -> None:
    table = proposed()
    old = table.game.version
    table = step(table, 1, "refuse end")
    with refused("moved-on"):
        step(table, 2, "agree end", version=old)


def test_a_version_that_never_was_is_out_of_date() -> None:
    table = step(proposed(), 1, "agree end")
    for version in (table.game.version + 1, table.game.version - 2, -1):
        with refused("moved-on"):
            step(table, 0, "discard sw", version=version)


def test_an_answer_does_not_hide_an_older_change() -> None:
    table = lost_mines()
    old = table.game.version
    table = step(step(table, 0, "propose end"), 1, "agree end")
    with refused("moved-on"):
        step(table, 0, "discard sw", version=old)


def test_out_of_turn_nothing_but_an_answer_is_taken() -> None:
    table = proposed()
    before = table.game.version
    for text in ("discard ns", "propose end"):
        with pytest.raises(Refusal, match="not-your-turn"):
            step(table, 1, text)
    assert load(table.game).game.version == before


# --- the end of a round ---------------------------------------------------------------------------


def test_when_all_agree_the_next_round_begins_with_clocks_and_notices_of_its_own() -> None:
    table = proposed(**BANKS)
    old, before = table.game.version, clock(table, 0)
    table = step(table, 1, "agree end")
    table = step(table, 2, "agree end", now() + HOUR)
    assert (table.game.round_number, seat_on_turn(table).number) == (2, 0)
    after = clock(table, 0)  # the same player begins: a new turn
    assert after["turn"] > before["turn"]
    assert after["due_at"] > before["due_at"]
    assert (after["in_time"], after["missed"], after["bank"]) == (0, 0, 72 * HOUR)
    assert turn_notices(table) == [table.seats[0].user]
    rounds = Notice.objects.filter(game=table.game, kind="round-over", channel="mail")
    assert {notice.recipient for notice in rounds} == {seat.user for seat in table.seats}
    with refused("moved-on"):
        step(table, 0, "discard sw", version=old)


def test_who_ends_the_round_by_his_answer_in_his_turn_has_taken_it() -> None:
    table = proposed()
    table = step(step(table, 1, "agree end"), 0, "discard sw")
    table = step(step(table, 0, "stay"), 1, "discard ns")
    while not table.seats[2].on_turn:
        table = step(table, 1, "stay")
    table = step(table, 2, "agree end")
    assert (table.game.round_number, table.seats[2].in_time) == (2, 1)
    assert [seat.in_time for seat in table.seats] == [1, 1, 1]


def test_an_answer_may_end_the_game() -> None:
    table = proposed(position={"round": 2})
    table = step(step(table, 1, "agree end"), 2, "agree end")
    assert table.game.status == Game.Status.FINISHED
    assert not Seat.objects.filter(game=table.game, on_turn=True).exists()


# --- bots, and who is away ------------------------------------------------------------------------


def test_bots_answer_out_of_turn_and_the_proposer_plays_on() -> None:
    table = proposed(bots=2, **BANKS)
    before, old = clock(table, 0), table.game.version
    assert [bool(seat.act_at) for seat in table.seats] == [False, True, True]
    assert tasks.move_bots() >= 1
    table = load(table.game)
    assert table.state.proposal is None  # there are treasures to be had: a bot has refused
    assert clock(table, 0) == before
    assert not any(seat.act_at for seat in table.seats)
    table = step(table, 0, "discard sw", version=old)
    assert table.state.phase == "walk"


def test_bots_agree_where_there_is_nothing_left_and_the_round_ends() -> None:
    nothing_left = {"treasures_left": [], "treasures": {"p1": ["gems 5"]}}
    table = proposed(bots=2, position=nothing_left)
    assert tasks.move_bots() >= 2
    assert load(table.game).game.round_number == 2


def test_no_bot_answers_at_a_table_that_is_paused() -> None:
    table = proposed(bots=2)
    moderator = staff(MODERATOR)
    moderated.pause(order(moderator, table))
    assert tasks.move_bots() == 0
    moderated.resume(order(moderator, table))
    assert tasks.move_bots() >= 1


def test_nobody_answers_for_an_empty_seat_and_the_proposal_lapses() -> None:
    table = proposed(offer_hours=24)
    leaver = table.seats[1].user
    assert leaver is not None
    services.leave(leaver, table.game.code, now())
    table = step(load(table.game), 2, "agree end")
    assert table.state.proposal.agreed == (0, 2)
    assert not tasks.move_bots()
    table = step(step(table, 0, "discard sw"), 0, "stay")
    assert (seat_on_turn(table).number, table.state.proposal.agreed) == (1, (0, 2))


def test_what_is_played_for_somebody_away_answers_nothing() -> None:
    table = proposed(excused=0)
    table = step(step(table, 0, "discard sw"), 0, "stay")
    table = let_it_pass(table)
    assert seat_on_turn(table).number == 2
    assert table.state.proposal.agreed == (0,)


def test_a_table_of_bots_and_one_person_comes_to_its_end() -> None:
    """With a proposal whenever one may be made."""
    table = new_table(1, bots=2, kind="lost_mines")
    for _ in range(600):
        tasks.move_bots()
        table = load(table.game)
        if table.game.status != Game.Status.RUNNING:
            break
        texts = [table.rules.print_move(m) for m in table.rules.legal_moves(table.state, 0)]
        table = step(table, 0, "propose end" if "propose end" in texts else texts[0])
    assert table.game.status == Game.Status.FINISHED
