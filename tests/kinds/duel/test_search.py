"""How the hard bot of The Duel looks ahead: how much it tries, and what counts at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import Seeds
from games.engine.search import SearchStage
from games.kinds.duel.bots import changes_nothing
from games.kinds.duel.bots.outlook import make_outlook
from games.kinds.duel.bots.search import expected_gold, gain_scale, searched_move
from games.kinds.duel.bots.weighing import Weighed, weigh
from games.kinds.duel.rules import DUEL_RULES
from games.kinds.duel.rules.moves import Discard
from games.kinds.duel.rules.state import State
from tests.kinds.duel.test_bot_positions import BEFORE_A_GOAL, DUEL, STOCK


def table(**position: Any) -> State:
    """Make a table of two, with the first player on turn."""
    given = {"goals": DUEL, "stock": STOCK, "hands": {"p1": ["map", "ns"], "p2": ["ns"]}}
    return DUEL_RULES.position({}, 2, Seeds.from_number(1), {**given, **position})


def worlds_used(*worths: float) -> int:
    """Return how many worlds a search tries for two moves of this estimated worth."""
    state, used = table(), 0

    def worlds() -> Iterator[State]:
        nonlocal used
        while True:
            used += 1
            yield state

    moves = [
        Weighed(worth, Discard((card,))) for worth, card in zip(worths, ("map", "ns"), strict=True)
    ]
    searched_move(moves, worlds(), (SearchStage(2, 2), SearchStage(2, 3)), 1, 0.5)
    return used


def test_a_search_counts_worlds_and_skips_those_that_change_nothing() -> None:
    assert worlds_used(1.0, 1.0) == 5
    assert worlds_used(1.0, 0.4) == 0


def test_expected_gold_depends_on_who_holds_the_last_card() -> None:
    def hoped(card: str) -> float:
        shared = [*BEFORE_A_GOAL, "0,0 ns"]
        return expected_gold(table(cards=shared, hands={"p1": ["map"], "p2": [card]}), 0)

    assert hoped("ew") < hoped("ns") - 0.1


def test_a_card_that_changes_nothing_is_not_tried() -> None:
    state = table(cards=BEFORE_A_GOAL, hands={"p1": ["ns.w", "ns"], "p2": ["ns"]})
    found = weigh(make_outlook(DUEL_RULES.view(state, 0)))
    behind = [each for each in found if "at -1," in each.move.written()]
    assert behind
    thrown = {each.move.cards: each.worth for each in found if isinstance(each.move, Discard)}
    assert all(changes_nothing(each, thrown) for each in behind)


def test_a_lead_makes_more_gold_worth_less_only_in_the_last_round() -> None:
    ahead, cards = {"p1": 9, "p2": 1}, ["map", "ns"]
    early, last = (gain_scale(table(round=number, gold=ahead), 0) for number in (2, 3))
    assert early(2.0) == 2.0
    assert 0 < last(2.0) < 1.5
    behind = gain_scale(table(round=3, gold={"p1": 1, "p2": 3}, stock=cards), 0)
    assert behind(4.0) > -behind(-4.0), "a player who is behind wins more than they can lose"
