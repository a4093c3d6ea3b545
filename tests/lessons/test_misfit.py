"""Which side of a card does not fit, in words."""

from __future__ import annotations

import pytest

from games.kinds import KINDS
from games.kinds.common.words.misfit import misfit
from games.kinds.language import read_move
from games.lessons.puzzling import POSED

GAP = POSED["the-gap"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "place nes at 3,0",
            "That does not fit. It opens downwards, but the card below has a wall there. "
            "Its left side is a wall, but the card on the left opens towards it.",
        ),
        (
            "place new at 3,0 turned",
            "That does not fit. Its upper side is a wall, but the card above opens towards it. "
            "It opens downwards, but the card below has a wall there. "
            "After a half turn it would fit.",
        ),
        ("place new at 3,0", ""),
        ("place new at 20,0", ""),
        ("play map at 8,0", ""),
    ],
)
def test_every_side_that_does_not_fit_is_named(text: str, said: str) -> None:
    move = read_move(KINDS["classic"].rules, text)
    assert misfit(GAP.table().view.mine, move) == said
