"""The end of an outage: whoever is first and whatever is killed, deadlines move once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from django.db import connection, connections

from config.clock import now
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import Seat, SiteClock, Table
from games.tables.refusals import Refused
from games.tables.services.play import play_for
from games.tables.services.unit_of_work import table_for_update
from tests.faults.test_races import at_once
from tests.tables.play import any_move, load, new_table, on_turn, token
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

HOUR = timedelta(hours=1)
TABLES = 4
SWEEPS = ("miss_turns", "remind", "end_offers", "abandon_tables")
fork = multiprocessing.get_context("fork")


def late_tables() -> None:
    """Make tables whose players were late when the site came back after two hours."""
    for _ in range(TABLES):
        new_table(3, pace_hours=24, sleep_aware=False)
    at = now()
    Seat.objects.filter(on_turn=True).update(due_at=at - HOUR, remind_at=at - HOUR)
    SiteClock.objects.create(swept_at=at - 2 * HOUR)


def deadlines() -> list[tuple[Any, ...]]:
    """Return all deadlines that may move, and what would be done."""
    seats = Seat.objects.order_by("pk").values_list("due_at", "remind_at", "missed")
    tables = Table.objects.order_by("pk").values_list("abandon_at", "changes", "length")
    return [*seats, *tables]


def moved_once(before: list[tuple[Any, ...]]) -> bool:
    """Return whether all deadlines moved by the outage, once, and nothing was missed."""
    clock = SiteClock.objects.get()
    assert clock.stopped_at
    assert clock.went_on_at
    length = clock.went_on_at - clock.stopped_at
    later = [tuple(_later(value, length) for value in row) for row in before]
    return deadlines() == [(t, n + 1, m) if type(n) is int else (t, n, m) for t, n, m in later]


def _later(value: Any, length: timedelta) -> Any:
    return value + length if isinstance(value, datetime) else value


def sweep(barrier: Barrier, name: str) -> int:
    return int(getattr(tasks, name)())


def test_four_workers_back_at_once_move_deadlines_once() -> None:
    late_tables()
    before = deadlines()
    assert at_once(sweep, *[(name,) for name in SWEEPS]) == [0] * 4
    assert moved_once(before)


def test_a_sweep_killed_between_any_two_statements_moves_all_or_nothing() -> None:
    late_tables()
    before, kills = deadlines(), 0
    while killed_at(kills + 1, tasks.miss_turns):
        kills += 1
        if SiteClock.objects.filter(went_on_at=None).exists():
            assert deadlines() == before
        else:
            assert moved_once(before)
    assert kills > 8  # the locks, the clock, five updates, and what the sweep does after them
    assert moved_once(before)


def killed_at(number: int, act: Callable[[], object]) -> bool:
    """Run it in a process to be killed before this many statements; return whether it was."""
    connections.close_all()
    process = fork.Process(target=_act, args=(number, act))
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def _act(number: int, act: Callable[[], object]) -> None:
    made = 0

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        nonlocal made
        made += 1
        if made == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        act()
    connections.close_all()
    os._exit(0)


def play_or_sweep(barrier: Barrier, codes: list[str], number: int) -> int:
    """Let one worker come back while players move."""
    if number == 0:
        return int(tasks.miss_turns())
    for code in codes[number - 1 :: 3]:
        for _ in range(5):
            loaded = load(Table.objects.get(code=code))
            text, version = any_move(loaded), loaded.table.version
            try:
                services.play_move(on_turn(loaded), code, text, version, token(), now())
            except Refused as refused:
                return -len(str(refused))
    return 0


def hold_or_sweep(barrier: Barrier, code: str, holds: bool) -> int:
    """End a turn in a unit of work that begins before a worker comes back and ends afterwards."""
    if not holds:
        barrier.wait(PATIENCE)
        return int(tasks.miss_turns())
    with table_for_update(code, now()) as work:
        assert work.clock_time < now() - HOUR
        barrier.wait(PATIENCE)
        time.sleep(1)  # gives the worker time to read too early, if it would
        play_for(work, next(seat for seat in work.seats if seat.on_turn))
    return 0


def test_a_unit_of_work_that_has_begun_ends_before_deadlines_move() -> None:
    """The first player's deadline would move into their night: what is reckoned for it must not
    come back after their turn is over."""
    late_tables()
    began = now()
    night = f"UTC {began:%H:%M} {began + 8 * HOUR:%H:%M}"
    Seat.objects.filter(on_turn=True).update(rest=night)
    table = Table.objects.order_by("pk")[0]
    assert at_once(hold_or_sweep, (table.code, True), (table.code, False)) == [0, 0]
    assert SiteClock.objects.filter(went_on_at__isnull=False).exists()
    for seat in table.seats.all():
        assert (seat.due_at is not None) == seat.on_turn
        assert not seat.due_at or seat.due_at >= began + 24 * HOUR


def test_a_move_while_deadlines_shift_leaves_the_next_player_a_whole_turn() -> None:
    late_tables()
    began = now()
    codes = list(Table.objects.values_list("code", flat=True))
    assert at_once(play_or_sweep, *[(codes, number) for number in range(4)]) == [0] * 4
    assert SiteClock.objects.filter(went_on_at__isnull=False).exists()
    for seat in Seat.objects.filter(on_turn=True):
        assert seat.due_at
        assert seat.due_at >= began + 24 * HOUR
        assert not seat.missed
    assert all(log_check.check_table(table).sound for table in Table.objects.all())
