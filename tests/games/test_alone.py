"""Who plays alone keeps nobody waiting: no clock, no ladder, nothing told to oneself."""

from __future__ import annotations

import pytest
from django.urls import reverse_lazy

from config.clock import now
from games import record, services, tasks
from games.models import Game, Notice
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn, play_on, refused
from tests.tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]


NEW = reverse_lazy("new-table")


def test_a_table_for_one_begins_at_once_without_a_clock_or_a_mail() -> None:
    table = new_table(1, kind="solo", public=False)
    assert table.game.status == Game.Status.RUNNING
    assert table.seats[0].on_turn
    table = play_on(table, 30)
    assert table.seats[0].due_at is None
    assert table.seats[0].remind_at is None
    assert not Notice.objects.filter(game=table.game).exists()
    assert tasks.miss_turns() == 0


def test_a_solo_game_is_played_to_its_end_and_nobody_is_told() -> None:
    table = play_on(new_table(1, kind="solo"), 300)
    assert table.game.status == Game.Status.FINISHED
    assert table.seats[0].score is not None
    assert record.replay(table.game).sound
    assert not Notice.objects.filter(game=table.game).exists()


def test_nobody_leaves_a_table_where_he_plays_alone() -> None:
    table = new_table(1, kind="solo")
    with refused("alone"):
        services.leave(on_turn(table), table.game.code, now())


def test_a_bot_answers_in_a_duel() -> None:
    table = new_table(1, bots=1, kind="duel", options={"colours": "first_is_blue"})
    assert table.seats[1].on_turn
    assert tasks.move_bots()
    assert load(table.game).seats[0].on_turn


def test_a_form_for_one_asks_for_no_pace_and_opens_a_private_table() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    page = client.get(f"{NEW}?game=solo").content.decode()
    assert 'name="pace"' not in page
    assert 'name="public"' not in page
    assert 'name="clock_' not in page
    form = {"title": "Night Shift", "size": "1", "bots": "0", "token": "abcdefgh12"}
    answer = client.post(f"{NEW}?game=solo", form)
    game = Game.objects.get(owner=user)
    assert answer.headers["Location"] == f"/t/{game.code}/"
    assert (game.status, game.public) == (Game.Status.RUNNING, False)


def test_a_form_for_two_offers_one_bot_at_most() -> None:
    page = signed_in(UserFactory.create()).get(f"{NEW}?game=duel").content.decode()
    assert '<option value="1">1</option>' in page
    assert '<option value="2">2</option>' not in page


def test_who_is_on_turn_again_by_his_own_move_is_not_told_so() -> None:
    """A troll bribed in a Duel leaves its player on turn: he is here, and has just moved."""
    for _ in range(12):
        table = new_table(2, kind="duel")
        while table.game.status == Game.Status.RUNNING:
            before = on_turn(table)
            turns = Notice.objects.filter(game=table.game, kind="turn", recipient=before).count()
            table = play_on(table, 1)
            if table.game.status == Game.Status.RUNNING and on_turn(table) == before:
                told = Notice.objects.filter(game=table.game, kind="turn", recipient=before)
                assert told.count() == turns
                return
    raise AssertionError("nobody moved twice in a row")
