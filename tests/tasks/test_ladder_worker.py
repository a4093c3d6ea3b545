"""Whole tables walk the ladder with nothing but a worker and the time."""

from __future__ import annotations

from functools import partial

import pytest

from games import record, tasks
from games.models import Game, Seat
from games.store import Table
from tests.games.play import age, kinds, load, new_table, told
from tests.worker import until, working

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both,
    pytest.mark.stack,
]


def grown(table: Table) -> bool:
    """Has the worker done something at this table, and is no bot about to?"""
    acts = Seat.objects.filter(game=table.game, act_at__isnull=False)
    return load(table.game).game.length > table.game.length and not acts.exists()


def test_a_worker_walks_a_table_through_every_rung_to_its_end() -> None:
    """None of three players ever moves: rung by rung, until bots sit there and stand still."""
    table = new_table(3, excused=1, offer_hours=24)
    players = [seat.user for seat in table.seats]
    with working():
        for _ in range(40):
            age(table, "due_at", "offered_until")
            tasks.miss_turns.delay()
            tasks.end_offers.delay()
            until(partial(grown, table))
            table = load(table.game)
            if all(seat.bot for seat in table.seats):
                break
        Game.objects.filter(pk=table.game.pk).update(abandon_at=table.game.started_at)
        tasks.abandon_tables.delay()
        until(lambda: load(table.game).game.status == "abandoned")
    table = load(table.game)
    assert set(kinds(table)) == {"excused", "absent", "offered", "handover", "abandoned"}
    assert [seat.former for seat in table.seats] == players
    for player in players:
        assert told(player, "missed") == ["excused", "played"]
        assert told(player, "seat").count("lost-bot") == 1
        assert told(player, "over") == ["abandoned"]
    assert record.replay(table.game).sound


def test_a_worker_that_starts_finds_what_fell_due_while_none_was_there() -> None:
    """No hint is sent: its first heartbeat wakes every sweep."""
    table = age(new_table(3, excused=1), "due_at")
    with working():
        until(lambda: kinds(load(table.game)) == ["excused"])
