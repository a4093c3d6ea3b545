"""A table of The Lost Mines through the real services: rows, half-finished turns, answers."""

from __future__ import annotations

import pytest

from config.clock import now
from games.tables import services
from games.tables.services.lobby import TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.tables.play import any_move, load, on_turn, play, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def new_table(players: int) -> LoadedTable:
    users = UserFactory.create_batch(players)
    plan = TablePlan("lost_mines", players, "Deep woods", {}, 0)
    table = services.open_table(users[0], plan, token(), now())
    for user in users[1:]:
        services.join(user, table.code, now())
    return load(table)


def test_a_whole_game_is_saved_and_loaded_unchanged() -> None:
    loaded = new_table(3)
    while loaded.table.status == "running":
        after = services.play_move(
            on_turn(loaded),
            loaded.table.code,
            any_move(loaded),
            loaded.table.version,
            token(),
            now(),
        )
        loaded = load(loaded.table)
        assert loaded.state == after.state
    assert loaded.table.round_number == 2


def test_a_turn_can_be_interrupted_and_continued_later() -> None:
    loaded = new_table(3)
    while loaded.state.phase == "play":  # until somebody can walk
        loaded = play(loaded, next(m for m in texts(loaded) if m.startswith(("place", "discard"))))
    turn, owed = loaded.state.turn, loaded.state.owed
    again = load(loaded.table)
    assert (again.state.phase, again.state.turn, again.state.owed) == ("walk", turn, owed)
    after = play(again, "stay")
    assert after.state.turn != turn


def texts(loaded: LoadedTable) -> list[str]:
    """Return the moves of the player on turn, placements first."""
    moves = loaded.rules.legal_moves(loaded.state, loaded.state.turn)
    return sorted((m.written() for m in moves), key=lambda t: t.startswith("d"))


def test_others_can_answer_while_somebody_is_on_turn() -> None:
    loaded = play(new_table(3), "propose end")
    turn = loaded.state.turn
    others = [seat.user for seat in loaded.seats if seat.user and seat.number != turn]
    for user in others:
        assert loaded.state.round == 1
        services.play_move(
            user, loaded.table.code, "agree end", loaded.table.version, token(), now()
        )
        loaded = load(loaded.table)
    assert loaded.state.round == 2
