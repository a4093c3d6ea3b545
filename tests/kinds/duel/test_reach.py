"""The reach of each colour, updated card by card, compared with a search side by side."""

from __future__ import annotations

import pytest

from games.engine.tunnels import Cell, Mine, Tile, neighbours
from games.kinds.duel.rules.cards import COLOURS, PATHS, TRAVELLER, path_tile, start_tile
from games.kinds.duel.rules.state import State
from tests.kinds.random_games import GameSetup, random_turns
from tests.properties import given, st

STARTS = {(0, 1): start_tile("green"), (0, -1): start_tile("blue")}


def passes(tile: Tile, colour: str, opened: bool, come: int, go: int) -> bool:
    """Return whether this colour gets from one side of a card to another."""
    group = next((group for group in tile.face.groups if group & come), 0)
    if not group & go:
        return False
    for feature in tile.face.features:
        closed = feature.kind == "troll" or (feature.kind == "door" and feature.value != colour)
        if closed and not opened and feature.side in (come, go) and come != go:
            return False
    return True


def flood(mine: Mine, colour: str, opened: set[Cell], colours: tuple[str, ...]) -> dict[Cell, int]:
    """Return every side of every card that this colour can reach."""
    found: set[tuple[Cell, int]] = set()
    for cell, tile in mine.tiles.items():
        ladder = tile.face.feature("ladder")
        starts = cell in mine.starts and tile.source == 15 << 4 * TRAVELLER[colour]
        if starts or (ladder and ladder.value == colour and colour in colours):
            found |= {(cell, side) for side in (1, 2, 4, 8) if tile.openings & side}
    todo = list(found)
    while todo:
        cell, side = todo.pop()
        there, met = next((t, m) for s, t, m in neighbours(cell) if s == side)
        next_tile = mine.tiles.get(there)
        if next_tile is None or not next_tile.openings & met:
            continue
        for go in (1, 2, 4, 8):
            new = (there, go)
            if new not in found and passes(next_tile, colour, there in opened, met, go):
                found.add(new)
                todo.append(new)
    sides: dict[Cell, int] = {}
    for cell, side in found:
        sides[cell] = sides.get(cell, 0) | side
    return sides


def reach(mine: Mine, colour: str) -> dict[Cell, int]:
    shift = 4 * TRAVELLER[colour]
    return {cell: s >> shift & 15 for cell, s in mine.reach.items() if s >> shift & 15}


def opened(state: State) -> set[Cell]:
    trolls = {c for c, _ in state.markers if "+troll" in state.mine.tiles[c].name}
    return trolls | {cell for cell, _ in state.opened}


KINDS = [("duel", 2), ("solo", 1)]


@pytest.mark.parametrize("table", [GameSetup(*kind, ()) for kind in KINDS], ids=str)
def test_reach_in_play_equals_reach_computed_from_scratch(table: GameSetup) -> None:
    for number in range(6):
        for turn in random_turns(table, number, clever=bool(number % 2)):
            state = turn.progress.after
            for colour in state.colours:
                searched = flood(state.mine, colour, opened(state), state.colours)
                assert reach(state.mine, colour) == searched


def leads_to_gold(tile: Tile, colour: str, opened: bool, card: bool) -> int:
    """Return the openings by which this colour gets to a card's gold, read off its face. (D17)"""
    gold = tile.face.feature("gold")
    groups = [g for g in tile.face.groups if card or gold is None or g & gold.side]
    closed = [f for f in tile.face.features if f.kind == "troll" or f.kind == "door"]
    shut = sum(f.side for f in closed if not opened and f.value != colour)
    return sum(groups) & ~shut if tile.worth else 0


CLAIMS = [GameSetup(*kind, (("claims", how),)) for how in ("tunnel", "card") for kind in KINDS]


@pytest.mark.rule("D17")
@pytest.mark.parametrize("table", CLAIMS, ids=str)
def test_after_every_move_all_gold_within_reach_is_claimed(table: GameSetup) -> None:
    card = ("claims", "card") in table.options
    for number in range(6):
        for turn in random_turns(table, number, clever=bool(number % 2)):
            state = turn.progress.after
            if state.phase != "play":
                continue
            claimed = {cell for cell, _ in state.markers}
            for colour in state.colours:
                within = flood(state.mine, colour, opened(state), state.colours)
                for cell, tile in state.mine.tiles.items():
                    ways = leads_to_gold(tile, colour, cell in opened(state), card)
                    assert cell in claimed or not within.get(cell, 0) & ways
            assert not state.mine.reached_goals()


@pytest.mark.rule("D17")
@pytest.mark.parametrize("table", CLAIMS, ids=str)
def test_only_a_player_who_reaches_gold_marks_it(table: GameSetup) -> None:
    card = ("claims", "card") in table.options
    for number in range(6):
        for turn in random_turns(table, number, clever=bool(number % 2)):
            state = turn.progress.after
            ended = any(event.kind == "round-ended" for event in turn.events)
            for event in turn.events if not ended else ():
                if event.kind != "claimed":
                    continue
                assert event.cell is not None
                colour, tile = state.colours[event.seat or 0], state.mine.tiles[event.cell]
                within = flood(state.mine, colour, opened(state), state.colours)
                ways = leads_to_gold(tile, colour, event.cell in opened(state), card)
                assert within.get(event.cell, 0) & ways


cells = st.tuples(st.integers(-1, 4), st.integers(-2, 2))
tiles = st.builds(path_tile, st.sampled_from(sorted(PATHS)), st.booleans(), st.just(COLOURS))
laid = st.dictionaries(cells.filter(lambda cell: cell not in STARTS), tiles, max_size=22)


@given(laid, st.randoms(use_true_random=False))
def test_a_mine_grown_card_by_card_equals_one_built_at_once(
    cards: dict[Cell, Tile], chance: object
) -> None:
    grown = Mine.of(tuple(STARTS), STARTS, [(5, 0)])
    for cell, tile in cards.items():
        grown = grown.lay(cell, tile)
    at_once = Mine.of(tuple(STARTS), {**STARTS, **cards}, [(5, 0)])
    assert (grown.spots, grown.hidden, grown.reach) == (
        at_once.spots,
        at_once.hidden,
        at_once.reach,
    )
    for colour in COLOURS:
        assert reach(grown, colour) == flood(grown, colour, set(), COLOURS)


@given(laid)
def test_opening_an_arm_equals_laying_the_card_open(cards: dict[Cell, Tile]) -> None:
    mine = Mine.of(tuple(STARTS), {**STARTS, **cards}, [(5, 0)])
    barred = {
        cell: path_tile(tile.name, tile.turned, COLOURS, True)
        for cell, tile in cards.items()
        if tile.face.feature("door") or tile.face.feature("troll")
    }
    opened_now = mine
    for cell, tile in barred.items():
        opened_now = opened_now.passing(cell, tile)
    at_once = Mine.of(tuple(STARTS), {**STARTS, **cards, **barred}, [(5, 0)])
    assert (opened_now.spots, opened_now.hidden, opened_now.reach) == (
        at_once.spots,
        at_once.hidden,
        at_once.reach,
    )
    for colour in COLOURS:
        assert reach(opened_now, colour) == flood(opened_now, colour, set(barred), COLOURS)
