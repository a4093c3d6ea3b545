"""The easy bot of The Duel, and the hint of the solo game: it digs on, and pays when it helps."""

from __future__ import annotations

from typing import Any

import pytest

from games.kinds import GAMES
from games.kinds.duel.minds.easy import choose
from games.mine import Lots, Seeds, print_move

DUEL = [
    "5,-2 nsw+door:blue@n 3",
    "5,0 nw 2",
    "5,2 ne 2",
    "7,-1 n.s.w 0",
    "7,1 n.e.w 0",
    "9,0 nesw 0",
]
SOLO = [
    "8,-2 nesw 0",
    "8,0 nw 2",
    "8,2 n.s.w 0",
    "10,-1 nsw+door:blue@n 3",
    "10,1 ne 2",
    "12,0 n.e.w 0",
]
BEFORE_A_GOAL = ["1,1 nw", "1,0 nw turned", "2,0 ew", "3,0 ew"]


def chosen(game: str, **position: Any) -> set[str]:
    """The moves the bot chooses for the first seat, by whatever lot."""
    rules = GAMES[game]
    position.setdefault("goals", DUEL if game == "duel" else SOLO)
    players = max(rules.PLAYERS)
    state = rules.position({}, players, Seeds.from_number(1), position)
    view = rules.view(state, 0)
    return {print_move(choose(view, Lots(bytes([lot]), "bot"))) for lot in range(12)}


@pytest.mark.parametrize("gold", ["new.s+gold@s", "nsw.e+gold@e turned"])
def test_the_hint_digs_on_past_gold_in_a_stub_that_nothing_reaches(gold: str) -> None:
    cards = ["1,0 ew", "2,0 ew", "3,0 ew", f"2,-1 {gold}", "1,-1 ew"]
    found = chosen("solo", cards=cards, hands={"p1": ["ew", "ns", "map"]})
    assert found == {"place ew at 4,0"}


def test_without_a_closed_goal_that_may_hold_gold_it_digs_for_gold_in_sight() -> None:
    goals = [f"{cell} nesw 0 face-up" for cell in ("8,-2", "8,0", "8,2", "10,-1", "10,1")]
    cards = ["1,0 ew", "3,0 ew", "4,0 nw.es+gold@e turned"]
    found = chosen("solo", goals=[*goals, "12,0 nesw 0"], cards=cards, hands={"p1": ["ew", "ns"]})
    assert found == {"place ew at 2,0"}


def test_the_bot_bribes_a_troll_before_a_goal() -> None:
    hands = {"p1": ["map", "ns"], "p2": ["ew"]}
    found = chosen("duel", cards=[*BEFORE_A_GOAL, "4,0 new+troll@e"], hands=hands)
    assert found == {"bribe 4,0"}


def test_the_bot_lays_a_troll_before_a_goal_and_pays_it_at_once() -> None:
    hands = {"p1": ["new+troll@e", "broken-pick"], "p2": ["ew"]}
    found = chosen("duel", cards=BEFORE_A_GOAL, hands=hands)
    assert found <= {f"place new+troll@e at 4,0{way} and bribe 4,0" for way in ("", " turned")}


def test_the_bot_keeps_its_gold_where_nothing_lies_behind_a_troll() -> None:
    hands = {"p1": ["map", "ew"], "p2": ["ew"]}
    found = chosen("duel", cards=["1,1 new+troll@e"], hands=hands)
    assert not any("bribe" in move for move in found)
