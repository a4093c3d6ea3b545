"""A troll's card stays with its player exactly as long as its token is placed. (L16, L18)"""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Seeds
from games.kinds import read_move
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.state import State

POSITION = {
    "mines": ["9,0 gems", "9,2 gold", "9,4 silver", "9,6 dragon"],
    "clans": {"p1": "blue loyal", "p2": "yellow loyal", "p3": "blue selfish"},
    "treasures_left": ["gems 5", "gold 3", "silver 2"],
    "hands": {"p1": ["storm", "ns"], "p2": ["ns", "ns"], "p3": ["ew", "ew"]},
    "stock": ["nes"] * 6,
}


def after(*moves: str, **position: Any) -> State:
    """Make a position, and play each move for the player on turn."""
    state = LOST_MINES_RULES.position({}, 3, Seeds.from_number(1, 5), POSITION | position)
    for text in moves:
        state = LOST_MINES_RULES.play(state, state.turn, read_move(LOST_MINES_RULES, text)).after
    return state


def before_players(state: State) -> list[int | None]:
    """Return the players who have a troll's card on the table."""
    return [card.owner for card in LOST_MINES_RULES.pieces(state).cards if card.zone == "before"]


@pytest.mark.rule("L18")
@pytest.mark.parametrize(("cell", "joint"), [("2,2", "2,2/e"), ("8,2", "8,2/e")])
def test_a_storm_that_takes_a_troll_discards_its_card_at_once(cell: str, joint: str) -> None:
    lying: dict[str, Any] = {"cards": [f"{cell} ew"], "trolls": [f"{joint} p3"]}
    assert before_players(after(**lying)) == [2]
    state = after(f"play storm at {cell}", **lying)
    assert before_players(state) == []
    assert sorted(state.discarded) == ["ew", "storm", "troll"]


@pytest.mark.rule("L16")
def test_a_trolls_card_is_not_discarded_again_on_its_players_turn() -> None:
    moves = ("play storm at 2,2", "stay", "discard ns", "stay")
    state = after(*moves, cards=["2,2 ew"], trolls=["2,2/e p3"])
    assert state.turn == 2
    assert state.discarded.count("troll") == 1


@pytest.mark.rule("L18")
def test_a_troll_with_a_card_left_at_its_joint_stays() -> None:
    lying: dict[str, Any] = {"cards": ["2,2 ew", "3,2 ew"], "trolls": ["2,2/e p3"]}
    state = after("play storm at 2,2", **lying)
    assert before_players(state) == [2]
    assert "troll" not in state.discarded
