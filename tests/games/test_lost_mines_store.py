"""A table of The Lost Mines through the real services: rows, forced walks, answers out of turn."""

from __future__ import annotations

import pytest

from config.clock import now
from games import services
from games.models import Move
from games.services.lobby import Plan
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import any_move, load, on_turn, play, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def new_table(players: int) -> Table:
    users = UserFactory.create_batch(players)
    plan = Plan("lost_mines", players, "Deep woods", {}, 0)
    game = services.open_table(users[0], plan, token(), now())
    for user in users[1:]:
        services.join(user, game.code, now())
    return load(game)


def test_a_whole_game_survives_every_trip_through_the_rows() -> None:
    table = new_table(3)
    while table.game.status == "running":
        after = services.play_move(
            on_turn(table), table.game.code, any_move(table), table.game.version, token(), now()
        )
        table = load(table.game)
        assert table.state == after.state
    assert table.game.round_number == 2
    assert Move.objects.filter(game=table.game, kind=Move.Kind.FORCED).exists()


def test_a_turn_can_be_left_half_way_and_taken_up_later() -> None:
    table = new_table(3)
    while table.state.phase == "play":  # until somebody has a way to go
        table = play(table, next(m for m in texts(table) if m.startswith(("place", "discard"))))
    turn, owed = table.state.turn, table.state.owed
    again = load(table.game)
    assert (again.state.phase, again.state.turn, again.state.owed) == ("walk", turn, owed)
    after = play(again, "stay")
    assert after.state.turn != turn


def texts(table: Table) -> list[str]:
    """The moves of whoever is on turn, placements first."""
    moves = table.rules.legal_moves(table.state, table.state.turn)
    return sorted((table.rules.print_move(m) for m in moves), key=lambda t: t.startswith("d"))


def test_answers_come_from_others_while_somebody_is_on_turn() -> None:
    table = play(new_table(3), "propose end")
    turn = table.state.turn
    others = [seat.user for seat in table.seats if seat.user and seat.number != turn]
    for user in others:
        assert table.state.round == 1
        services.play_move(user, table.game.code, "agree end", table.game.version, token(), now())
        table = load(table.game)
    assert table.state.round == 2
