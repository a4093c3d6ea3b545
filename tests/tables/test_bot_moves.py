"""Bots think outside any lock, once for each move, and at a speed that players can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

from config.clock import now
from games.engine import Rng
from games.engine.bots import STRENGTHS, SeenMove, Temperament
from games.kinds import KINDS
from games.kinds.common.dwarfs import DWARFS
from games.replays.moments import remembered_steps
from games.tables import bot_players, services, tasks
from games.tables.bot_players import dwarf_of
from games.tables.models import LogEntry, Seat, Table
from games.tables.services.bot_moves import MAX_RETRIES, THINKING
from games.tables.store import LoadedTable
from tests.at_table import HTMX
from tests.at_table import play as send
from tests.real_tables import signed_in
from tests.tables.play import any_move, load, new_table, on_turn, play, seat_on_turn
from tests.tables.steps import lost_mines, step

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
SECOND = timedelta(seconds=1)


def bots_turn(loaded: LoadedTable) -> LoadedTable:
    """The people there play until a bot is on turn."""
    while not seat_on_turn(loaded).bot:
        loaded = play(loaded)
    return loaded


def act_times(table: Table) -> list[Any]:
    found = table.seats.filter(act_at__isnull=False).order_by("act_at")
    return list(found.values_list("act_at", flat=True))


# --- who chooses ----------------------------------------------------------------------------------


@dataclass
class Noting:
    """A real mind, and what it was given."""

    mind: Any
    given: list[tuple[Any, Sequence[SeenMove[Any]], Temperament]] = field(default_factory=list)

    def choose(
        self, view: Any, memory: Sequence[SeenMove[Any]], manner: Temperament, rng: Rng
    ) -> Any:
        self.given.append((view, tuple(memory), manner))
        return self.mind.choose(view, memory, manner, rng)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bot_of_its_strength_gets_view_memory_and_temperament(
    strength: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = KINDS["duel"]
    mind = Noting(kind.bots[strength])
    noting = replace(kind, bots={**kind.bots, strength: mind})
    loaded = bots_turn(new_table(1, bots=1, kind="duel", strengths=(strength,)))
    seat = seat_on_turn(loaded)
    monkeypatch.setattr(LoadedTable, "kind", noting)
    assert services.let_bot_move(seat.pk, now())
    ((view, memory, manner),) = mind.given
    assert view == loaded.rules.view(loaded.state, seat.number)
    assert manner == dwarf_of(seat).temperament
    assert memory == remembered_steps(loaded, seat.number)


def test_a_strength_of_a_newer_release_plays_as_easy() -> None:
    loaded = bots_turn(new_table(1, bots=2))
    seat = seat_on_turn(loaded)
    Seat.objects.filter(pk=seat.pk).update(bot="godlike")
    assert services.let_bot_move(seat.pk, now())


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if not kind.is_for_one])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_bots_of_every_strength_play_every_game(kind: str, strength: str) -> None:
    size = min(3, max(KINDS[kind].rules.players))
    loaded = new_table(1, bots=size - 1, kind=kind, strengths=(strength,))
    assert tasks.move_bots() or on_turn(loaded)
    assert not act_times(loaded.table)


# --- one thinks about a move ----------------------------------------------------------------------


@contextmanager
def while_a_bot_thinks(happens: Callable[[], object]) -> Iterator[list[str]]:
    """Do this each time a bot reads its memory from the log.

    Yield the queries by which bots read it: one for each time that a bot thought.
    """
    thoughts: list[str] = []

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SELECT") and LogEntry._meta.db_table in sql:
            thoughts.append(sql)
            happens()
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield thoughts


def overtake(table: Table) -> None:
    """Let the table move on."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)


def test_two_workers_do_not_think_about_the_same_move() -> None:
    loaded = bots_turn(new_table(1, bots=2))
    seat = seat_on_turn(loaded)

    def another_comes_by() -> None:
        assert not services.let_bot_move(seat.pk, now())
        assert not Seat.objects.bots_due(now()).exists()

    with while_a_bot_thinks(another_comes_by) as thoughts:
        assert services.let_bot_move(seat.pk, now())
    assert len(thoughts) == 1
    assert load(loaded.table).table.version == loaded.table.version + 1


def test_a_worker_that_dies_while_thinking_leaves_the_move_to_others() -> None:
    loaded = bots_turn(new_table(1, bots=2))
    seat, at = seat_on_turn(loaded), now()

    def dies() -> None:
        raise KeyboardInterrupt

    with while_a_bot_thinks(dies), pytest.raises(KeyboardInterrupt):
        services.let_bot_move(seat.pk, at)
    assert not services.let_bot_move(seat.pk, at + THINKING - SECOND)
    assert services.let_bot_move(seat.pk, at + THINKING)


def test_a_bot_thinks_again_if_somebody_was_faster() -> None:
    loaded = bots_turn(new_table(1, bots=2))
    quicker = iter([partial(overtake, loaded.table)])
    with while_a_bot_thinks(lambda: next(quicker, int)()) as thoughts:
        assert services.let_bot_move(seat_on_turn(loaded).pk, now())
    assert len(thoughts) == 2
    assert load(loaded.table).table.version == loaded.table.version + 2


def test_a_move_claimed_in_vain_is_due_again() -> None:
    loaded = bots_turn(new_table(1, bots=2))
    at = now()
    with while_a_bot_thinks(partial(overtake, loaded.table)) as thoughts:
        assert not services.let_bot_move(seat_on_turn(loaded).pk, at)
    assert len(thoughts) == MAX_RETRIES
    assert act_times(loaded.table) == [at]


# --- at a speed one can follow ------------------------------------------------------------------


def somebody_looks(loaded: LoadedTable) -> None:
    loaded.table.seats.of_people().update(seen_at=now())


def test_bots_move_at_once_if_nobody_is_looking() -> None:
    loaded = bots_turn(new_table(1, bots=3))
    assert tasks.move_bots() >= 1
    assert seat_on_turn(load(loaded.table)).user is not None


def test_while_somebody_looks_a_bot_waits_according_to_its_tempo() -> None:
    loaded = new_table(1, bots=3)
    tasks.move_bots()
    somebody_looks(loaded)
    loaded = play(load(loaded.table))
    seat = seat_on_turn(loaded)
    assert loaded.table.moved_at is not None
    assert act_times(loaded.table) == [loaded.table.moved_at + bot_players.bot_delay(seat)]
    assert tasks.move_bots() == 0
    assert load(loaded.table).table.version == loaded.table.version


def test_bots_move_one_after_another_while_somebody_looks() -> None:
    loaded = new_table(1, bots=3)
    tasks.move_bots()
    somebody_looks(loaded)
    loaded = play(load(loaded.table))
    first = seat_on_turn(loaded)
    assert tasks.move_bots() == 0
    Seat.objects.filter(pk=first.pk).update(act_at=now())
    assert tasks.move_bots() == 1
    after = load(loaded.table)
    (due,) = act_times(after.table)
    assert after.table.moved_at is not None
    assert due == after.table.moved_at + bot_players.bot_delay(seat_on_turn(after))


def test_a_player_who_looked_three_minutes_ago_is_not_looking() -> None:
    loaded = new_table(1, bots=2)
    loaded.table.seats.update(seen_at=now() - timedelta(minutes=3))
    assert not any(seat.is_looking(now()) for seat in load(loaded.table).seats)
    loaded.table.seats.update(seen_at=now() - timedelta(minutes=1))
    assert any(seat.is_looking(now()) for seat in load(loaded.table).seats)


def test_bots_that_answer_together_answer_in_turn() -> None:
    """Asked for consent at the same moment, they answer one after the other."""
    loaded = lost_mines(bots=2)
    somebody_looks(loaded)
    loaded = step(loaded, 0, "propose end")
    first, second = (bot_players.bot_delay(seat) for seat in loaded.seats if seat.bot)
    asked = loaded.table.moved_at
    assert asked is not None
    assert act_times(loaded.table) == [asked + first, asked + first + second]


def test_a_hard_bot_starts_thinking_sooner() -> None:
    easy, hard = Seat(bot="easy", dwarf="hilda"), Seat(bot="hard", dwarf="hilda")
    assert bot_players.bot_delay(hard) < bot_players.bot_delay(easy) / 2


def test_every_dwarf_takes_one_to_two_seconds() -> None:
    pauses = {bot_players.bot_delay(Seat(bot="normal", dwarf=dwarf.key)) for dwarf in DWARFS}
    assert len(pauses) > 5
    assert all(0.9 * SECOND < found < 2 * SECOND for found in pauses)


def test_a_player_who_moves_on_an_open_page_is_looking() -> None:
    loaded = new_table(1, bots=2)
    tasks.move_bots()
    loaded = load(loaded.table)
    client: Client = signed_in(on_turn(loaded))
    send(client, loaded.table, any_move(loaded))
    assert not loaded.table.seats.filter(seen_at__isnull=False).exists()
    tasks.move_bots()
    loaded = load(loaded.table)
    send(client, loaded.table, any_move(loaded), headers=HTMX)
    assert loaded.table.seats.filter(seen_at__isnull=False).count() == 1
