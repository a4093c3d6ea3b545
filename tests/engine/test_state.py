"""States made from others by a few changes."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Seeds
from games.kinds import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_state_made_from_another_differs_in_what_was_named_and_in_nothing_else(name: str) -> None:
    game: Any = GAMES[name]
    state = game.setup({}, min(game.players), Seeds.from_number(1, game.rounds))
    after = state._replace(phase="over", turn=7)
    assert type(after) is type(state)
    assert after._asdict() == {**state._asdict(), "phase": "over", "turn": 7}


def test_a_field_that_a_state_does_not_have_cannot_be_named() -> None:
    state: Any = GAMES["duel"].setup({}, 2, Seeds.from_number(1))
    with pytest.raises(KeyError):
        state._replace(moon=1)
