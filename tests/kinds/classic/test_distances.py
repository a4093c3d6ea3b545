"""How far the goals are: counted in cards, round what is in the way."""

from __future__ import annotations

import pytest

from games.engine.moves import Place
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import TILES
from tests.kinds.classic.positions import TUNNEL, moments, table


def survey(*cards: str) -> Distances:
    return Distances(table(cards=cards).mine)


def test_seven_cards_lead_from_the_start_to_the_middle_goal_and_nine_to_the_others() -> None:
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
def test_what_is_in_the_way_is_walked_round(cards: list[str], near: tuple[int, ...]) -> None:
    assert survey(*cards).near == near


def test_what_a_card_would_do_is_never_seen_worse_than_it_is() -> None:
    """The survey after a card, without laying it, is right but where its own way is shut off."""
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
