"""Cached values equal freshly computed ones."""

from __future__ import annotations

from itertools import islice

import pytest

from games.engine import Joint, Rng, Seeds
from games.engine.tunnels import EAST, SOUTH
from games.kinds import GAMES
from games.kinds.lost_mines.rules.cards import BOARD
from games.kinds.lost_mines.rules.routes import joints_with_paths, path_runs
from tests.kinds.random_games import GameSetup, random_turns

GAMES_AND_PLAYERS = [("classic", 4), ("duel", 2), ("solo", 1), ("lost_mines", 4)]


@pytest.mark.parametrize(("name", "players"), GAMES_AND_PLAYERS)
def test_a_mine_with_cached_answers_answers_like_a_new_one(name: str, players: int) -> None:
    game = GAMES[name]
    for turn in random_turns(GameSetup(name, players, ()), 1):
        state = turn.progress.after
        fresh = game.from_pieces(*game.frame(state), game.pieces(state))
        for seat in game.waiting_for(state):
            listed = game.legal_moves(state, seat)
            assert listed == game.legal_moves(state, seat)
            assert set(listed) == set(game.legal_moves(fresh, seat))


def test_cached_answers_do_not_change_equality_or_hash() -> None:
    asked, other = (GAMES["classic"].setup({}, 3, Seeds.from_number(1)) for _ in range(2))
    fresh = GAMES["classic"].from_pieces(
        *GAMES["classic"].frame(other), GAMES["classic"].pieces(other)
    )
    GAMES["classic"].legal_moves(asked, asked.turn)
    assert asked.mine.kept
    assert not fresh.mine.kept
    assert (asked.mine, hash(asked.mine)) == (fresh.mine, hash(fresh.mine))


@pytest.mark.parametrize(("name", "players"), GAMES_AND_PLAYERS)
def test_a_world_does_not_depend_on_worlds_drawn_before_it(name: str, players: int) -> None:
    game = GAMES[name]
    for turn in islice(random_turns(GameSetup(name, players, ()), 1), 0, None, 17):
        view = game.view(turn.progress.after, 0)
        together, singly = Rng(b"worlds", "test"), Rng(b"worlds", "test")
        found = list(islice(game.worlds(view, together), 3))
        assert found == [next(iter(game.worlds(view, singly))) for _ in range(3)]


@pytest.mark.rule("L15")
def test_the_listed_joints_are_those_with_a_path_across() -> None:
    every = [Joint(cell, side) for cell in BOARD for side in (EAST, SOUTH)]
    for turn in random_turns(GameSetup("lost_mines", 4, ()), 1):
        mine = turn.progress.after.mine
        assert set(joints_with_paths(mine)) == {joint for joint in every if path_runs(mine, joint)}
