"""Rounds written down for reading, and the oddities marked in them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from bench import oracle
from bench.classic_oddities import ODDITIES, Moment, Played, oddities
from bench.records import Asked, record, sizes
from games.engine import Rng
from games.engine.bots import NORMAL
from games.engine.playout import PlayedTurn
from games.kinds.classic.rules import CLASSIC_RULES
from tests.kinds.classic.positions import TUNNEL, table

SABOTEURS = {"p1": "saboteur", "p2": "saboteur"}
WASTE = ["discard ns"] * 3
ODD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a card behind the start": ({"hands": {"p1": ["ew"]}}, ["place ew at -1,0"]),
    "a digger lays a dead end": ({"hands": {"p1": ["e.w"]}}, ["place e.w at 1,0"]),
    "a saboteur reaches the treasure": (
        {"cards": TUNNEL[:6], "hands": {"p1": ["ew"]}, "roles": SABOTEURS},
        ["place ew at 7,0"],
    ),
    "a saboteur leads to the door": (
        {"cards": TUNNEL[:5], "hands": {"p1": ["ew"]}, "roles": SABOTEURS},
        ["place ew at 6,0"],
    ),
    "a digger leads away from the treasure they know": (
        {"cards": TUNNEL[:5], "hands": {"p1": ["map", "nw"]}},
        ["play map at 8,0", *WASTE, "place nw at 6,0"],
    ),
    "a digger does not take the treasure they know": (
        {"cards": TUNNEL[:6], "hands": {"p1": ["map", "ew", "ns"]}},
        ["play map at 8,0", *WASTE, "discard ns"],
    ),
    "a saboteur breaks a fellow's tool": (
        {"hands": {"p1": ["broken-pick"]}, "roles": SABOTEURS},
        ["play broken-pick on p2"],
    ),
    "a digger breaks the tool of a digger who only dug": (
        {"hands": {"p1": ["ew"], "p2": ["broken-pick"]}},
        ["place ew at 1,0", "play broken-pick on p1"],
    ),
    "a digger repairs who just hindered": (
        {
            "cards": TUNNEL[:3],
            "hands": {"p1": ["rockfall"], "p3": ["broken-pick"], "p4": ["fix-pick"]},
            "roles": SABOTEURS,
        },
        [
            "play rockfall at 3,0",
            "discard ns",
            "play broken-pick on p1",
            "play fix-pick on p1 pick",
        ],
    ),
    "a saboteur repairs a digger near the treasure": (
        {
            "cards": TUNNEL[:6],
            "hands": {"p1": ["fix-cart"]},
            "roles": SABOTEURS,
            "broken": {"p3": ["cart"]},
        },
        ["play fix-cart on p3 cart"],
    ),
    "a look at what is known": (
        {"hands": {"p1": ["map", "map"]}},
        ["play map at 8,0", *WASTE, "play map at 8,2"],
    ),
    "a digger caves in a tunnel": (
        {"cards": TUNNEL[:3], "hands": {"p1": ["rockfall"]}},
        ["play rockfall at 2,0"],
    ),
    "a rockfall that changes nothing": (
        {"cards": ["1,0 nesw", "1,1 n.s"], "hands": {"p1": ["rockfall"]}},
        ["play rockfall at 1,1"],
    ),
    "a digger throws away ten cards in a row": ({"stock": ["ns"] * 40}, ["discard ns"] * 37),
    "a digger throws a card away who could have come nearer": (
        {"cards": TUNNEL[:3], "hands": {"p1": ["map", "ew", "ns"]}},
        ["play map at 8,0", *WASTE, "discard ns"],
    ),
}
"""Moves after which each oddity is marked."""


def played(position: dict[str, Any], moves: list[str]) -> list[Played]:
    state, turns = table(**position), []
    for text in moves:
        listed = CLASSIC_RULES.legal_moves(state, state.turn)
        (move,) = [move for move in listed if move.written() == text]
        progress = CLASSIC_RULES.play(state, state.turn, move)
        turns.append(PlayedTurn(state.turn, move, progress))
        state = progress.after
    return turns


@pytest.mark.parametrize("name", ODDITIES)
def test_every_oddity_is_marked_where_it_is_one(name: str) -> None:
    *past, last = played(*ODD[name])
    assert name in oddities(Moment(last, tuple(past)))


def test_sensible_moves_of_a_digger_are_not_odd() -> None:
    hands = {"p1": ["map", "ew", "ns"], "p2": ["ew"], "p3": ["ew"]}
    moves = ["play map at 8,0", "place ew at 4,0", "place ew at 5,0", "discard ns"]
    turns = played({"cards": TUNNEL[:3], "hands": hands}, [*moves, "place ew at 6,0"])
    for number, turn in enumerate(turns):
        assert not list(oddities(Moment(turn, tuple(turns[:number]))))


def test_a_round_is_written_down_move_by_move() -> None:
    found = record(Asked(4, 3, NORMAL, NORMAL))
    lines = [line for line in found.text.splitlines() if " way " in line]
    assert len(lines) > 20
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert found.text.endswith(f"the {'diggers' if found.won else 'saboteurs'} won\n")


def test_a_range_of_sizes_is_read() -> None:
    assert (sizes("5"), sizes("4-8")) == (range(5, 6), range(4, 9))


def test_all_seeing_saboteurs_do_not_know_the_order_of_the_stock() -> None:
    state = table(5, roles=SABOTEURS, cards=TUNNEL[:4], stock=["ew", "ne", "map", "n.s", "nes"])
    worlds = list(islice(oracle.shuffled_stocks(state, Rng(b"oracle", "test")), 20))
    for world in worlds:
        assert (world.hands, world.roles, world.goals) == (state.hands, state.roles, state.goals)
        assert sorted(world.stock) == sorted(state.stock)
    assert len({world.stock for world in worlds}) > 5


def test_an_all_seeing_saboteur_stops_a_winning_move() -> None:
    """The treasure is in the middle, which no honest saboteur knows yet."""
    hands = {"p1": ["e.w", "map", "new"], "p2": ["ew"], "p3": ["ew"]}
    state = table(cards=TUNNEL[:6], hands=hands, roles={"p1": "saboteur"})
    move = oracle.all_seeing(state, (), Rng(b"oracle", "test"))
    assert move.written() == "place e.w at 7,0"
