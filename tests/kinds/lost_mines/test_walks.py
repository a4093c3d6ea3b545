"""Walks of The Lost Mines: which are listed, which are forced, what they would cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from games.engine import Refusal, Rng, Seeds
from games.engine.notation import print_cell
from games.engine.tunnels import STEP, Cell
from games.kinds import read_move
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.moves import Stay, Walk
from games.kinds.lost_mines.rules.routes import joints_with_paths, routes, steps_allowed, traps_on
from games.kinds.lost_mines.rules.state import State
from tests.kinds.random_games import GameSetup, random_turns

MINES = ["9,0 gems", "9,2 gold", "9,4 silver", "9,6 dragon"]
SQUARE = ["2,2 nesw", "1,1 es", "2,1 sw", "1,3 nes", "2,3 new"]


def at_walk(**position: Any) -> State:
    """Make a position where p1, whose dwarf is at 1,2, has played their card."""
    position.setdefault("mines", MINES)
    position.setdefault("hands", {"p1": ["sw", "sw", "sw"], "p2": ["ew"], "p3": ["ew"]})
    position.setdefault("clans", {"p1": "blue loyal", "p2": "yellow loyal", "p3": "yellow selfish"})
    state = LOST_MINES_RULES.position({}, 3, Seeds.from_number(1, 5), position)
    return LOST_MINES_RULES.play(state, 0, read_move(LOST_MINES_RULES, "discard sw")).after


def listed(state: State) -> set[str]:
    return {move.written() for move in LOST_MINES_RULES.legal_moves(state, 0)}


@pytest.mark.rule("L20")
def test_each_destination_is_listed_once_with_the_fewest_steps() -> None:
    state = at_walk(cards=SQUARE)
    assert listed(state) == {
        "stay", "walk 1,1", "walk 2,2", "walk 1,3", "walk 1,1 2,1", "walk 1,3 2,3", "walk 1,3 1,4",
    }  # fmt: skip


@pytest.mark.rule("L15")
def test_fewer_traps_are_preferred_to_fewer_steps() -> None:
    state = at_walk(cards=SQUARE, traps=["1,2/e"])
    assert "walk 1,1 2,1 2,2" in listed(state)
    assert "walk 2,2" not in listed(state)
    assert LOST_MINES_RULES.play(state, 0, Walk(((2, 2),))).after.dwarfs[0] == (2, 2)


@pytest.mark.rule("L20")
def test_of_equal_ways_the_first_in_order_of_cells_is_listed() -> None:
    state = at_walk(cards=["2,2 nesw", "1,1 nesw", "2,1 nesw"])
    assert "walk 1,1 2,1" in listed(state)
    assert "walk 2,2 2,1" not in listed(state)
    assert LOST_MINES_RULES.play(state, 0, Walk(((2, 2), (2, 1)))).after.dwarfs[0] == (2, 1)


@pytest.mark.rule("L22")
def test_a_walk_to_a_mine_is_listed_once_for_each_treasure() -> None:
    state = at_walk(
        cards=["8,2 ew"],
        mines=["9,0 gems", "9,2 gold face-up turned", "9,4 silver", "9,6 dragon"],
        dwarfs={"p1": "8,2"},
        treasures_left=["gold 3", "silver 2", "gold 4"],
    )
    assert listed(state) == {"stay", "walk 9,2", "walk 9,2 take 1", "walk 9,2 take 3"}


@pytest.mark.rule("L22")
def test_at_an_unknown_mine_any_treasure_may_be_named() -> None:
    position = {
        "cards": ["8,2 ew"],
        "dwarfs": {"p1": "8,2"},
        "treasures_left": ["gold 3", "silver 2"],
        "hands": {"p1": ["sw", "scout-mine-dwarf"], "p2": ["ew"], "p3": ["ew"]},
    }
    assert listed(at_walk(**position)) == {"stay", "walk 9,2", "walk 9,2 take 1", "walk 9,2 take 2"}
    state = LOST_MINES_RULES.position({}, 3, Seeds.from_number(1, 5), {"mines": MINES, **position})
    scouted = LOST_MINES_RULES.play(
        state, 0, read_move(LOST_MINES_RULES, "play scout-mine-dwarf mine 9,2")
    )
    assert listed(scouted.after) == {"stay", "walk 9,2", "walk 9,2 take 1"}


# --- compared with brute force --------------------------------------------------------------------


def all_walks(state: State, seat: int) -> Iterator[tuple[Cell, ...]]:
    """Return every walk that the rules accept, found by trying all steps."""
    todo: list[tuple[Cell, ...]] = [()]
    while todo:
        route = todo.pop()
        x, y = route[-1] if route else state.dwarfs[seat]
        for dx, dy in STEP.values():
            longer = (*route, (x + dx, y + dy))
            try:
                LOST_MINES_RULES.play(state, seat, Walk(longer))
            except Refusal:
                continue
            yield longer
            todo.append(longer)


@pytest.mark.rule("L20")
@pytest.mark.parametrize("players", [3, 6, 9])
def test_the_listed_way_is_the_best_accepted_way(players: int) -> None:
    compared = 0
    for turn in random_turns(GameSetup("lost_mines", players, ()), players, clever=True):
        state, seat = turn.progress.before, turn.seat
        if state.phase != "walk":
            continue
        best: dict[Cell, tuple[int, int, tuple[Cell, ...]]] = {}
        for route in all_walks(state, seat):
            worth = (traps_on(state, seat, route), len(route), route)
            best[route[-1]] = min(best.get(route[-1], worth), worth)
        best.pop(state.dwarfs[seat], None)
        found = routes(state, seat)
        assert {end: route for end, (_, _, route) in best.items()} == found
        compared += len(found)
    assert compared > 50


# --- forced ---------------------------------------------------------------------------------------


@pytest.mark.rule("L8")
def test_a_dwarf_with_nowhere_to_go_is_forced_to_stay() -> None:
    state = at_walk()
    assert LOST_MINES_RULES.forced(state) == (0, Stay())
    assert LOST_MINES_RULES.legal_moves(state, 0) == [Stay()]


@pytest.mark.rule("L8")
@pytest.mark.parametrize(
    "position",
    [
        {"cards": ["2,2 ew"]},
        {"cards": ["2,2 ew"], "traps": ["1,2/e"]},
        {
            "mines": ["9,0 gems face-up", *MINES[1:]],
            "dwarfs": {"p1": "9,0"},
            "treasures_left": ["gems 3"],
        },
    ],
    ids=["a card to go to", "a trap on the way", "a treasure to take or leave"],
)
def test_a_player_with_a_choice_is_not_forced(position: dict[str, Any]) -> None:
    assert LOST_MINES_RULES.forced(at_walk(**position)) is None


@pytest.mark.rule("L8")
def test_nobody_is_forced_to_play_a_card() -> None:
    """Otherwise it would reveal something about the hand."""
    position = {"mines": MINES, "hands": {"p1": ["sw"], "p2": ["ew"], "p3": ["ew"]}}
    state = LOST_MINES_RULES.position({}, 3, Seeds.from_number(1, 5), position)
    assert LOST_MINES_RULES.forced(state) is None


def test_a_forced_move_is_the_only_one_and_the_same_in_all_worlds() -> None:
    forced = 0
    for turn in random_turns(GameSetup("lost_mines", 5, ()), 4):
        state = turn.progress.after
        found = LOST_MINES_RULES.forced(state)
        worlds = LOST_MINES_RULES.worlds(
            LOST_MINES_RULES.view(state, None), Rng(b"forced", "worlds")
        )
        assert LOST_MINES_RULES.forced(next(worlds)) == found
        if found:
            forced += 1
            seat, move = found
            own = LOST_MINES_RULES.legal_moves(state, seat)
            assert [other for other in own if isinstance(other, Walk | Stay)] == [move]
    assert forced > 3


# --- previews -------------------------------------------------------------------------------------


@pytest.mark.rule("L15")
def test_a_walk_is_previewed_with_its_way_and_its_cost() -> None:
    state = at_walk(cards=["7,2 ew", "8,2 ew"], dwarfs={"p1": "7,2"}, traps=["7,2/e", "8,2/e"])
    seen = LOST_MINES_RULES.preview(LOST_MINES_RULES.view(state, 0), Walk(((8, 2), (9, 2))))
    assert seen is not None
    assert seen.route == ((7, 2), (8, 2), (9, 2))
    assert seen.cost == 2
    assert seen.goals == ((9, 2),)


@pytest.mark.rule("L20")
def test_a_walk_that_would_be_refused_has_no_preview() -> None:
    state = at_walk(cards=["2,2 ew+logs"], treasures_left=["gold 3"])
    seen = LOST_MINES_RULES.view(state, 0)
    assert LOST_MINES_RULES.preview(seen, Walk(((2, 2),))) is None
    assert LOST_MINES_RULES.preview(seen, Walk(((3, 2),))) is None
    assert LOST_MINES_RULES.preview(seen, Walk(((2, 2),), 1)) is None


@pytest.mark.rule("L10")
def test_a_placement_is_previewed_with_what_it_joins_to_a_start() -> None:
    position = {"mines": MINES, "cards": ["3,2 ew", "4,2 ew"], "hands": {"p1": ["ew", "ns"]}}
    state = LOST_MINES_RULES.position({}, 3, Seeds.from_number(1, 5), position)
    seen = LOST_MINES_RULES.view(state, 0)
    told = LOST_MINES_RULES.preview(seen, read_move(LOST_MINES_RULES, "place ew at 2,2"))
    assert told is not None
    assert (told.openings, set(told.joined)) == ("ew", {(2, 2), (3, 2), (4, 2)})
    assert LOST_MINES_RULES.preview(seen, read_move(LOST_MINES_RULES, "place ns at 2,2")) is None
    assert LOST_MINES_RULES.preview(seen, read_move(LOST_MINES_RULES, "discard ew")) is None


# --- joints ---------------------------------------------------------------------------------------


@pytest.mark.rule("L15")
def test_every_joint_that_can_hold_a_token_is_listed_once() -> None:
    for turn in random_turns(GameSetup("lost_mines", 4, ()), 2, clever=True):
        mine = turn.progress.after.mine
        found = list(joints_with_paths(mine))
        assert len(found) == len(set(found))


def test_a_walk_goes_from_cell_to_cell() -> None:
    walked = 0
    for turn in random_turns(GameSetup("lost_mines", 3, ()), 8, clever=True):
        for event in turn.events:
            if event.kind != "walked":
                continue
            state = turn.progress.before
            cells = (event.what or "").split(" ")
            assert cells[-1] == print_cell(event.cell or (0, 0))
            assert len(cells) == event.amount
            assert len(cells) <= steps_allowed(state, turn.seat)
            route = [state.dwarfs[turn.seat], *(tuple(map(int, c.split(","))) for c in cells)]
            assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(route))
            walked += 1
    assert walked > 10
