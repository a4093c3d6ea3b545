"""The demo: something to play at once."""

from __future__ import annotations

import pytest

from accounts import demo as demo_player
from config.clock import now
from games import demo, record
from games.models import Game

pytestmark = pytest.mark.django_db


def test_the_demo_has_a_table_on_your_turn_one_finished_and_one_open() -> None:
    player = demo_player.player()
    demo.tables(player, now())
    demo.tables(player, now())
    mine = Game.objects.filter(seats__user=player)
    assert sorted(mine.values_list("status", flat=True)) == ["finished", *["running"] * 4]
    for game in mine.filter(status="running"):
        assert game.seats.get(on_turn=True).user == player
    assert set(mine.values_list("kind", flat=True)) == {"classic", "duel", "lost_mines", "solo"}
    open_ones = Game.objects.filter(status="lobby", public=True).exclude(seats__user=player)
    assert open_ones.count() == 1
    assert all(record.replay(game).sound for game in mine)
