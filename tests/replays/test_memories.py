"""What a seat remembers of its game: all moves that count, as that seat saw them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.engine import Rng
from games.engine.bots import SeenMove, memory_of
from games.kinds import KINDS, read_move
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.replays import moments
from games.replays.moments import remembered_steps, seat_memory
from games.tables import store
from games.tables.models import LogEntry
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, quiet_moves
from tests.moderation.staff import staff
from tests.real_tables import running
from tests.round_ends import past_round_end
from tests.tables.other_pasts import another_past
from tests.tables.play import load, new_table, play, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
every_kind = pytest.mark.parametrize("kind", KINDS)
Steps = tuple[SeenMove[Any], ...]


def played(kind: str) -> LoadedTable:
    """Play a table into its second round, if it has one."""
    seats = min(3, max(KINDS[kind].rules.players))
    table = running(*UserFactory.create_batch(seats), kind=kind)
    past_round_end(table)
    return store.current(table.pk)


def afresh(loaded: LoadedTable, seat: int) -> Steps:
    """Return what the seat saw, from the log and the rules alone."""
    rules = loaded.rules
    state = rules.setup(loaded.table.options, len(loaded.seats), loaded.seeds)
    seen = []
    for entry in loaded.table.log.filter(kind__in=LogEntry.PLAYED).order_by("number"):
        progress = rules.play(state, entry.seat or 0, read_move(rules, entry.move))
        seen.append((state, progress.events))
        state = progress.after
    return memory_of(rules, seat, seen)


@every_kind
def test_a_seat_remembers_what_it_saw_of_every_move(kind: str) -> None:
    loaded = played(kind)
    for seat in range(len(loaded.seats)):
        memory, steps = seat_memory(loaded, seat), remembered_steps(loaded, seat)
        assert steps == afresh(loaded, seat)
        assert len(memory) > 10
        assert (memory[0], memory[-2:]) == (steps[0], steps[-2:])


@every_kind
def test_a_seats_memory_is_the_same_in_all_its_worlds(kind: str) -> None:
    loaded = played(kind)
    for seat in range(len(loaded.seats)):
        moments.moments_cache.clear()
        memory = remembered_steps(loaded, seat)
        another_past(loaded, seat, Rng(b"others", "worlds"), list)
        others = remembered_steps(loaded, seat)
        assert others == memory
        assert all(old is not new for old, new in zip(memory, others, strict=True))


def test_a_memory_is_read_lazily() -> None:
    loaded = play_on(new_table(3), 6)
    with CaptureQueriesContext(connection) as asked:
        memory = seat_memory(loaded, 1)
        assert not asked.captured_queries
        assert len(memory) >= 6
    assert len(asked) == 1


def test_only_new_entries_are_read_and_added() -> None:
    loaded = play_on(new_table(3), 8)
    before = remembered_steps(loaded, 0)
    loaded = play(loaded)
    with CaptureQueriesContext(connection) as asked:
        after = remembered_steps(loaded, 0)
    assert len(asked) == 1
    assert len(after) > len(before)
    assert all(old is new for old, new in zip(before, after, strict=False))
    assert after == afresh(loaded, 0)


def test_an_undone_move_is_forgotten() -> None:
    loaded = late_table()
    before = remembered_steps(loaded, 2)
    loaded = play(loaded, quiet_moves(loaded)[0])
    assert len(seat_memory(loaded, 2)) == len(before) + 1
    table_actions.undo_last_move(order(staff(MODERATOR), loaded))
    loaded = load(loaded.table)
    assert remembered_steps(loaded, 2) == before
    loaded = play(loaded)
    after = remembered_steps(loaded, 2)
    moments.memory_cache.clear()
    moments.moments_cache.clear()
    assert after == remembered_steps(loaded, 2)
    assert len(after) > len(before)


def test_after_restoring_a_backup_later_moves_are_forgotten() -> None:
    loaded = play_on(new_table(3), 5)
    backup = remembered_steps(loaded, 1)
    with transaction.atomic():
        longer = play_on(loaded, 3)
        assert len(seat_memory(longer, 1)) > len(backup)
        transaction.set_rollback(True)
    other = play_on(load(loaded.table), 6)
    assert remembered_steps(other, 1) == afresh(other, 1)
    assert remembered_steps(other, 1)[: len(backup)] == backup


def test_a_process_catches_up_on_several_entries() -> None:
    """Another process has played on, so there are several new entries."""
    loaded = play_on(new_table(3), 4)
    assert remembered_steps(loaded, 0)
    later = play_on(loaded, 7)
    assert remembered_steps(later, 0) == afresh(later, 0)
    assert [m.number for m in moments.moments(later)] == list(range(later.table.length + 1))


def test_a_process_caches_few_seats() -> None:
    assert moments.SEATS_KEPT < 1000
    first = play_on(new_table(3), 1)
    kept = remembered_steps(first, 0)
    for number in range(moments.SEATS_KEPT):
        moments.memory_cache.keep((f"{number}", 0), {})
    again = remembered_steps(first, 0)
    assert again == kept
    assert again[0] is not kept[0]
