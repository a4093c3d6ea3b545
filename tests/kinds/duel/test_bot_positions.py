"""The bots of The Duel and the solo game in positions with an obvious move."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Rng, Seeds
from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL
from games.engine.search import SearchStage
from games.kinds import KINDS
from games.kinds.duel.bots import HardBot

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
STOCK = ["ew", "ns", "ne", "key", "nw", "fix-cart", "ew", "ns.w", "ns", "ne.w", "nw.s", "ne.sw"] * 2
QUICK = HardBot((SearchStage(4, 3), SearchStage(2, 3)))
"""The hard bot with less time to think."""

every_strength = pytest.mark.parametrize("strength", [EASY, NORMAL, HARD])


def chosen(strength: str, game: str, **position: Any) -> set[str]:
    """Return the moves that a bot may choose for the first seat, over many seeds."""
    rules = KINDS[game].rules
    position.setdefault("goals", DUEL if game == "duel" else SOLO)
    position.setdefault("stock", STOCK)
    state = rules.position({}, max(rules.players), Seeds.from_number(1), position)
    bot = QUICK if strength == HARD else KINDS[game].bots[strength]
    generators = [Rng(bytes([n]), "bot") for n in range(2 if strength == HARD else 8)]
    view = rules.view(state, 0)
    return {bot.choose(view, (), EVEN_TEMPER, rng).written() for rng in generators}


# --- digging --------------------------------------------------------------------------------------


@every_strength
@pytest.mark.parametrize("gold", ["new.s+gold@s", "nsw.e+gold@e turned"])
def test_a_solo_bot_does_not_wait_at_unreachable_gold(strength: str, gold: str) -> None:
    cards = ["1,0 ew", "2,0 ew", "3,0 ew", f"2,-1 {gold}", "1,-1 ew"]
    found = chosen(strength, "solo", cards=cards, hands={"p1": ["ew", "ns", "map"]})
    assert found == {"place ew at 4,0"}


@every_strength
def test_a_goal_that_one_card_reaches_is_taken(strength: str) -> None:
    hands = {"p1": ["ew", "ns", "map", "fix-cart"], "p2": ["ew", "ns"]}
    found = chosen(strength, "duel", cards=BEFORE_A_GOAL, hands=hands)
    assert found == {"place ew at 4,0"}


@every_strength
def test_gold_that_can_be_claimed_at_once_is_claimed(strength: str) -> None:
    hands = {"p1": ["ns.ew+gold@n", "fix-cart", "map"], "p2": ["ew", "ns"]}
    found = chosen(strength, "duel", hands=hands)
    assert found
    assert all("ns.ew+gold@n at 0," in move for move in found)


@every_strength
@pytest.mark.parametrize("game", ["duel", "solo"])
def test_nobody_lays_a_card_behind_the_start(strength: str, game: str) -> None:
    hands = {"p1": ["ns.w", "ne.s", "map", "fix-cart"], "p2": ["ew"]}
    if game == "solo":
        del hands["p2"]
    found = chosen(strength, game, cards=["1,1 ew", "1,0 ew"][game == "solo" :], hands=hands)
    assert not any("at -" in move for move in found)


@every_strength
def test_a_solo_bot_does_not_pass_if_it_can_dig_on(strength: str) -> None:
    cards = ["1,0 ew", "2,0 ew", "3,0 ew"]
    hand = ["ew", "ns", "ns", "map", "ns.w", "fix-cart"]
    assert chosen(strength, "solo", cards=cards, hands={"p1": hand}) == {"place ew at 4,0"}


def test_a_normal_bot_does_not_wait_in_a_shared_tunnel() -> None:
    hands = {"p1": ["ew", "ns.w", "map", "fix-cart"], "p2": ["ew", "ns", "ne", "map"]}
    found = chosen(NORMAL, "duel", cards=["0,0 ns", "1,1 ew", "2,1 ew"], hands=hands)
    assert found == {"place ew at 3,1"}


# --- trolls and doors -----------------------------------------------------------------------------


@every_strength
def test_a_troll_before_a_goal_with_gold_is_paid(strength: str) -> None:
    hands = {"p1": ["map", "ns"], "p2": ["ew"]}
    goals = ["5,-2 nw 2", "5,0 nsw+door:green@s 2 face-up", "5,2 ne 2", *DUEL[3:]]
    cards = [*BEFORE_A_GOAL, "4,0 new+troll@e"]
    found = chosen(strength, "duel", cards=cards, hands=hands, goals=goals)
    assert found == {"bribe 4,0"}


@every_strength
def test_no_gold_is_paid_to_a_troll_with_nothing_behind_it(strength: str) -> None:
    hands = {"p1": ["map", "ew"], "p2": ["ew"]}
    found = chosen(strength, "duel", cards=["1,1 new+troll@e"], hands=hands)
    assert not any("bribe" in move for move in found)


@every_strength
def test_a_door_before_a_goal_is_opened_with_the_key(strength: str) -> None:
    cards = [*BEFORE_A_GOAL, "4,0 new+door:blue@e"]
    hands = {"p1": ["key", "ns", "fix-cart"], "p2": ["fix-cart"]}
    assert chosen(strength, "duel", cards=cards, hands=hands) == {"play key at 4,0"}


@every_strength
def test_a_key_is_kept_if_no_door_is_in_the_way(strength: str) -> None:
    hands = {"p1": ["key", "ew", "ns.w"], "p2": ["ew", "ns"]}
    found = chosen(strength, "duel", cards=["1,1 ew", "0,2 new+door:blue@e"], hands=hands)
    assert not any("key" in move for move in found)


# --- tools and discards -------------------------------------------------------------------------


@every_strength
def test_a_broken_tool_is_repaired_before_a_goal(strength: str) -> None:
    hands = {"p1": ["fix-cart", "ew", "map", "ns"], "p2": ["ns"]}
    found = chosen(strength, "duel", cards=BEFORE_A_GOAL, hands=hands, broken={"p1": ["cart"]})
    assert found == {"play fix-cart on p1 cart"}


@every_strength
def test_before_a_goal_two_cards_are_spent_on_a_tool_but_never_the_one_that_reaches_it(
    strength: str,
) -> None:
    hands = {"p1": ["ew", "ns.w", "ne.s", "map"], "p2": ["ns"]}
    found = chosen(strength, "duel", cards=BEFORE_A_GOAL, hands=hands, broken={"p1": ["cart"]})
    assert found
    assert all(move.startswith("clear cart with") and "ew" not in move for move in found)


@pytest.mark.parametrize("strength", [NORMAL, HARD])
def test_a_dwarf_who_is_about_to_take_a_goal_is_stopped(strength: str) -> None:
    cards = ["1,-1 ew", "2,-1 ew", "3,-1 ew", "4,-1 ne turned"]
    hands = {"p1": ["broken-pick", "map", "fix-cart", "fix-pick"], "p2": ["ew", "ns", "ne"]}
    found = chosen(strength, "duel", cards=cards, hands=hands)
    assert found == {"play broken-pick on p2"}


@every_strength
def test_a_goal_is_not_handed_to_the_other(strength: str) -> None:
    """The tunnel behind the blue door is theirs alone."""
    cards = ["1,-1 new+door:blue@e", "1,0 ns", "1,1 nw", "2,-1 ew", "3,-1 ew", "4,-1 ew"]
    hands = {"p1": ["ew", "ns.w", "map"], "p2": ["ew"]}
    found = chosen(strength, "duel", cards=cards, hands=hands)
    assert "place ew at 5,-1" not in found


@pytest.mark.parametrize("strength", [NORMAL, HARD])
def test_far_from_goals_two_of_the_last_three_cards_are_not_spent_on_a_tool(
    strength: str,
) -> None:
    hands = {"p1": ["ew", "ns", "ne.w"], "p2": ["ns", "ew", "map", "ns.w", "ne", "nw"]}
    found = chosen(strength, "duel", cards=["1,1 ew"], hands=hands, broken={"p1": ["cart"]})
    assert not any("clear" in move for move in found)


@every_strength
def test_one_of_two_keys_is_discarded_before_a_straight_tunnel(strength: str) -> None:
    """No door lies in the mine, and a tool is broken."""
    hands = {"p1": ["key", "key", "ew", "ew", "ns.ew"], "p2": ["ns", "ew", "map"]}
    found = chosen(strength, "duel", cards=["1,1 ew"], hands=hands, broken={"p1": ["cart"]})
    assert all("key" in move for move in found)


@pytest.mark.parametrize("strength", [NORMAL, HARD])
def test_one_of_four_repair_cards_is_discarded_before_a_tunnel(strength: str) -> None:
    hand = ["fix-cart", "fix-pick", "fix-lantern-cart", "fix-pick-lantern", "nw", "ns"]
    cards = ["1,0 ew", "2,0 ew", "3,0 ew", "4,0 nw.s turned"]
    found = chosen(strength, "solo", cards=cards, hands={"p1": hand})
    assert not any("discard n" in move for move in found)
