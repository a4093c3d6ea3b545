"""Games between bots: each remembers what its seat saw, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Rng, Seeds
from games.engine.bots import EASY, STRENGTHS, Memory, Temperament
from games.engine.playout import BotPlayer, TableMemory, play_bots
from games.kinds import KINDS


class Listener:
    """Plays like the easy bot and records what it was given."""

    def __init__(self, game: str) -> None:
        self.bot = KINDS[game].bots[EASY]
        self.given: list[tuple[Any, tuple[Any, ...]]] = []

    def choose(self, view: Any, memory: Memory[Any], manner: Temperament, rng: Rng) -> Any:
        self.given.append((view, tuple(memory)))
        return self.bot.choose(view, memory, manner, rng)


@pytest.mark.parametrize("game", KINDS)
def test_every_game_has_a_bot_of_each_strength(game: str) -> None:
    assert tuple(KINDS[game].bots) == STRENGTHS


@pytest.mark.parametrize("game", KINDS)
def test_a_bot_remembers_every_step_as_its_seat_saw_it(game: str) -> None:
    rules, players = (
        KINDS[game].rules,
        [Listener(game) for _ in range(min(4, max(KINDS[game].rules.players)))],
    )
    turns = list(play_bots(rules, [BotPlayer(player) for player in players], 7))
    for seat, player in enumerate(players):
        own = [number for number, turn in enumerate(turns) if turn.seat == seat]
        assert len(own) == len(player.given)
        for number, (view, memory) in zip(own, player.given, strict=True):
            assert view == rules.view(turns[number].progress.before, seat)
            assert len(memory) == number
        _, last = player.given[-1]
        for step, turn in zip(last, turns, strict=False):
            told = tuple(rules.view_event(event, seat) for event in turn.progress.events)
            assert step == (rules.view(turn.progress.before, seat), told)


def test_a_memory_hides_what_others_threw_away() -> None:
    rules = KINDS["classic"].rules
    state = rules.setup({}, 3, Seeds.from_number(1, rules.rounds))
    (seat,) = rules.waiting_for(state)
    progress = rules.play(state, seat, rules.absent_move(rules.view(state, seat)))
    table = TableMemory(rules, 3)
    table.happened(state, progress.events)
    own, other = table.memory(seat), table.memory((seat + 1) % 3)
    assert [event.card for event in own[0].events if event.kind == "discarded"] != [None]
    assert [event.card for event in other[0].events if event.kind == "discarded"] == [None]


@pytest.mark.parametrize("game", KINDS)
def test_the_same_number_gives_the_same_game(game: str) -> None:
    players = [
        BotPlayer(KINDS[game].bots[EASY]) for _ in range(min(4, max(KINDS[game].rules.players)))
    ]
    rules = KINDS[game].rules
    first, again = ([turn.move for turn in play_bots(rules, players, 3)] for _ in range(2))
    assert first == again
