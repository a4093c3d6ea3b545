"""Every card of The Duel can be laid both ways up and connects as its face shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from games.engine import Refusal, Rng, Seeds, read_face
from games.engine.ascii_board import draw
from games.engine.moves import Place
from games.engine.tunnels import SIDE_OF, STEP, Cell, Face, Tile, half_turn
from games.kinds import GAMES, read_move
from games.kinds.duel.rules import DUEL_RULES
from games.kinds.duel.rules.cards import ACTIONS, COLOURS, GOALS, PATHS, deck, goal_tile, path_tile
from games.kinds.duel.rules.state import State

NAMED = ["5,-2 nw 2", "5,0 nesw 0", "5,2 ne 2", "7,-1 n.s.w 0", "7,1 n.e.w 0", "9,0 n.w+gold@w 1"]
WAYS = [(name, way) for name in PATHS for way in (False, True)]


def table(**position: Any) -> State:
    position.setdefault("goals", NAMED)
    return DUEL_RULES.position({}, 2, Seeds.from_number(1), position)


def printed(name: str, turned: bool) -> Face:
    face = read_face(name)
    return face.turned() if turned else face


def test_the_deck_has_as_many_cards_as_the_printed_game() -> None:
    assert sum(PATHS.values()) == 34
    assert sum(ACTIONS.values()) == 18
    assert len(GOALS) == 18
    assert Counter(GOALS.values()) == {0: 4, 1: 6, 2: 5, 3: 3}
    assert len(deck()) == 52


def test_there_are_as_many_special_cards_as_in_the_printed_game() -> None:
    def count(word: str) -> int:
        return sum(number for name, number in PATHS.items() if word in name)

    found = [count(word) for word in ("+gold", "+door", "+troll", "+ladder", "ns.ew")]
    assert found == [5, 6, 3, 2, 2]
    assert count("nw.es") + count("ne.sw") == 2
    assert sum("+door" in name for name in GOALS) == 8


@pytest.mark.parametrize("game", ["duel", "solo"])
@pytest.mark.parametrize(("name", "turned"), WAYS)
def test_every_path_card_is_laid_both_ways(game: str, name: str, turned: bool) -> None:
    """Next to the start, on each side where one of its openings joins, and on no other."""
    rules = GAMES[game]
    goals = NAMED if game == "duel" else [f"{cell} nesw 0" for cell in SOLO_CELLS]
    position = {"goals": goals, "hands": {"p1": [name, "ew"]}, "stock": ["map"]}
    state = rules.position({}, len(state_colours(game)), Seeds.from_number(1), position)
    start = (0, 1) if game == "duel" else (0, 0)
    tile = printed(name, turned)
    laid = 0
    for letter, side in SIDE_OF.items():
        cell = (start[0] + STEP[side][0], start[1] + STEP[side][1])
        if game == "duel" and letter == "n":
            continue  # between the two starts
        move = read_move(rules, f"place {name} at {cell[0]},{cell[1]}{' turned' * turned}")
        fits = bool(tile.openings & half_turn(side))
        assert (move in rules.legal_moves(state, 0)) == fits
        if fits:
            after = rules.play(state, 0, move).after
            assert after.mine.tiles[cell].face == tile
            laid += 1
    assert laid


SOLO_CELLS = ["8,-2", "8,0", "8,2", "10,-1", "10,1", "12,0"]


def state_colours(game: str) -> tuple[str, ...]:
    return COLOURS if game == "duel" else COLOURS[:1]


@pytest.mark.parametrize("name", GOALS)
@pytest.mark.parametrize(
    ("card", "cell", "side"), [("ew", (4, 0), "w"), ("nw", (5, 1), "s"), ("nw", (5, -1), "n")]
)
def test_every_goal_is_turned_over_from_every_side(
    name: str, card: str, cell: Cell, side: str
) -> None:
    """It is laid so that it joins; if both ways do, the player can choose."""
    state = reached_from(name, card, cell)
    fitting = [w for w in (False, True) if printed(name, w).openings & SIDE_OF[side]]
    differ = not read_face(name).same_both_ways
    if len(fitting) == 2 and differ:
        assert state.phase == "orient"
        for way in (False, True):
            move = f"orient 5,0 {'turned' if way else 'as-is'}"
            after = DUEL_RULES.play(state, 0, read_move(DUEL_RULES, move)).after
            assert after.mine.tiles[5, 0].face == printed(name, way)
        return
    assert state.phase == "play"
    way = fitting[0] if fitting else False
    assert state.mine.tiles[5, 0].face == printed(name, way)


def reached_from(name: str, card: str, cell: Cell) -> State:
    """Let green, who has dug next to the goal at 5,0, lay the card that reaches it."""
    tunnels = {
        (4, 0): ["1,1 nw", "1,0 nw turned", "2,0 ew", "3,0 ew"],
        (5, 1): ["1,1 ew", "2,1 ew", "3,1 ew", "4,1 ew"],
        (5, -1): ["0,0 ns", "1,-1 ew", "2,-1 ew", "3,-1 ew", "4,-1 ew"],
    }
    goals = spare_goals(name)
    state = table(
        cards=tunnels[cell], goals=goals, hands={"p1": [card, "ne", "ew"], "p2": ["ew", "ns"]}
    )
    wanted = "ne" if cell == (5, -1) else card
    turned = " turned" if cell == (5, -1) else ""
    text = f"place {wanted} at {cell[0]},{cell[1]}{turned}"
    return DUEL_RULES.play(state, 0, read_move(DUEL_RULES, text)).after


def spare_goals(name: str) -> list[str]:
    others = [goal for goal in GOALS if goal != name][:5]
    cells = ["5,-2", "5,2", "7,-1", "7,1", "9,0"]
    rest = [f"{cell} {goal} {GOALS[goal]}" for cell, goal in zip(cells, others, strict=True)]
    return [f"5,0 {name} {GOALS[name]}", *rest]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", [*PATHS, *GOALS])
def test_a_closed_arm_is_a_stub_to_a_player_whom_it_stops(name: str, turned: bool) -> None:
    make = goal_tile if name in GOALS else path_tile
    face = printed(name, turned)
    for number, colour in enumerate(COLOURS):
        for opened in (False, True):
            tile = make(name, turned, COLOURS, opened)
            for side in SIDE_OF.values():
                ways = tile.ways[side << 4 * number] >> 4 * number
                assert ways == expected(face, colour, opened, side), (colour, opened, side)


def expected(face: Face, colour: str, opened: bool, side: int) -> int:
    """Return the expected ways, read off the face side by side."""
    group = next((group for group in face.groups if group & side), 0)
    for feature in face.features:
        stops = feature.kind == "troll" or (feature.kind == "door" and feature.value != colour)
        if stops and not opened and group & feature.side:
            return side if side == feature.side else group & ~feature.side
    return group


def test_a_card_that_looks_the_same_turned_has_one_form() -> None:
    assert isinstance(path_tile("ew", True, COLOURS), Tile)
    assert not path_tile("ew", True, COLOURS).turned
    assert Place("ew", (1, 0), False) == read_move(DUEL_RULES, "place ew at 1,0 turned")


def test_the_table_can_be_drawn_with_its_doors_trolls_and_gold() -> None:
    cards = ["1,1 nesw+door:blue@s", "2,1 new+troll@e", "1,0 ew.s+gold@s", "3,3 ne+ladder:green"]
    drawn = draw(table(cards=cards, hands={"p1": ["ew"]}))
    assert all(mark in drawn for mark in "#obT$H?")
    assert "'-b-'" in drawn
    assert "# # T" in drawn


@pytest.mark.rule("D13")
def test_every_payable_set_of_trolls_is_listed_with_an_action() -> None:
    """Compared with all sets, tried one by one, in games with many cards laid."""
    tried = 0
    for number in range(12):
        rng = Rng(str(number).encode(), "trolls")
        state = DUEL_RULES.setup({}, 2, Seeds.from_number(number))
        while waiting := DUEL_RULES.waiting_for(state):
            moves: list[Any] = list(DUEL_RULES.legal_moves(state, waiting[0]))
            digging = [m for m in moves if hasattr(m, "bribes") and not m.bribes]
            for move in digging if state.phase == "play" else ():
                payable = all_payable(state, waiting[0], move)
                listed = [tuple(sorted(m.bribes)) for m in moves if paid_with(m, move)]
                assert sorted(listed) == sorted(payable), move.written()
                tried += len(payable)
            placing = [m for m in moves if isinstance(m, Place)]
            state = DUEL_RULES.play(state, waiting[0], rng.choose(placing or moves)).after
    assert tried > 100


def paid_with(other: Any, move: Any) -> bool:
    return bool(getattr(other, "bribes", ())) and replace(other, bribes=()) == move


def all_payable(state: State, seat: int, move: Any) -> set[tuple[Cell, ...]]:
    """Return every set of trolls that `play` accepts with this action, in some order."""
    trolls = {cell for cell, tile in state.mine.tiles.items() if "+troll" in tile.name}
    if "+troll" in move.card:
        trolls.add(move.cell)
    found = set()
    for count in range(1, len(trolls) + 1):
        for cells in permutations(sorted(trolls), count):
            try:
                DUEL_RULES.play(state, seat, replace(move, bribes=cells))
            except Refusal:
                continue
            found.add(tuple(sorted(cells)))
    return found
