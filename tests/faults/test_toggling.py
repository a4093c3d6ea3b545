"""Somebody toggles everything as fast as they can; everybody else can still play."""

from __future__ import annotations

from datetime import timedelta
from multiprocessing.synchronize import Barrier

import pytest

from accounts.models import User
from config.clock import now
from games.players import vacation as vacations
from games.replays import log_check
from games.tables import services
from games.tables.models import Table
from games.tables.refusals import Refused
from tests.faults.test_races import at_once
from tests.tables.play import any_move, load, new_table, on_turn, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
TOGGLES = 200
MOVES = 25


def toggle_or_play(barrier: Barrier, code: str, toggler: int) -> dict[str, int]:
    return _toggle(code, toggler) if toggler else _play(code)


def _toggle(code: str, toggler: int) -> dict[str, int]:
    """Toggle votes, and now and then a vacation that never begins."""
    user, said, day = User.objects.get(pk=toggler), {"toggled": 0}, now().date() + timedelta(days=9)
    for number in range(TOGGLES):
        services.agree_to_cancel(user, code, number % 2 == 0, now())
        said["toggled"] += 1
        if number % 10 == 9:
            vacations.announce_vacation(user, day, day, now())
            vacations.end_vacation(user, now())
    return said


def _play(code: str) -> dict[str, int]:
    """Fill each form from a page just read, and send it once."""
    said = {"played": 0}
    for _ in range(MOVES):
        loaded = load(Table.objects.get(code=code))
        try:
            user, text = on_turn(loaded), any_move(loaded)
            services.play_move(user, code, text, loaded.table.version, token(), now())
            answer = "played"
        except Refused as refused:
            answer = refused.code
        said[answer] = said.get(answer, 0) + 1
    return said


def test_two_hundred_toggles_cause_no_move_to_be_refused() -> None:
    loaded = new_table(3)
    toggler = next(seat.user for seat in loaded.seats if seat.user and not seat.on_turn)
    toggled, played = at_once(
        toggle_or_play, (loaded.table.code, toggler.pk), (loaded.table.code, 0)
    )
    assert toggled == {"toggled": TOGGLES}
    assert played == {"played": MOVES}
    after = load(loaded.table)
    assert after.table.log.filter(kind="move").count() == MOVES
    assert log_check.check_table(after.table).sound
