"""Somebody toggles whatever can be toggled, as fast as they can: everybody else plays on."""

from __future__ import annotations

from datetime import timedelta
from multiprocessing.synchronize import Barrier

import pytest

from accounts.models import User
from config.clock import now
from games import record, services
from games.models import Game
from games.services import Refused
from tests.faults.test_races import at_once
from tests.games.play import any_move, load, new_table, on_turn, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
TOGGLES = 200
MOVES = 25


def toggle_or_play(barrier: Barrier, code: str, toggler: int) -> dict[str, int]:
    return _toggle(code, toggler) if toggler else _play(code)


def _toggle(code: str, toggler: int) -> dict[str, int]:
    """Votes, and now and then a vacation that never begins."""
    user, said, day = User.objects.get(pk=toggler), {"toggled": 0}, now().date() + timedelta(days=9)
    for number in range(TOGGLES):
        services.agree_to_cancel(user, code, number % 2 == 0, now())
        said["toggled"] += 1
        if number % 10 == 9:
            services.announce_vacation(user, day, day, now())
            services.end_vacation(user, now())
    return said


def _play(code: str) -> dict[str, int]:
    """Every form is made from a page as it was read, and sent once."""
    said = {"played": 0}
    for _ in range(MOVES):
        table = load(Game.objects.get(code=code))
        try:
            user, text = on_turn(table), any_move(table)
            services.play_move(user, code, text, table.game.version, token(), now())
            answer = "played"
        except Refused as refused:
            answer = refused.code
        said[answer] = said.get(answer, 0) + 1
    return said


def test_two_hundred_toggles_refuse_no_move() -> None:
    table = new_table(3)
    toggler = next(seat.user for seat in table.seats if seat.user and not seat.on_turn)
    toggled, played = at_once(toggle_or_play, (table.game.code, toggler.pk), (table.game.code, 0))
    assert toggled == {"toggled": TOGGLES}
    assert played == {"played": MOVES}
    after = load(table.game)
    assert after.game.moves.filter(kind="move").count() == MOVES
    assert record.replay(after.game).sound
