"""No mind of The Lost Mines peeks: in every world that its seat cannot tell from the real one, it
chooses the same."""

from __future__ import annotations

from itertools import islice

import pytest

from games.kinds.lost_mines import rules as lost_mines
from games.kinds.lost_mines.minds import MINDS
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.state import State
from games.mine import Lots
from games.mine.arena import Player, Turn, battle
from games.mine.minds import EASY, NORMAL, STEADY, STRENGTHS, recall

MOMENTS = (0, 24, 57)
"""The deal, and two moments of a round with much to remember."""


def some_turns(players: int) -> list[Turn[State, Move]]:
    return list(islice(battle(lost_mines, [Player(MINDS[EASY])] * players, 11), max(MOMENTS) + 1))


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_mind_cannot_tell_worlds_apart(strength: str, moment: int) -> None:
    turns = some_turns(4)
    state = turns[moment].progress.before
    played = [(turn.progress.before, turn.progress.events) for turn in turns[:moment]]
    memory = recall(lost_mines, state.turn, played)
    seen = lost_mines.view(state, state.turn)
    mind = MINDS[strength]
    choice = mind.choose(seen, memory, STEADY, Lots(b"1", "mind"))
    for world in islice(lost_mines.worlds(seen, Lots(b"1", "worlds")), 3):
        again = lost_mines.view(world, state.turn)
        assert mind.choose(again, memory, STEADY, Lots(b"1", "mind")) == choice


def test_a_memory_is_all_that_is_left_of_what_was_played() -> None:
    """What others threw away, drew and saw is not in it: a belief cannot be made of it."""
    turns = some_turns(4)
    played = [(turn.progress.before, turn.progress.events) for turn in turns]
    for seat in range(4):
        for step in recall(lost_mines, seat, played):
            for event in step.events:
                hidden = event.kind in ("discarded", "drew", "lost") and event.seat != seat
                assert not (hidden and event.card)


@pytest.mark.parametrize("strength", [EASY, NORMAL])
def test_a_mind_chooses_the_same_again(strength: str) -> None:
    state = some_turns(4)[40].progress.before
    seen = lost_mines.view(state, state.turn)
    chosen = {MINDS[strength].choose(seen, (), STEADY, Lots(b"7", "mind")) for _ in range(3)}
    assert len(chosen) == 1
