"""When a turn is over, in every game: clocks depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import MAX_STEPS_PER_TURN, Progress, Rng, Seeds
from games.kinds import GAMES, read_move
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from tests.kinds.random_games import TABLES, AnyGame, GameSetup, random_turns, seeds

ONE_OF_EACH = [
    next(table for table in TABLES if (table.name, table.players) == (name, min(game.players)))
    for name, game in GAMES.items()
]
every_game = pytest.mark.parametrize("table", ONE_OF_EACH, ids=str)


def steps(table: GameSetup, number: int) -> Iterator[Progress[Any]]:
    """Yield a whole game of moves in turn, with answers of others wherever they are allowed."""
    game, rng = table.game, Rng(f"{table}/{number}".encode(), "turns")
    state = game.setup(dict(table.options), table.players, seeds(table, number))
    while waiting := game.waiting_for(state):
        others = [seat for seat in range(table.players) if seat not in waiting]
        askable = [seat for seat in others if game.legal_moves(state, seat)]
        seat = rng.choose(askable) if askable and not rng.below(3) else waiting[0]
        progress = game.play(state, seat, rng.choose(game.legal_moves(state, seat)))
        yield progress
        state = progress.after


@every_game
def test_during_a_turn_seat_and_round_stay_the_same(table: GameSetup) -> None:
    game = table.game
    for progress in steps(table, 1):
        if not progress.turn_over:
            assert game.waiting_for(progress.after) == game.waiting_for(progress.before)
            assert progress.after.round == progress.before.round
            assert game.outcome(progress.after) is None


@every_game
def test_a_turn_played_for_an_absent_player_ends_from_any_state(table: GameSetup) -> None:
    for turn in random_turns(table, 2, clever=True):
        if table.game.waiting_for(turn.progress.before):
            assert steps_for_absent(table.game, turn.progress.before) <= MAX_STEPS_PER_TURN


def steps_for_absent(game: AnyGame, state: Any) -> int:
    (seat,) = game.waiting_for(state)
    for count in range(1, MAX_STEPS_PER_TURN + 1):
        progress = game.play(state, seat, game.absent_move(game.view(state, seat)))
        if progress.turn_over:
            return count
        state = progress.after
    raise AssertionError("it never ends")


def test_in_the_classic_game_every_move_is_a_turn() -> None:
    table = next(table for table in TABLES if table.name == "classic")
    for number in range(4):
        played = [turn.progress for turn in random_turns(table, number, clever=True)]
        assert all(progress.turn_over for progress in played)


def course(kind: str, players: int, texts: list[str], **position: Any) -> list[bool]:
    """Return whether the turn is over after each of these moves of the player on turn."""
    game = GAMES[kind]
    state, found = game.position({}, players, Seeds.from_number(1, game.rounds), position), []
    for text in texts:
        progress = game.play(state, game.waiting_for(state)[0], read_move(game, text))
        found.append(progress.turn_over)
        state = progress.after
    return found


DUEL_GOALS = [
    "5,-2 nsw+door:blue@n 3", "5,0 new+door:green@e 1", "5,2 ne 2", "7,-1 n.s.w 0", "7,1 n.e.w 0",
    "9,0 n.w+gold@w 1",
]  # fmt: skip


def test_in_the_duel_a_bribe_and_reaching_a_goal_to_be_laid_are_steps() -> None:
    bribing = {"cards": ["1,1 new+troll@e"], "hands": {"p1": ["ew", "ns"], "p2": ["ew"]}}
    moves = ["bribe 1,1", "place ew at 2,1"]
    assert course("duel", 2, moves, goals=DUEL_GOALS, **bribing) == [False, True]
    corridor = ["1,1 nw", "1,0 nw turned", "2,0 ew", "3,0 ew"]
    hands = {"p1": ["ew", "ns"], "p2": ["ew"]}
    moves = ["place ew at 4,0", "orient 5,0 as-is"]
    found = course("duel", 2, moves, goals=DUEL_GOALS, cards=corridor, hands=hands)
    assert found == [False, True]


def test_in_the_duel_the_only_player_with_cards_has_one_turn_after_another() -> None:
    """The player on turn does not change, yet each discard is a turn."""
    hands = {"p1": ["ew", "ns", "ne"], "p2": []}
    moves = ["discard ew", "discard ns"]
    assert course("duel", 2, moves, goals=DUEL_GOALS, hands=hands) == [True, True]


MINES = {
    "cards": ["8,4 ew"],
    "mines": ["9,0 gems", "9,2 gold", "9,4 silver", "9,6 dragon"],
    "dwarfs": {"p1": "8,4"},
    "treasures_left": ["gems 5", "gold 3", "silver 2", "silver 3"],
    "hands": {"p1": ["es", "sw", "sw"], "p2": ["ns", "ns"], "p3": ["ew", "ew"]},
    "stock": ["nes", "nes", "new"],
}


def test_in_the_lost_mines_a_turn_is_over_with_its_last_step() -> None:
    moves = ["propose end", "discard sw", "walk 9,4", "orient 9,4 turned", "discard ns", "stay"]
    found = course("lost_mines", 3, moves, **MINES)
    assert found == [False, False, False, True, False, True]


def test_an_answer_ends_a_turn_only_if_it_ends_the_round() -> None:
    state: Any = LOST_MINES_RULES.position({}, 3, Seeds.from_number(1, 5), MINES)
    state = LOST_MINES_RULES.play(state, 0, read_move(LOST_MINES_RULES, "propose end")).after
    agree, refuse = (
        read_move(LOST_MINES_RULES, "agree end"),
        read_move(LOST_MINES_RULES, "refuse end"),
    )
    assert not LOST_MINES_RULES.play(state, 1, refuse).turn_over
    agreed = LOST_MINES_RULES.play(state, 1, agree)
    assert not agreed.turn_over
    assert LOST_MINES_RULES.play(agreed.after, 2, agree).turn_over
