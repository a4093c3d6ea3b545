"""Faces, fitting and reach."""

from __future__ import annotations

import pytest

from games.engine.notation import print_face, read_face
from games.engine.tunnels import (
    ALL_SIDES,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Cell,
    Mine,
    Tile,
    connects,
    fits,
    half_turn,
    neighbours,
    reached,
)
from games.kinds.classic.rules.cards import PATHS, START, START_CELL, TILES
from tests.properties import given, st

ORIGIN = {START_CELL: START}


def mine_of(*cards: str, goals: tuple[Cell, ...] = ()) -> Mine:
    """A mine from entries such as `1,0 ew turned`."""
    tiles = dict(ORIGIN)
    for card in cards:
        where, name, *turned = card.split(" ")
        x, y = where.split(",")
        tiles[int(x), int(y)] = TILES[name, bool(turned)]
    return Mine.of((START_CELL,), tiles, goals)


def test_a_half_turn_swaps_opposite_sides() -> None:
    assert half_turn(NORTH) == SOUTH
    assert half_turn(EAST) == WEST
    assert half_turn(NORTH | EAST) == SOUTH | WEST


@given(st.integers(0, ALL_SIDES))
def test_two_half_turns_change_nothing(sides: int) -> None:
    assert half_turn(half_turn(sides)) == sides


@pytest.mark.parametrize(
    ("face", "turned"),
    [
        ("nes", "nsw"),
        ("ns.ew", "ns.ew"),
        ("nw.es", "nw.es"),
        ("ew.s", "n.ew"),
        ("nesw+door:blue@s", "nesw+door:blue@n"),
        ("ns.ew+gold@n", "ns.ew+gold@n"),
        ("ew.s+gold@s", "n.ew+gold@n"),
        ("nw+ladder:blue", "es+ladder:blue"),
    ],
)
def test_a_turned_face_is_written_in_the_usual_order(face: str, turned: str) -> None:
    assert print_face(read_face(face).turned()) == turned


def test_a_card_that_looks_the_same_both_ways_is_never_turned() -> None:
    same = {name for name in PATHS if not TILES[name, True].turned}
    assert same == {"nesw", "ns", "ew", "n.e.s.w", "n.s", "e.w"}


def test_an_empty_cell_needs_what_its_neighbours_show() -> None:
    mine = mine_of("1,0 ew", "1,1 ns")
    needs = mine.spots[2, 0]
    assert fits(needs, WEST)
    assert fits(needs, ALL_SIDES)
    assert not fits(needs, NORTH | SOUTH)
    assert not fits(mine.spots[2, 1], WEST)


def test_a_dead_end_is_reached_but_leads_nowhere() -> None:
    mine = mine_of("1,0 e.w", "2,0 ew")
    assert mine.reach[1, 0] == WEST
    assert (2, 0) not in mine.reach
    assert not connects(mine.spots[3, 0], WEST)


def test_taking_a_card_away_cuts_off_what_lies_behind() -> None:
    mine = mine_of("1,0 ew", "2,0 ew").without((1, 0))
    assert (2, 0) not in mine.reach
    assert connects(mine.spots[1, 0], WEST)
    assert not connects(mine.spots[1, 0], EAST)


def test_a_tunnel_reaches_a_goal_and_a_wall_does_not() -> None:
    assert mine_of("1,0 ew", goals=((2, 0),)).reached_goals() == [(2, 0)]
    assert mine_of("1,0 nw", goals=((2, 0),)).reached_goals() == []
    assert mine_of("1,0 e.w", goals=((2, 0),)).reached_goals() == []


def test_no_card_fits_on_or_next_to_a_face_down_goal() -> None:
    mine = mine_of(goals=((8, 0),))
    assert (8, 0) not in mine.spots
    assert (7, 0) not in mine.spots


def flood(mine: Mine) -> dict[Cell, set[int]]:
    """Find the reach by brute force: side by side, until nothing changes."""
    found: dict[Cell, set[int]] = {START_CELL: {NORTH, EAST, SOUTH, WEST}}
    changed = True
    while changed:
        changed = False
        for cell, sides in list(found.items()):
            for side, there, met in neighbours(cell):
                if side not in sides or there not in mine.tiles:
                    continue
                groups = [g for g in mine.tiles[there].face.groups if g & met]
                for group in groups:
                    new = {bit for bit in (1, 2, 4, 8) if group & bit}
                    changed |= not new <= found.setdefault(there, set())
                    found[there] |= new
    return found


cells = st.tuples(st.integers(-2, 3), st.integers(-2, 2))
tiles = st.sampled_from(sorted(TILES)).map(TILES.__getitem__)
laid = st.dictionaries(cells.filter(lambda cell: cell not in ((0, 0), (3, 0))), tiles, max_size=20)


@given(laid, st.randoms(use_true_random=False))
def test_reach_updated_card_by_card_equals_reach_computed_from_scratch(
    cards: dict[Cell, Tile], chance: object
) -> None:
    grown = Mine.of((START_CELL,), ORIGIN, [(3, 0)])
    for cell, tile in cards.items():
        grown = grown.lay(cell, tile)
    at_once = Mine.of((START_CELL,), {**ORIGIN, **cards}, [(3, 0)])
    assert grown == at_once
    assert (grown.spots, grown.hidden, grown.reach) == (
        at_once.spots,
        at_once.hidden,
        at_once.reach,
    )
    sides = {cell: sum(found) for cell, found in flood(grown).items()}
    assert dict(grown.reach) == sides


@given(laid)
def test_removing_the_last_card_restores_the_mine_before_it(cards: dict[Cell, Tile]) -> None:
    before = Mine.of((START_CELL,), {**ORIGIN, **cards}, [(3, 0)])
    cell = next((c for c in neighbours((0, 0)) if c[1] not in before.tiles), None)
    if cell is None:
        return
    after = before.lay(cell[1], TILES["nes", True]).without(cell[1])
    assert after == before
    assert (after.spots, after.hidden, after.reach) == (before.spots, before.hidden, before.reach)


@given(laid)
def test_a_goal_is_reached_when_an_opening_joined_to_the_start_faces_it(
    cards: dict[Cell, Tile],
) -> None:
    mine = Mine.of((START_CELL,), {**ORIGIN, **cards}, [(3, 0)])
    facing = any(mine.reach.get(there, 0) & met for _, there, met in neighbours((3, 0)))
    assert reached(mine.hidden[3, 0]) == facing
