"""A round as it ended, before the next deal: what everybody may see then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import Rng
from tests.kinds.random_games import TABLES, GameSetup, RandomTurn, random_turns

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
WORLDS = 2


def turns(table: GameSetup) -> Iterator[RandomTurn]:
    for number in range(2):
        yield from random_turns(table, number, clever=number == 1)


def ends(table: GameSetup) -> list[Any]:
    return [turn.progress.ended for turn in turns(table) if turn.progress.ended is not None]


@every_table
def test_only_a_move_that_ends_a_round_keeps_its_final_state(table: GameSetup) -> None:
    for turn in turns(table):
        ended, kinds = turn.progress.ended, {event.kind for event in turn.events}
        assert (ended is not None) == bool(kinds & {"round-began", "game-ended"})
        if ended is not None:
            assert ended.round == turn.progress.before.round
            assert ended.gold == turn.progress.after.gold


@every_table
def test_nobody_can_move_in_an_ended_round(table: GameSetup) -> None:
    game = table.game
    for ended in ends(table):
        assert game.waiting_for(ended) == ()
        assert game.forced(ended) is None
        for seat in range(table.players):
            assert list(game.legal_moves(ended, seat)) == []
            assert list(game.moves_of(game.view(ended, seat))) == []


@every_table
def test_an_ended_round_does_not_show_what_stays_secret(table: GameSetup) -> None:
    game = table.game
    for ended in ends(table):
        for seat in table.lookers:
            view = game.view(ended, seat)
            worlds = game.worlds(view, Rng(str(table).encode(), "ended"))
            for _, world in zip(range(WORLDS), worlds, strict=False):
                assert game.view(world, seat) == view


@pytest.mark.parametrize("table", [t for t in TABLES if t.name == "classic"], ids=str)
def test_an_ended_classic_round_shows_roles_and_goals(table: GameSetup) -> None:
    for ended in ends(table):
        for seat in table.lookers:
            view: Any = table.game.view(ended, seat)
            assert view.roles == ended.roles
            assert view.aside == ended.aside
            assert view.goals == ended.goals


@pytest.mark.parametrize("table", [t for t in TABLES if t.name == "lost_mines"], ids=str)
def test_an_ended_lost_mines_round_shows_characters_mines_and_taken_treasures(
    table: GameSetup,
) -> None:
    for ended in ends(table):
        view: Any = table.game.view(ended, None)
        taken = [value for value, taker in zip(ended.values, ended.takers, strict=True) if taker]
        assert view.characters == ended.characters
        assert view.mines == ended.mines
        assert [v for v, taker in zip(view.values, view.takers, strict=True) if taker] == taken


@pytest.mark.parametrize("table", [t for t in TABLES if t.name == "duel"], ids=str)
def test_unreached_goals_of_the_duel_stay_hidden_until_the_game_ends(
    table: GameSetup,
) -> None:
    for ended in ends(table):
        view: Any = table.game.view(ended, None)
        for cell, known in view.goals:
            hidden = cell in ended.mine.hidden and ended.phase != "over"
            assert (known is None) == hidden
