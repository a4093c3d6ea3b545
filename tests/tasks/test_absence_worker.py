"""A worker alone handles players who miss deadlines, up to the end of a table."""

from __future__ import annotations

from functools import partial

import pytest

from games.replays import log_check
from games.tables import tasks
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from tests.tables.play import age, kinds, load, new_table, told
from tests.worker import until, working

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both,
    pytest.mark.stack,
]


def grown(loaded: LoadedTable) -> bool:
    """Return whether the worker has done something at this table and no bot is about to move."""
    acts = Seat.objects.filter(table=loaded.table, act_at__isnull=False)
    return load(loaded.table).table.length > loaded.table.length and not acts.exists()


def test_a_worker_takes_a_table_through_every_absence_step_to_its_end() -> None:
    """None of three players ever moves: step by step, until only idle bots are left."""
    loaded = new_table(3, excused=1, offer_hours=24)
    players = [seat.user for seat in loaded.seats]
    with working():
        for _ in range(40):
            age(loaded, "due_at", "offered_until")
            tasks.miss_turns.delay()
            tasks.end_offers.delay()
            until(partial(grown, loaded))
            loaded = load(loaded.table)
            if all(seat.bot for seat in loaded.seats):
                break
        Table.objects.filter(pk=loaded.table.pk).update(abandon_at=loaded.table.started_at)
        tasks.abandon_tables.delay()
        until(lambda: load(loaded.table).table.status == "abandoned")
    loaded = load(loaded.table)
    assert set(kinds(loaded)) == {"excused", "absent", "offered", "handover", "abandoned"}
    assert [seat.former for seat in loaded.seats] == players
    for player in players:
        assert told(player, "missed") == ["excused", "played"]
        assert told(player, "seat").count("lost-bot") == 1
        assert told(player, "over") == ["abandoned"]
    assert log_check.check_table(loaded.table).sound


def test_a_starting_worker_finds_what_fell_due_while_none_was_running() -> None:
    """No hint is sent: its first heartbeat starts every sweep."""
    loaded = age(new_table(3, excused=1), "due_at")
    with working():
        until(lambda: kinds(load(loaded.table)) == ["excused"])
