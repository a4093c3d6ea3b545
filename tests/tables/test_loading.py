"""A process caches games, and never uses a stale one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from datetime import datetime
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from django.core import serializers
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.clock import now
from config.environment import ROOT
from games.replays import log_check
from games.tables import services, store
from games.tables.models import Card, LogEntry, Table
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable, loading
from tests.factories import UserFactory
from tests.faults.test_races import at_once
from tests.positions import last_round
from tests.tables.play import any_move, let_it_pass, load, new_table, on_turn, play, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

PIECES = {"Card", "HandCard", "PlacedCard", "Token", "SeatValue", "Knowledge"}


def remembers(table: Table) -> bool:
    return loading.recall(Table.objects.get(pk=table.pk)) is not None


def knows_the_truth(table: Table) -> bool:
    """Return whether this process's game equals what the rows say."""
    row = Table.objects.get(pk=table.pk)
    return contents(store.load(row)) == contents(store.from_rows(row))


def contents(loaded: LoadedTable) -> list[object]:
    rows = loaded.stored.rows
    rounds = [(row.pk, row.seed, row.extra, row.began_at, row.ended_at) for row in loaded.rounds]
    cards = sorted(rows.cards, key=lambda card: card.pk)
    others = [rows.tokens, rows.values, rows.knowledge]
    return [loaded.stored.number, rounds, loaded.pieces, cards, *others]


def discards(loaded: LoadedTable) -> list[str]:
    """Return moves that each lead to a different state."""
    (number,) = loaded.rules.waiting_for(loaded.state)
    moves = [move.written() for move in loaded.rules.legal_moves(loaded.state, number)]
    return [move for move in moves if move.startswith("discard")]


def play_at(loaded: LoadedTable, text: str, at: datetime) -> None:
    table = loaded.table
    services.play_move(on_turn(loaded), table.code, text, table.version, token(), at)


def play_there(_: Barrier, pk: int, text: str, at: datetime) -> str:
    play_at(store.current(pk), text, at)
    return "played"


# --- what it saves --------------------------------------------------------------------------------


def test_a_move_reads_nothing_of_a_cached_game() -> None:
    loaded = play(new_table(5))
    assert remembers(loaded.table)
    with CaptureQueriesContext(connection) as queries:
        play_at(loaded, any_move(loaded), now())
    read = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert len(read) == 3, read  # the table, its seats, the clock of the site
    assert not any("tables_card" in sql or "tables_round" in sql for sql in read)


def test_a_process_forgets_the_game_used_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_games", loading.RecentCache(2))
    first, second, third = (new_table(3).table for _ in range(3))
    assert [remembers(table) for table in (first, second, third)] == [False, True, True]
    assert knows_the_truth(first)
    assert [remembers(table) for table in (first, second, third)] == [True, False, True]


# --- never an old state ---------------------------------------------------------------------------


def test_a_move_of_another_process_is_seen() -> None:
    loaded = play(new_table(3))
    assert remembers(loaded.table)
    assert at_once(play_there, (loaded.table.pk, any_move(loaded), now())) == ["played"]
    assert knows_the_truth(loaded.table)
    assert log_check.check_table(play(load(loaded.table)).table).sound


def test_a_rolled_back_move_is_not_cached() -> None:
    """Another process makes a move with the same version at the same moment."""
    loaded, at = play(new_table(3)), now()
    one, other, *_ = discards(loaded)
    with transaction.atomic():
        play_at(loaded, one, at)
        transaction.set_rollback(True)
    assert at_once(play_there, (loaded.table.pk, other, at)) == ["played"]
    assert knows_the_truth(loaded.table)


def test_a_restored_database_is_not_mistaken_for_the_old_one() -> None:
    """Versions continue from the backup, so other moves get versions that are cached."""
    loaded = play(new_table(3))
    one, other, *_ = discards(loaded)
    backup = serializers.serialize("python", rows_of(loaded.table))
    play_at(loaded, one, now())
    for row in serializers.deserialize("python", backup):
        row.save()
    loaded.table.log.filter(number__gt=loaded.table.length).delete()
    assert at_once(play_there, (loaded.table.pk, other, now())) == ["played"]
    assert knows_the_truth(loaded.table)


def rows_of(table: Table) -> list[Model]:
    """Return the rows that a discard changes."""
    rounds = table.rounds.all()
    return [Table.objects.get(pk=table.pk), *rounds, *Card.objects.filter(round__in=rounds)]


def test_a_failure_midway_leaves_the_cached_game_unchanged() -> None:
    loaded = play(new_table(3))
    with pytest.raises(ZeroDivisionError):
        play_and_fail(loaded)
    assert remembers(loaded.table)
    assert knows_the_truth(loaded.table)


def play_and_fail(loaded: LoadedTable) -> None:
    with table_for_update(loaded.table.code, now()) as work:
        (number,) = work.loaded.rules.waiting_for(work.loaded.state)
        move = work.loaded.rules.legal_moves(work.loaded.state, number)[0]
        work.play(LogEntry(seat=number), move)
        store.save(work.loaded)
        raise ZeroDivisionError


# --- every change at a table is counted -----------------------------------------------------------


def test_a_game_is_cached_up_to_its_end() -> None:
    loaded = load(last_round(*UserFactory.create_batch(3)))
    while loaded.table.status == Table.Status.RUNNING:
        assert knows_the_truth(loaded.table)
        loaded = play(loaded)
    assert remembers(loaded.table)
    assert knows_the_truth(loaded.table)


def test_a_new_round_is_cached() -> None:
    given = {"hands": {"p1": ["map"], "p2": ["ns"], "p3": ["ne"]}, "stock": [], "round": 1}
    loaded = load(last_round(*UserFactory.create_batch(3), **given))
    while loaded.table.round_number == 1:
        loaded = play(loaded)
    assert remembers(loaded.table)
    assert knows_the_truth(loaded.table)


def vote(loaded: LoadedTable, user: User) -> None:
    services.agree_to_cancel(user, loaded.table.code, True, now())


def leave(loaded: LoadedTable, user: User) -> None:
    services.leave(user, loaded.table.code, now())


def miss(loaded: LoadedTable, _: User) -> None:
    let_it_pass(let_it_pass(loaded))


def rest(_: LoadedTable, __: User) -> None:
    services.stop_clocks(now(), None, "")
    services.let_clocks_run(now())


@pytest.mark.parametrize("act", [vote, leave, miss, rest])
def test_changes_other_than_moves_are_cached(act: Callable[[LoadedTable, User], None]) -> None:
    loaded = play(new_table(3, excused=0))
    act(loaded, on_turn(loaded))
    assert knows_the_truth(loaded.table)
    assert log_check.check_table(load(loaded.table).table).sound


def test_a_resigned_game_is_cached() -> None:
    loaded = play(new_table(2, kind="duel"))
    services.resign(on_turn(loaded), loaded.table.code, now())
    assert remembers(loaded.table)
    assert knows_the_truth(loaded.table)


def test_only_the_store_uses_the_models_of_pieces() -> None:
    """Other code that wrote them would have to count the change."""
    importers = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "games").rglob("*.py")
        if PIECES & set(taken_from_models(path)) and "migrations" not in path.parts
    }
    assert importers == {f"games/tables/store/{name}.py" for name in ("loading", "saving")}


def test_only_the_store_queries_rounds() -> None:
    for path in (ROOT / "games").rglob("*.py"):
        asks = "Round.objects" in path.read_text() or ".rounds." in path.read_text()
        assert not asks or path.parent == ROOT / "games/tables/store", path


def taken_from_models(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "games.tables.models":
            yield from (alias.name for alias in node.names)
