"""What a mind at a table is given: what its seat saw, move by move, and nothing that was undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.kinds import KINDS
from games.kinds.language import read_move
from games.mine import Event
from games.mine.minds import recall
from games.moderation import undo
from games.moderation.roles import MODERATOR
from games.tables.minds import memory_of
from games.tables.models import Table
from tests.moderation.at_tables import late_table, order, quiet_moves
from tests.moderation.staff import staff
from tests.tables.play import any_move, load, new_table, play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_remembers_every_move_as_it_saw_it_when_it_was_made(kind: str) -> None:
    loaded = new_table(min(3, max(KINDS[kind].rules.PLAYERS)), kind=kind)
    rules = loaded.rules
    played: list[tuple[Any, Sequence[Event]]] = []
    while len(played) < 40 and loaded.table.status == Table.Status.RUNNING:
        text = any_move(loaded)
        (seat,) = rules.waiting_for(loaded.state)
        played.append((loaded.state, rules.play(loaded.state, seat, read_move(rules, text)).events))
        loaded = play(loaded, text)
    for number in range(len(loaded.seats)):
        memory = iter(memory_of(loaded, number))
        assert all(step in memory for step in recall(rules, number, played))  # in this order


def test_a_move_that_was_taken_back_was_never_made() -> None:
    loaded = late_table()
    before = [memory_of(loaded, seat.number) for seat in loaded.seats]
    played = play(loaded, quiet_moves(loaded)[0])
    assert len(memory_of(played, 0)) > len(before[0])
    undo.take_back(order(staff(MODERATOR), played))
    assert [memory_of(load(loaded.table), seat.number) for seat in loaded.seats] == before
