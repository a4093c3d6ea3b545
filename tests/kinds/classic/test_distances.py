"""How far the goals are: counted in cards, around obstacles."""

from __future__ import annotations

import pytest

from games.engine.moves import Place
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import TILES
from tests.kinds.classic.positions import TUNNEL, moments, table


def survey(*cards: str) -> Distances:
    return Distances(table(cards=cards).mine)


def test_the_middle_goal_is_seven_cards_away_and_the_others_nine() -> None:
    assert survey().near == (9, 7, 9)


@pytest.mark.parametrize(
    ("cards", "near"),
    [
        (TUNNEL[:6], (3, 1, 3)),
        ([*TUNNEL[:5], "6,0 nw"], (3, 3, 5)),  # the tunnel turns up
        ([*TUNNEL[:5], "6,0 e.w"], (9, 9, 9)),  # shut: from the start again
        (["1,0 nesw", *TUNNEL[1:5], "6,0 e.w"], (8, 8, 8)),  # or from a side of the tunnel
        ([*TUNNEL[:2], *TUNNEL[3:6]], (4, 2, 4)),  # a gap is filled with one card
    ],
)
def test_a_distance_goes_around_obstacles(cards: list[str], near: tuple[int, ...]) -> None:
    assert survey(*cards).near == near


def test_the_effect_of_a_card_is_never_underestimated() -> None:
    """The survey after a card, without laying it, is right except where it shuts its own way."""
    same = tried = 0
    for moment in moments(5, 11, 4):
        mine, before = moment.state.mine, Distances(moment.state.mine)
        for move in CLASSIC_RULES.legal_moves(moment.state, moment.state.turn):
            if isinstance(move, Place):
                tile = TILES[move.card, move.turned]
                laid = mine.lay(move.cell, tile)
                guessed = before.near_after(before.ends_after(move.cell, tile))
                real = tuple(
                    0 if goal in laid.reached_goals() else steps
                    for goal, steps in zip(before.goals, Distances(laid).near, strict=True)
                )
                assert all(g <= r for g, r in zip(guessed, real, strict=True))
                tried, same = tried + 1, same + (guessed == real)
    assert tried > 100
    assert same > 0.85 * tried
