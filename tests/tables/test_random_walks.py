"""Invariants of a table hold whatever people and sweeps do, in any order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from accounts import time_zones
from accounts.models import User
from config.clock import now
from games.players import vacation as vacations
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import Departure, Table
from games.tables.refusals import Refused
from games.tables.store import LoadedTable
from tests import plugin
from tests.factories import UserFactory
from tests.tables.play import age, any_move, load, new_table, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


class Walk:
    """A table, everybody who may act there, and an rng."""

    def __init__(self, seed: int, kind: str) -> None:
        self.rng = Random(seed)
        people = 1 if kind == "duel" else self.rng.choice([1, 2, 3])
        self.loaded = new_table(
            people,
            bots=1 if kind == "duel" else 2,
            kind=kind,
            excused=self.rng.choice([0, 1, 4]),
            offer_hours=self.rng.choice([0, 24]),
            gives_back=self.rng.choice([True, False]),
            bank_hours=self.rng.choice([0, 100]),
        )
        seated = [seat.user for seat in self.loaded.seats if seat.user]
        self.people: list[User] = [*seated, *UserFactory.create_batch(3)]
        self.steps: list[Callable[[], object]] = [
            self.play, self.play, self.play, self.miss, self.miss, self.end_offer, self.leave,
            self.take, self.here, self.take_back, self.travel, self.stay, self.answer,
        ]  # fmt: skip

    @property
    def code(self) -> str:
        return self.loaded.table.code

    def step(self) -> None:
        try:
            self.rng.choice(self.steps)()
        except Refused:
            pass  # not allowed now
        tasks.move_bots()
        self.loaded = load(self.loaded.table)

    def anybody(self) -> User:
        return User.objects.get(pk=self.rng.choice(self.people).pk)

    def play(self) -> None:
        seat = next((seat for seat in self.loaded.seats if seat.on_turn and seat.user), None)
        if seat is not None and seat.user is not None:
            text, version = any_move(self.loaded), self.loaded.table.version
            services.play_move(seat.user, self.code, text, version, token(), now())

    def answer(self) -> None:
        """Answer an open proposal, if there is one."""
        for seat in self.loaded.seats:
            moves = self.loaded.rules.legal_moves(self.loaded.state, seat.number)
            if moves and seat.user and not seat.on_turn:
                text, version = moves[0].written(), self.loaded.table.version
                services.play_move(seat.user, self.code, text, version, token(), now())
                return

    def miss(self) -> None:
        age(self.loaded, "due_at", "remind_at")
        self.rng.choice([tasks.remind, tasks.miss_turns])()
        tasks.miss_turns()

    def end_offer(self) -> None:
        age(self.loaded, "offered_until")
        tasks.end_offers()

    def leave(self) -> None:
        services.leave(self.anybody(), self.code, now(), self.rng.choice([True, False]))

    def take(self) -> None:
        number = self.rng.choice(self.loaded.seats).number
        services.take_seat(self.anybody(), self.code, number, now())

    def here(self) -> None:
        services.come_back(self.anybody(), self.code, now())

    def take_back(self) -> None:
        services.take_back(self.anybody(), self.code, now())

    def travel(self) -> None:
        player = self.anybody()
        today = time_zones.local_date(now(), player.zone)
        vacations.announce_vacation(player, today, today, now())

    def stay(self) -> None:
        vacations.end_vacation(self.anybody(), now())


def check(loaded: LoadedTable) -> None:
    """Check what must hold at any moment."""
    running = loaded.table.status == Table.Status.RUNNING
    waiting = loaded.rules.waiting_for(loaded.state) if running else ()
    assert tuple(seat.number for seat in loaded.seats if seat.on_turn) == tuple(waiting)
    assert (loaded.table.abandon_at is not None) == running
    somebody = any(seat.user for seat in loaded.seats)
    gone = {departure.user_id for departure in Departure.objects.filter(table=loaded.table)}
    for seat in loaded.seats:
        empty = seat.user is None and not seat.bot
        clock = bool(seat.on_turn and seat.user and not seat.offered_until)
        assert (seat.due_at is not None) == clock
        assert seat.remind_at is None or clock
        acts = running and seat.bot and somebody and loaded.may_move(seat.number)
        assert (seat.act_at is not None) == bool(acts)
        assert not empty or not running or seat.offered_until
        assert seat.former_id is None or (seat.user is None and seat.former_id in gone)
        assert seat.user_id not in gone
        assert not seat.leaves_notes or empty


LONG_WALKS = range(100, 120) if plugin.LEG == "sqlite" else range(100, 110)
"""Walks find the same faults on either database: a few are enough on PostgreSQL."""
SOME_WALKS = [(0, "classic"), (1, "classic"), (2, "classic"), (0, "lost_mines"), (0, "duel")]


@pytest.mark.parametrize(("seed", "kind"), SOME_WALKS)
def test_a_table_stays_consistent_on_a_random_walk(seed: int, kind: str) -> None:
    walk = Walk(seed, kind)
    for _ in range(40):
        walk.step()
        check(walk.loaded)
    assert log_check.check_table(walk.loaded.table).sound


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["classic", "lost_mines", "duel"])
@pytest.mark.parametrize("seed", LONG_WALKS)
def test_a_table_stays_consistent_on_a_long_random_walk(seed: int, kind: str) -> None:
    walk = Walk(seed, kind)
    for _ in range(250):
        walk.step()
        check(walk.loaded)
    assert log_check.check_table(walk.loaded.table).sound
