"""How the hard bot of The Lost Mines looks ahead, and what a hand is worth to it."""

from __future__ import annotations

from itertools import islice

import pytest

from games.engine import Rng
from games.engine.bots import EVEN_TEMPER, HARD, NORMAL, Memory, memory_of
from games.kinds import read_move
from games.kinds.lost_mines.bots import BOTS
from games.kinds.lost_mines.bots.expectations import dealt_chances
from games.kinds.lost_mines.bots.outlook import Outlook
from games.kinds.lost_mines.bots.search import (
    SEARCH_STAGES,
    expected_points,
    likely_worlds,
    points_after,
)
from games.kinds.lost_mines.bots.weighing import kept_for, learned, turns_waited
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.moves import Discard, Place, Scout
from games.kinds.lost_mines.rules.state import State, View
from tests.kinds.lost_mines.test_rules import table

ROAD = [f"{x},2 ew" for x in range(2, 6)]
NS = ["ns"] * 5
RNG = Rng(b"1", "mind")


def by_the_fire(*hand: str) -> State:
    """Make a position where everybody waits at a crossing for a card that leads on."""
    return table(
        cards=[*ROAD, "6,2 nesw+campfire"],
        players=4,
        dwarfs={"p1": "6,2", "p2": "6,2", "p3": "6,2", "p4": "6,2"},
        clans={"p1": "yellow saboteur", "p2": "blue loyal", "p3": "blue saboteur"},
        hands={"p1": list(hand), "p2": ["ns"], "p3": ["ns"], "p4": ["ew"]},
        treasures_left=["gold 4", "gems 4"],
        stock=["ns"] * 16,
    )


@pytest.mark.parametrize("card", ["es", "ns", "axe"])
def test_a_second_card_of_a_name_is_worth_less(card: str) -> None:
    assert kept_for((card, card, "nesw"), (card,)) < kept_for((card, "nesw"), (card,))


@pytest.mark.parametrize("card", ["nesw", "ew", "new+campfire"])
def test_a_second_straight_card_is_worth_as_much_as_the_first(card: str) -> None:
    assert kept_for((card, card), (card,)) == kept_for((card,), (card,))


@pytest.mark.parametrize("strength", [NORMAL, HARD])
def test_two_of_three_useless_curves_are_discarded(strength: str) -> None:
    """Hard once kept them to the end of a round, and drew nothing useful."""
    view = LOST_MINES_RULES.view(by_the_fire("sw", "sw", "sw", "storm", "trap"), 0)
    chosen = BOTS[strength].choose(view, (), EVEN_TEMPER, Rng(b"1", "mind"))
    assert chosen == Discard(("sw", "sw"))


def test_a_position_is_better_with_better_cards_in_hand() -> None:
    poor, rich = by_the_fire("ns", "ns"), by_the_fire("nesw", "ew")
    assert expected_points(rich, 0) > expected_points(poor, 0)


def test_only_a_scout_reveals_something() -> None:
    outlook = Outlook(LOST_MINES_RULES.view(by_the_fire("scout-mine-treasure", "ns"), 0))
    assert learned(outlook, Scout("scout-mine-treasure", "mine", (9, 0))) > 0
    assert learned(outlook, Discard(("ns",))) == 0


def test_hard_looks_at_a_mine_rather_than_discarding() -> None:
    """A few playouts don't show what knowledge is worth, so it counts separately."""
    view = LOST_MINES_RULES.view(by_the_fire("axe", "boat", "rope", "scout-mine-treasure"), 0)
    chosen = BOTS[HARD].choose(view, (), EVEN_TEMPER, Rng(b"1", "mind"))
    assert isinstance(chosen, Scout)
    assert chosen.what == "mine"


def test_a_playout_is_reproducible() -> None:
    state, move = by_the_fire("ns", "ew"), Discard(("ns",))
    assert points_after(state, 0, move, b"seed") == points_after(state, 0, move, b"seed")


def test_a_move_costs_at_most_two_hundred_playouts() -> None:
    assert sum(stage.moves * stage.worlds for stage in SEARCH_STAGES) <= 200


def test_worlds_are_drawn_according_to_beliefs() -> None:
    """A player believed to be selfish mostly is so in the worlds drawn, unlike in the deals."""
    view = LOST_MINES_RULES.view(by_the_fire("ns", "ew"), 0)
    sure = {"loyal": 0.1, "selfish": 0.9, "saboteur": 0.0}
    others = dealt_chances(view)[1:3]
    outlook = Outlook(view, {}, [{"saboteur": 1.0}, *others, sure])
    drawn = [world.state.characters[3] for world in islice(likely_worlds(outlook, RNG), 60)]
    assert drawn.count("selfish") > 45


# --- waiting --------------------------------------------------------------------------------------


def two_cards_before_a_mine(laps: int) -> tuple[State, Memory[View]]:
    """All stand where the path ends: the next card opens the way for everybody. All have discarded
    for this many laps. It is the turn of p1, who has a crossing."""
    state = table(
        cards=[*ROAD, "6,2 ew"],
        players=4,
        dwarfs={"p1": "6,2", "p2": "6,2", "p3": "6,2", "p4": "6,2"},
        clans={"p1": "yellow loyal", "p2": "blue loyal", "p3": "blue selfish"},
        hands={"p1": ["nesw", *NS[:4]], "p2": NS, "p3": NS, "p4": NS},
        treasures_left=["gold 4", "gems 4"],
        stock=["ns"] * 20,
    )
    played = []
    for text in ("discard ns", "stay") * 4 * laps:
        progress = LOST_MINES_RULES.play(state, state.turn, read_move(LOST_MINES_RULES, text))
        played.append((state, progress.events))
        state = progress.after
    return state, memory_of(LOST_MINES_RULES, 0, played)


@pytest.mark.parametrize("laps", [0, 1, 3])
def test_a_turn_that_brings_no_mine_closer_counts_as_waiting(laps: int) -> None:
    state, memory = two_cards_before_a_mine(laps)
    assert turns_waited(Outlook(LOST_MINES_RULES.view(state, 0)), memory) == laps


def test_a_turn_that_brings_a_mine_closer_does_not_count_as_waiting() -> None:
    state, memory = two_cards_before_a_mine(2)
    progress = LOST_MINES_RULES.play(state, 0, read_move(LOST_MINES_RULES, "place nesw at 7,2"))
    memory = [*memory, *memory_of(LOST_MINES_RULES, 0, [(state, progress.events)])]
    assert turns_waited(Outlook(LOST_MINES_RULES.view(progress.after, 0)), memory) == 0


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_hard_lets_others_build_for_a_while_and_then_builds_itself(seed: bytes) -> None:
    """Four hard bots once discarded until the stock was empty, some of them holding such a card."""
    state, memory = two_cards_before_a_mine(2)
    view = LOST_MINES_RULES.view(state, 0)
    chosen = BOTS[HARD].choose(view, memory, EVEN_TEMPER, Rng(seed, "mind"))
    assert isinstance(chosen, Place)
    assert chosen.cell == (7, 2)
