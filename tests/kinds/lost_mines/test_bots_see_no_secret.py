"""No bot of The Lost Mines peeks: in every world that its seat cannot tell from the real one, it
chooses the same."""

from __future__ import annotations

from itertools import islice

import pytest

from games.engine import Rng
from games.engine.bots import EASY, EVEN_TEMPER, NORMAL, STRENGTHS, memory_of
from games.engine.playout import BotPlayer, PlayedTurn, play_bots
from games.kinds.lost_mines.bots import BOTS
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.state import State

MOMENTS = (0, 24, 57)
"""The deal, and two positions with much to remember."""


def some_turns(players: int) -> list[PlayedTurn[State, Move]]:
    return list(
        islice(play_bots(LOST_MINES_RULES, [BotPlayer(BOTS[EASY])] * players, 11), max(MOMENTS) + 1)
    )


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_bot_cannot_tell_worlds_apart(strength: str, moment: int) -> None:
    turns = some_turns(4)
    state = turns[moment].progress.before
    played = [(turn.progress.before, turn.progress.events) for turn in turns[:moment]]
    memory = memory_of(LOST_MINES_RULES, state.turn, played)
    seen = LOST_MINES_RULES.view(state, state.turn)
    bot = BOTS[strength]
    choice = bot.choose(seen, memory, EVEN_TEMPER, Rng(b"1", "mind"))
    for world in islice(LOST_MINES_RULES.worlds(seen, Rng(b"1", "worlds")), 3):
        again = LOST_MINES_RULES.view(world, state.turn)
        assert bot.choose(again, memory, EVEN_TEMPER, Rng(b"1", "mind")) == choice


def test_a_memory_has_no_hidden_cards() -> None:
    """What others discarded, drew and lost is not in it, so beliefs cannot use it."""
    turns = some_turns(4)
    played = [(turn.progress.before, turn.progress.events) for turn in turns]
    for seat in range(4):
        for step in memory_of(LOST_MINES_RULES, seat, played):
            for event in step.events:
                hidden = event.kind in ("discarded", "drew", "lost") and event.seat != seat
                assert not (hidden and event.card)


@pytest.mark.parametrize("strength", [EASY, NORMAL])
def test_a_bot_chooses_reproducibly(strength: str) -> None:
    state = some_turns(4)[40].progress.before
    seen = LOST_MINES_RULES.view(state, state.turn)
    chosen = {BOTS[strength].choose(seen, (), EVEN_TEMPER, Rng(b"7", "mind")) for _ in range(3)}
    assert len(chosen) == 1
