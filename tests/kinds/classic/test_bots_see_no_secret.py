"""A bot knows only its view and memory: it chooses the same in every world that fits them."""

from __future__ import annotations

from itertools import islice

import pytest

from games.engine import Rng
from games.engine.bots import EVEN_TEMPER, HARD
from games.engine.playout import TableMemory
from games.engine.rng import Seeds
from games.kinds import read_move
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.state import State
from tests.kinds.classic.positions import STRENGTHS, Played, moments

WORLDS = 3
APART = {"easy": 9, "normal": 9, HARD: 60}
"""Every how many moves a game is looked at."""


@pytest.mark.parametrize("players", [4, 7])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_choice_is_the_same_in_all_worlds_that_look_alike(strength: str, players: int) -> None:
    for moment in moments(players, 8, APART[strength]):
        rng = Rng(b"worlds", "test")
        real = choice(strength, moment, moment.state)
        for world in islice(CLASSIC_RULES.worlds(moment.view, rng), WORLDS):
            assert choice(strength, moment, world) == real


def choice(strength: str, moment: Played, state: State) -> str:
    """Return the choice from this state's view and the memory of the real game."""
    view = CLASSIC_RULES.view(state, state.turn)
    bot = STRENGTHS[strength]
    return bot.choose(view, tuple(moment.memory), EVEN_TEMPER, Rng(b"same", "mind")).written()


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_choice_does_not_depend_on_hidden_cards_of_the_deal(strength: str) -> None:
    """Two games with the same moves and views, dealt differently."""
    state = CLASSIC_RULES.setup({}, 5, Seeds.from_number(4))
    other = next(CLASSIC_RULES.worlds(CLASSIC_RULES.view(state, state.turn), Rng(b"other", "test")))
    views = [CLASSIC_RULES.view(deal, deal.turn) for deal in (state, other)]
    assert state.hands != other.hands
    found = {
        STRENGTHS[strength].choose(view, (), EVEN_TEMPER, Rng(b"same", "mind")).written()
        for view in views
    }
    assert len(found) == 1


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_choice_does_not_depend_on_hidden_discards(strength: str) -> None:
    """Others' discards are face down: whatever they were, the choice is the same."""
    found = set()
    for hidden in ("ew", "e.w", "broken-pick"):
        state = CLASSIC_RULES.setup({}, 4, Seeds.from_number(6))
        first, second = state.turn, (state.turn + 1) % 4
        hands = list(state.hands)
        hands[first] = tuple(sorted((hidden, *hands[first][1:])))
        state = state._replace(hands=tuple(hands), roles=("digger",) * 4)
        progress = CLASSIC_RULES.play(state, first, read_move(CLASSIC_RULES, f"discard {hidden}"))
        table = TableMemory(CLASSIC_RULES, 4)
        table.happened(state, progress.events)
        view = CLASSIC_RULES.view(progress.after, second)
        rng = Rng(b"same", "mind")
        found.add(
            STRENGTHS[strength].choose(view, table.memory(second), EVEN_TEMPER, rng).written()
        )
    assert len(found) == 1
