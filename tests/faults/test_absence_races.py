"""Absence steps and players at the same moment: whoever is first, the table stays sound."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier
from typing import Any

import pytest

from accounts.models import User
from config.clock import now
from games.players import vacation as vacations
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import Departure, LogEntry, Seat, Table
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.faults.test_races import at_once
from tests.tables.play import (
    age,
    any_move,
    kinds,
    load,
    new_table,
    on_turn,
    play_until,
    seat_on_turn,
    token,
)
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
TABLES = 12


def sweep(barrier: Barrier, name: str) -> int:
    return int(getattr(tasks, name)())


def sound(loaded: LoadedTable) -> bool:
    return log_check.check_table(load(loaded.table).table).sound


def offered() -> tuple[LoadedTable, User]:
    """Make a table whose player on turn has missed two turns, so that their seat is on offer."""
    loaded = new_table(3, excused=0)
    absent = on_turn(loaded)
    services.miss_turn(seat_on_turn(age(loaded)).pk, now())
    loaded = play_until(load(loaded.table), absent)
    services.miss_turn(seat_on_turn(age(loaded)).pk, now())
    return load(loaded.table), absent


def test_four_workers_that_find_the_same_missed_turn_take_one_step() -> None:
    tables = [age(new_table(3)) for _ in range(TABLES)]
    done = at_once(sweep, *[("miss_turns",)] * 4)
    assert all(isinstance(count, int) for count in done), done
    assert sum(done) == TABLES
    assert [kinds(load(loaded.table)) for loaded in tables] == [["excused"]] * TABLES


def test_four_workers_send_one_reminder() -> None:
    for _ in range(TABLES):
        age(new_table(3), "remind_at")
    assert sum(at_once(sweep, *[("remind",)] * 4)) == TABLES


def move(barrier: Barrier, codes: list[str], texts: list[str], sweeps: bool) -> list[str]:
    """Play or miss the turn of one table after another, at the same moment as the other process."""
    answers = []
    for code, text in zip(codes, texts, strict=True):
        table = Table.objects.get(code=code)
        seat = table.seats.select_related("user").get(on_turn=True)
        barrier.wait(PATIENCE)
        answers.append(_miss(seat) if sweeps else _play(table, seat, text))
    return answers


def _miss(seat: Seat) -> str:
    return "missed" if services.miss_turn(seat.pk, now()) else "nothing"


def _play(table: Table, seat: Seat, text: str) -> str:
    assert seat.user is not None
    try:
        services.play_move(seat.user, table.code, text, table.version, token(), now())
    except Refused as refused:
        return refused.code
    return "played"


def test_a_move_that_arrives_with_the_sweep_is_late_and_played_once() -> None:
    """An excused miss isn't a move: the form stays valid, and the clock restarts."""
    tables = [age(new_table(3)) for _ in range(TABLES)]
    codes, texts = [t.table.code for t in tables], [any_move(t) for t in tables]
    played, swept = at_once(move, (codes, texts, False), (codes, texts, True))
    for loaded, pair in zip(tables, zip(played, swept, strict=True), strict=True):
        played_as, swept_as = pair
        assert played_as == "played"
        assert swept_as in ("nothing", "missed")
        after = load(loaded.table)
        moves = after.table.log.filter(kind=LogEntry.Kind.MOVE).count()
        assert (moves, kinds(after)) == (1, ["excused"] if swept_as == "missed" else [])
        assert after.seats[seat_on_turn(loaded).number].missed == 1  # it was late in any case
        assert sound(loaded)


def act(barrier: Barrier, name: str, *arguments: Any) -> str:
    """Call a service, as a user if the first argument is one."""
    first = User.objects.get(pk=arguments[0]) if name != "end_offer" else arguments[0]
    try:
        done = getattr(services, name)(first, *arguments[1:], now())
    except Refused as refused:
        return refused.code
    return "done" if done else "nothing"


def test_only_one_of_six_people_gets_an_offered_seat() -> None:
    loaded, absent = offered()
    seat = seat_on_turn(loaded)
    people = UserFactory.create_batch(6)
    answers = at_once(
        act, *(("take_seat", person.pk, loaded.table.code, seat.number) for person in people)
    )
    assert sorted(answers) == ["done", *["seat-taken"] * 5]
    winner = people[answers.index("done")]
    assert load(loaded.table).seats[seat.number].user == winner
    assert [departure.user for departure in Departure.objects.all()] == [absent]
    assert sound(loaded)


def test_when_the_offer_ends_the_seat_goes_to_its_player_or_to_a_bot() -> None:
    for _ in range(5):
        loaded, absent = offered()
        seat = seat_on_turn(age(loaded, "offered_until"))
        back, ended = at_once(
            act, ("come_back", absent.pk, loaded.table.code), ("end_offer", seat.pk)
        )
        after = load(loaded.table).seats[seat.number]
        assert (back, ended) in {("done", "nothing"), ("not-seated", "done")}
        holder = (absent, "") if back == "done" else (None, "normal")
        assert (after.user, after.bot) == holder
        assert sound(loaded)


def test_an_empty_seat_goes_to_its_old_player_or_a_new_one_never_to_both() -> None:
    for _ in range(5):
        loaded = new_table(3)
        leaver, newcomer = on_turn(loaded), UserFactory.create()
        number = seat_on_turn(loaded).number
        services.leave(leaver, loaded.table.code, now())
        back, taken = at_once(
            act,
            ("take_back", leaver.pk, loaded.table.code),
            ("take_seat", newcomer.pk, loaded.table.code, number),
        )
        assert (back, taken) in {("done", "seat-not-offered"), ("seat-taken", "done")} or (
            back,
            taken,
        ) == ("done", "seat-taken")
        holder = leaver if back == "done" else newcomer
        assert load(loaded.table).seats[number].user == holder
        assert sound(loaded)


def travel(barrier: Barrier, user: int) -> str:
    player = User.objects.get(pk=user)
    from accounts import time_zones

    today = time_zones.local_date(now(), player.zone)
    barrier.wait(PATIENCE)
    try:
        vacations.announce_vacation(player, today, today, now())
    except Refused as refused:
        return refused.code
    return "done"


def test_all_players_of_shared_tables_go_on_vacation_at_once() -> None:
    """Each player locks all their tables in the same order, so nothing deadlocks."""
    players = UserFactory.create_batch(3)
    for owner in players * 2:
        plan = TablePlan("classic", 3, "Summer")
        table = services.open_table(owner, plan, token(), now())
        for guest in players:
            services.join(guest, table.code, now())
    assert at_once(travel, *((player.pk,) for player in players)) == ["done"] * 3
    assert LogEntry.objects.filter(kind=LogEntry.Kind.AWAY).count() == 18
