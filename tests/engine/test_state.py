"""States made from others with a few changes."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Seeds
from games.kinds import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_state_made_from_another_differs_only_in_the_named_fields(name: str) -> None:
    game: Any = GAMES[name]
    state = game.setup({}, min(game.players), Seeds.from_number(1, game.rounds))
    after = state._replace(phase="over", turn=7)
    assert type(after) is type(state)
    assert after._asdict() == {**state._asdict(), "phase": "over", "turn": 7}


def test_an_unknown_field_of_a_state_is_an_error() -> None:
    state: Any = GAMES["duel"].setup({}, 2, Seeds.from_number(1))
    with pytest.raises(KeyError):
        state._replace(moon=1)
