"""Solo games: no clock, no missed deadlines, no notices."""

from __future__ import annotations

import pytest
from django.urls import reverse_lazy

from config.clock import now
from games.notices.models import Notice
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import Table
from tests.factories import UserFactory
from tests.real_tables import signed_in
from tests.tables.play import load, new_table, on_turn, play_on, refused

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


NEW = reverse_lazy("new-table")


def test_a_solo_table_begins_at_once_without_a_clock_or_a_mail() -> None:
    loaded = new_table(1, kind="solo", public=False)
    assert loaded.table.status == Table.Status.RUNNING
    assert loaded.seats[0].on_turn
    loaded = play_on(loaded, 30)
    assert loaded.seats[0].due_at is None
    assert loaded.seats[0].remind_at is None
    assert not Notice.objects.filter(table=loaded.table).exists()
    assert tasks.miss_turns() == 0


def test_a_solo_game_is_played_to_its_end_without_notices() -> None:
    loaded = play_on(new_table(1, kind="solo"), 300)
    assert loaded.table.status == Table.Status.FINISHED
    assert loaded.seats[0].score is not None
    assert log_check.check_table(loaded.table).sound
    assert not Notice.objects.filter(table=loaded.table).exists()


def test_nobody_can_leave_a_solo_table() -> None:
    loaded = new_table(1, kind="solo")
    with refused("alone"):
        services.leave(on_turn(loaded), loaded.table.code, now())


def test_a_bot_answers_in_a_duel() -> None:
    loaded = new_table(1, bots=1, kind="duel", options={"colours": "first_is_blue"})
    assert loaded.seats[1].on_turn
    assert tasks.move_bots()
    assert load(loaded.table).seats[0].on_turn


def test_the_solo_form_asks_for_no_turn_length_and_opens_a_private_table() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    page = client.get(f"{NEW}?game=solo").content.decode()
    assert 'name="pace"' not in page
    assert 'name="public"' not in page
    assert 'name="clock_' not in page
    form = {"title": "Night Shift", "size": "1", "bots": "0", "token": "abcdefgh12"}
    answer = client.post(f"{NEW}?game=solo", form)
    table = Table.objects.get(owner=user)
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert (table.status, table.public) == (Table.Status.RUNNING, False)


def test_the_form_for_two_has_one_other_seat() -> None:
    page = signed_in(UserFactory.create()).get(f"{NEW}?game=duel").content.decode()
    assert 'name="chair_1"' in page
    assert 'name="chair_2"' not in page
    assert 'value="none"' not in page
    assert "data-add" not in page


def test_a_player_on_turn_again_after_their_own_move_is_not_notified() -> None:
    """Bribing a troll in a Duel keeps the player on turn: they are here and have just moved."""
    for _ in range(12):
        loaded = new_table(2, kind="duel")
        while loaded.table.status == Table.Status.RUNNING:
            before = on_turn(loaded)
            turns = Notice.objects.filter(table=loaded.table, kind="turn", recipient=before).count()
            loaded = play_on(loaded, 1)
            if loaded.table.status == Table.Status.RUNNING and on_turn(loaded) == before:
                told = Notice.objects.filter(table=loaded.table, kind="turn", recipient=before)
                assert told.count() == turns
                return
    raise AssertionError("nobody moved twice in a row")
