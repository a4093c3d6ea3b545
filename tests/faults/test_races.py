"""Two processes and one table: whatever they do at once, each turn has exactly one move."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from config.clock import now
from games.replays import log_check
from games.tables import services
from games.tables.models import LogEntry, Seat, Table
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from tests.factories import UserFactory
from tests.tables.play import any_move, load, new_table, on_turn, token
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

TURNS, IN_SOAK = 80, 200
fork = multiprocessing.get_context("fork")


def at_once(task: Any, *arguments: tuple[Any, ...]) -> list[Any]:
    """Run the task in one process for each of these arguments, all started at the same moment."""
    connections.close_all()  # no process inherits another's connection
    barrier, answers = fork.Barrier(len(arguments)), fork.SimpleQueue()
    processes = [
        fork.Process(target=_run, args=(task, barrier, answers, number, given))
        for number, given in enumerate(arguments)
    ]
    for process in processes:
        process.start()
    found = dict(answers.get() for _ in processes)
    for process in processes:
        process.join()
    return [found[number] for number in range(len(arguments))]


def _run(task: Any, barrier: Barrier, answers: Any, number: int, given: tuple[Any, ...]) -> None:
    try:
        barrier.wait(PATIENCE)
        answer = task(barrier, *given)
    except BaseException as error:
        answer = repr(error)
        barrier.abort()  # nobody waits for a process that won't come
    answers.put((number, answer))
    connections.close_all()
    os._exit(0)  # the parent's test database and its plugins are not ours to tear down


def submit_every_turn(
    barrier: Barrier, pk: int, same_form: bool, turns: int = TURNS
) -> dict[str, int]:
    """Play the table while another process plays the same turns."""
    counts = {"played": 0, "refused": 0}
    table = Table.objects.get(pk=pk)
    for turn in range(turns):
        loaded = load(table)
        finished = loaded.table.status != Table.Status.RUNNING
        form = f"turn-{turn}" if same_form else token()
        text = "" if finished else any_move(loaded)
        barrier.wait(PATIENCE)  # both have read the same version
        if finished:
            break
        try:
            services.play_move(on_turn(loaded), table.code, text, loaded.table.version, form, now())
            counts["played"] += 1
        except Refused:
            counts["refused"] += 1
        barrier.wait(PATIENCE)
    return counts


@pytest.mark.parametrize("same_form", [False, True], ids=["two tabs", "a double click"])
def test_two_processes_leave_exactly_one_move_per_turn(same_form: bool) -> None:
    loaded = new_table(5)
    answers = at_once(submit_every_turn, (loaded.table.pk, same_form), (loaded.table.pk, same_form))
    assert all(isinstance(answer, dict) for answer in answers), answers
    played = sum(answer["played"] for answer in answers)
    refused = sum(answer["refused"] for answer in answers)
    moves = loaded.table.log.filter(kind=LogEntry.Kind.MOVE).count()
    turns = (played + refused) // 2
    assert moves == turns > 60
    assert (played, refused) == ((2 * turns, 0) if same_form else (turns, turns))
    assert log_check.check_table(load(loaded.table).table).sound


def join(barrier: Barrier, code: str, user: int) -> str:
    try:
        services.join(User.objects.get(pk=user), code, now())
    except Refused as refused:
        return refused.code
    return "seated"


def test_of_eight_people_three_get_the_free_seats() -> None:
    plan = TablePlan("classic", 4, "Narrow bench")
    table = services.open_table(UserFactory.create(), plan, token(), now())
    guests = UserFactory.create_batch(8)
    answers = at_once(join, *((table.code, guest.pk) for guest in guests))
    assert sorted(set(answers)) in (["seated", "table-closed"], ["seated", "table-full"])
    assert answers.count("seated") == 3
    assert Seat.objects.filter(table=table).count() == 4
    assert load(table).table.status == "running"


def open_table(barrier: Barrier, owner: int, form: str) -> str:
    plan = TablePlan("classic", 3, "Twice")
    return services.open_table(User.objects.get(pk=owner), plan, form, now()).code


def test_a_form_sent_by_four_processes_opens_one_table() -> None:
    owner, form = UserFactory.create(), token()
    assert len(set(at_once(open_table, *([(owner.pk, form)] * 4)))) == 1


def let_bots_move(barrier: Barrier) -> int:
    from games.tables.tasks import move_bots

    return sum(move_bots() for _ in range(20))


def test_two_workers_never_play_a_bots_turn_twice() -> None:
    loaded = new_table(1, bots=4)
    moved = at_once(let_bots_move, (), ())
    assert all(isinstance(count, int) for count in moved), moved
    after = load(loaded.table)
    assert sum(moved) == after.table.log.filter(kind=LogEntry.Kind.MOVE).count()
    assert log_check.check_table(after.table).sound


@pytest.mark.soak
def test_tables_stay_sound_under_double_clicks_and_second_tabs() -> None:
    for _ in range(8):
        loaded = new_table(4)
        pk = loaded.table.pk
        at_once(submit_every_turn, (pk, True, IN_SOAK), (pk, False, IN_SOAK))
        assert log_check.check_table(load(loaded.table).table).sound
