"""Moves worth a second look are found, and others are not."""

from __future__ import annotations

from typing import Any

import pytest

from bench import oddities
from games.engine import Seeds
from games.engine.bots import EASY
from games.engine.playout import PlayedTurn
from games.kinds import KINDS, read_move
from games.laboratory.playing import NumberedGame, TableSetup
from tests.kinds.duel.test_bot_positions import SOLO
from tests.kinds.lost_mines.test_rules import table

MINES: dict[str, Any] = {
    "cards": [*(f"{x},2 ew" for x in range(2, 9)), "1,3 ns", "0,2 ew+logs"],
    "mines": ["9,0 gold", "9,2 gems face-up", "9,4 silver", "9,6 dragon"],
    "dwarfs": {"p1": "8,2", "p2": "7,2", "p3": "7,2"},
    "hands": {"p1": ["axe", "ns", "trap"], "p2": ["ns"], "p3": ["ns"]},
    "treasures_left": ["gold 4", "gems 4"],
}


def made(game: str, state: Any, *moves: str) -> PlayedTurn[Any, Any]:
    """Play these moves and return the last one."""
    for text in moves:
        move = read_move(KINDS[game].rules, text)
        turn = PlayedTurn(state.turn, move, KINDS[game].rules.play(state, state.turn, move))
        state = turn.progress.after
    return turn


def seen(game: str, turn: PlayedTurn[Any, Any]) -> list[str]:
    return [check.__name__ for check in oddities.CHECKS[game] if check(turn)]


@pytest.mark.parametrize(
    ("moves", "odd"),
    [
        (["discard ns", "stay"], ["leaves_treasure"]),
        (["discard ns", "walk 7,2"], ["leaves_treasure", "walks_away"]),
        (["discard ns", "walk 9,2"], []),
        (["play axe at 0,2"], ["clears_behind"]),
        (["play trap at 1,2/s"], ["sets_far_away"]),
        (["discard axe ns"], ["throws_two_of_the_last"]),
        (["discard axe"], []),
    ],
)
def test_oddities_are_found_in_the_lost_mines(moves: list[str], odd: list[str]) -> None:
    assert seen("lost_mines", made("lost_mines", table(**MINES), *moves)) == odd


@pytest.mark.parametrize(
    ("move", "odd"), [("discard map", ["misses_a_claim"]), ("place ns.ew+gold@n at 0,1", [])]
)
def test_oddities_are_found_in_the_solo_game(move: str, odd: list[str]) -> None:
    rules = KINDS["solo"].rules
    hands = {"p1": ["map", "ns.ew+gold@n", "ew"]}
    position = {"goals": SOLO, "hands": hands, "stock": ["ew"] * 9}
    state = rules.position({}, 1, Seeds.from_number(1), position)
    assert seen("solo", made("solo", state, move)) == odd


def test_a_game_is_played_to_the_end_and_written_down() -> None:
    game = oddities.read(NumberedGame(TableSetup("lost_mines", 3, (), EASY), 3))
    assert game.rounds == 2
    assert game.text.count(" move ") == game.moves
