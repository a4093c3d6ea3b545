"""Advice reveals nothing that its reader may not know: the foreman knows what its reader knows.

Tested like everything else at a table: in all worlds that look the same to the reader, they get the
same bytes.
"""

from __future__ import annotations

import pytest
import time_machine

from games.engine import Rng
from games.replays.moments import remembered_steps
from games.tables.models import LogEntry
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable
from tests.at_table import get, words
from tests.real_tables import have_seen, signed_in
from tests.tables.play import load, new_table
from tests.tables.test_secrecy import (
    NOON,
    READERS_OF,
    WORLDS,
    disguise,
    played,
    taken_back,
    tells_no_worlds_apart,
)

pytestmark = pytest.mark.django_db

AMONG_BOTS = [(kind, players) for kind, players, _ in READERS_OF if players > 1]


@pytest.mark.parametrize("moves", [12, pytest.param(50, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("kind", "players"), AMONG_BOTS)
def test_advice_is_the_same_in_all_worlds_of_its_reader(
    kind: str, players: int, moves: int
) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = among_bots(moves, kind, players)
        user = loaded.seats[0].user
        assert user is not None
        assert 'class="thoughts"' in words(get(signed_in(user), loaded.table, "table-advice"))
        tells_no_worlds_apart(loaded, 0)


def among_bots(moves: int, kind: str, players: int) -> LoadedTable:
    """Play this many moves, then on to the turn of the only person, on the first seat."""
    loaded, rng = new_table(1, bots=players - 1, kind=kind), Rng(b"bots", "moves")
    while moves > 0 or 0 not in loaded.rules.waiting_for(loaded.state):
        (number, *_) = loaded.rules.waiting_for(loaded.state)
        with table_for_update(loaded.table.code, NOON) as work:
            move = loaded.kind.quick_move(loaded.rules.view(loaded.state, number), rng)
            work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=number), move)
        loaded, moves = load(loaded.table), moves - 1
    have_seen(loaded.table)
    return load(loaded.table)


@pytest.mark.parametrize(("kind", "players"), AMONG_BOTS)
def test_a_seats_memory_is_the_same_in_all_its_worlds(kind: str, players: int) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = played(40, kind, players)
        mine, others = remembered_steps(loaded, 0), remembered_steps(loaded, 1)
        for world in range(WORLDS):
            with taken_back():
                disguise(load(loaded.table), 0, Rng(b"%d" % world, "memories"))
                assert remembered_steps(load(loaded.table), 0) == mine
                assert remembered_steps(load(loaded.table), 1) != others
