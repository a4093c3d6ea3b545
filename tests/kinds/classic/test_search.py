"""How the hard bot judges a round that it does not play out."""

from __future__ import annotations

from typing import Any

import pytest

from bench.prospects import Seen, fitted, solved
from games.kinds.classic.bots import search
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.bots.search import Playout
from tests.kinds.classic.positions import TUNNEL, table

SABOTEURS = {"p4": "saboteur", "p5": "saboteur"}
DIGGERS = ("p1", "p2", "p3")


def chance(evidence: tuple[float, ...] = (0.0,) * 5, **position: Any) -> float:
    state = table(5, roles=SABOTEURS, **position)
    return search.diggers_win_chance(state, Distances(state.mine), evidence)


def test_every_fact_has_a_weight() -> None:
    state = table(5, roles=SABOTEURS)
    facts = search.facts(state, Distances(state.mine), (0.0,) * 5)
    assert len(facts) == len(search.WEIGHTS)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"cards": TUNNEL[:5]}, {"cards": TUNNEL[:2]}),
        ({"stock": ["ne"] * 30}, {"stock": ["ne"] * 5}),
        ({}, {"broken": {name: ["cart", "pick"] for name in DIGGERS}}),
        ({"broken": {"p4": ["cart"], "p5": ["cart"]}}, {}),
        ({"evidence": (-1.0, -1.0, -1.0, 2.0, 2.0)}, {"evidence": (1.0, 1.0, 1.0, -1.0, -1.0)}),
    ],
    ids=["nearer", "more time", "whole tools", "halted saboteurs", "saboteurs seen through"],
)
def test_positions_better_for_the_diggers_are_judged_better(
    better: dict[str, Any], worse: dict[str, Any]
) -> None:
    usual = {"cards": TUNNEL[:4]}
    assert chance(**usual | better) > chance(**usual | worse)


def test_a_round_that_ends_within_the_search_is_won_or_lost() -> None:
    state = table(5, roles=SABOTEURS, cards=TUNNEL[:6], hands={"p1": ["ew"]})
    won = Playout(state._replace(round=3), (0.0,) * 5, Distances(state.mine))
    assert won.result(1) == 1
    lost = table(5, hands={f"p{seat}": ["n.s"] for seat in range(1, 6)}, stock=[])
    assert Playout(lost._replace(round=3), (0.0,) * 5, Distances(lost.mine)).result(10) == 0


def test_fitting_recovers_the_weights_behind_the_outcomes() -> None:
    """90 of a hundred worlds with this fact were won, and 50 of a hundred without it."""
    rows = [Seen((1.0, 1.0), number < 90) for number in range(100)]
    rows += [Seen((1.0, 0.0), number < 50) for number in range(100)]
    always, fact = fitted(rows)
    assert always == pytest.approx(0, abs=0.1)
    assert fact == pytest.approx(2.2, abs=0.2)


def test_equations_are_solved() -> None:
    assert solved([[0.0, 2.0], [4.0, 1.0]], [2.0, 5.0]) == pytest.approx([1.0, 1.0])
