"""A worker plays the moves of bots in time."""

from __future__ import annotations

import pytest

from config.celery import BOTS
from config.clock import now
from games.replays import log_check
from tests.tables.play import bots_move, load, new_table, on_turn, play
from tests.worker import until, working

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both,
    pytest.mark.stack,
]


def test_bots_answer_a_watching_player_in_turn_without_waiting_for_beat() -> None:
    loaded = new_table(1, bots=2)
    player = loaded.seats[0].user
    while not loaded.seats[0].on_turn:
        loaded = bots_move(loaded)
    loaded.table.seats.filter(user=player).update(seen_at=now())
    with working(queues=[BOTS]):
        loaded = play(loaded)
        until(loaded.table.seats.filter(user=player, on_turn=True).exists)
    after = load(loaded.table)
    entries = list(after.table.log.filter(number__gte=loaded.table.length).order_by("number"))
    times = [entry.at for entry in entries if entry.kind == "move"]
    assert len(times) == 3
    assert times == sorted(times)
    assert on_turn(after) == player
    assert log_check.check_table(after.table).sound
