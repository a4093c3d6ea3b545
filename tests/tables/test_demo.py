"""The demo: tables to play at once."""

from __future__ import annotations

import pytest

from accounts import demo as demo_player
from config.clock import now
from games.engine.bots import STRENGTHS
from games.replays import log_check
from games.tables import demo
from games.tables.models import Seat, Table

pytestmark = pytest.mark.django_db


def test_the_demo_has_a_running_a_finished_and_an_open_table() -> None:
    player = demo_player.demo_player()
    demo.tables(player, now())
    demo.tables(player, now())
    mine = Table.objects.filter(seats__user=player)
    assert sorted(mine.values_list("status", flat=True)) == ["finished", *["running"] * 4]
    for table in mine.filter(status="running"):
        assert table.seats.get(on_turn=True).user == player
    assert set(mine.values_list("kind", flat=True)) == {"classic", "duel", "lost_mines", "solo"}
    open_ones = Table.objects.filter(status="lobby", public=True).exclude(seats__user=player)
    assert open_ones.count() == 1
    assert all(log_check.check_table(table).sound for table in mine)
    its_bots_are_dwarfs_of_every_strength()


def its_bots_are_dwarfs_of_every_strength() -> None:
    bots = Seat.objects.exclude(bot="")
    assert set(bots.values_list("bot", flat=True)) == set(STRENGTHS)
    for table in Table.objects.all():
        dwarfs = list(table.seats.exclude(bot="").values_list("dwarf", flat=True))
        assert len(set(dwarfs)) == len(dwarfs)
        assert "" not in dwarfs
