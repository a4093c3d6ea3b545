"""Corner cases of the classic game that are easier to show in code than in a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product

import pytest

from games.engine import Event, OptionError, Refusal, Seeds
from games.engine.ascii_board import draw
from games.engine.moves import Discard, Place
from games.engine.playout import check_invariants, play_through
from games.engine.tunnels import Cell, Mine, Tile, neighbours
from games.kinds import read_move
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import (
    GOAL_CELLS,
    NUGGETS,
    PATHS,
    SABOTEURS_GOLD,
    START,
    START_CELL,
    TILES,
    deck,
    role_pool,
)
from games.kinds.classic.rules.judge import laid_goal, turn_goals
from games.kinds.classic.rules.rounds import exactly_paid
from games.kinds.classic.rules.state import State
from tests.properties import given, settings, st

SEEDS = Seeds.from_number(1)
GOALS = ["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"]
TUNNEL = [f"{x},0 ew" for x in range(1, 7)]


def table(**position: object) -> State:
    hands = {"p1": ["ew", "nes", "n.e"], "p2": ["ns"], "p3": ["ns"]}
    return CLASSIC_RULES.position({}, 3, SEEDS, {"goals": GOALS, "hands": hands, **position})


def refused(state: State, seat: int, text: str) -> str:
    with pytest.raises(Refusal) as refusal:
        CLASSIC_RULES.play(state, seat, read_move(CLASSIC_RULES, text))
    return refusal.value.code


def test_the_deck_is_as_printed() -> None:
    assert sum(PATHS.values()) == 40
    assert len(deck(6)) == 67
    assert len(deck(5)) == 66
    assert (len(NUGGETS), sum(NUGGETS)) == (28, 44)
    assert len(role_pool(10, False)) == 11
    dead_ends = [name for name in PATHS if "." in name or len(name) == 1]
    assert sum(PATHS[name] for name in dead_ends) == 9


# --- every card of the deck, on every cell, both ways ---------------------------------------------


def test_all_acceptable_placements_are_listed_and_no_others() -> None:
    """Every card, cell and way up near a mine full of corners: listed exactly if accepted."""
    cards = [*TUNNEL[:3], "1,1 nes", "2,1 n.e.s", "1,2 nw", "-1,0 ne", "0,-1 ns", "3,1 e", "5,0 ew"]
    for connection in ("start", "touch"):
        state = CLASSIC_RULES.position(
            {"connection": connection},
            3,
            SEEDS,
            {"goals": GOALS, "cards": cards, "hands": {"p1": list(PATHS), "p2": ["ns"]}},
        )
        listed = {move for move in CLASSIC_RULES.legal_moves(state, 0) if isinstance(move, Place)}
        tried = {
            move
            for card, x, y, turned in product(PATHS, range(-3, 10), range(-4, 5), (False, True))
            if accepted(state, move := Place(card, (x, y), turned))
            and TILES[card, turned].turned == turned
        }
        assert listed == tried


def accepted(state: State, move: Place) -> bool:
    try:
        CLASSIC_RULES.play(state, 0, move)
    except Refusal:
        return False
    return True


# --- goals ----------------------------------------------------------------------------------------

around_goal = {"n": (8, -1), "e": (9, 0), "s": (8, 1), "w": (7, 0)}
neighbour_tiles = st.dictionaries(
    st.sampled_from(sorted(around_goal)),
    st.tuples(st.sampled_from(sorted(PATHS)), st.booleans()),
    min_size=1,
)


@pytest.mark.rule("C19")
@given(neighbour_tiles, st.sampled_from(["stone-ne", "stone-nw"]))
def test_a_stone_is_laid_so_that_it_fits_its_neighbours_best(
    cards: dict[str, tuple[str, bool]], name: str
) -> None:
    tiles = {around_goal[where]: TILES[card] for where, card in cards.items()}
    mine = Mine.of((START_CELL,), {START_CELL: START, **tiles}, [(8, 0)])
    needs = mine.hidden[8, 0]
    ways = {turned: misfits(tiles, name, turned) for turned in (False, True)}
    laid = laid_goal(name, needs, 0)
    assert ways[laid.turned] == min(ways.values())
    if ways[False] == ways[True]:
        assert not laid.turned


def misfits(tiles: Mapping[Cell, Tile], name: str, turned: bool) -> int:
    """Return how many sides do not fit, computed the long way."""
    opposite = {"n": "s", "s": "n", "e": "w", "w": "e"}
    own = sides_of(TILES[name, turned].openings)
    count = 0
    for side, cell in around_goal.items():
        if cell in tiles:
            theirs = sides_of(tiles[cell].openings)
            count += (side in own) != (opposite[side] in theirs)
    return count


def sides_of(openings: int) -> set[str]:
    return {letter for bit, letter in zip((1, 2, 4, 8), "nesw", strict=True) if openings & bit}


near_goals = st.tuples(st.integers(6, 9), st.integers(-3, 3)).filter(
    lambda cell: cell not in GOAL_CELLS and cell != (7, 0)
)
loose = st.dictionaries(near_goals, st.sampled_from(sorted(PATHS)), max_size=14)
orders = st.permutations(["treasure", "stone-ne", "stone-nw"])


@pytest.mark.rule("C17")
@settings(max_examples=400)
@given(loose, st.sampled_from(sorted(PATHS)), st.booleans(), orders)
def test_goals_are_turned_over_until_no_tunnel_leads_to_a_face_down_one(
    cards: dict[Cell, str], card: str, turned: bool, names: list[str]
) -> None:
    """With any cards near the goals, fitting or not."""
    goals = [f"8,{y} {name}" for y, name in zip((-2, 0, 2), names, strict=True)]
    lying = [*TUNNEL[:5], *(f"{x},{y} {name}" for (x, y), name in cards.items())]
    state = table(goals=goals, cards=lying)
    events: list[Event] = []
    laid = state.mine.lay((7, 0), TILES[card, turned])
    mine, found = turn_goals(state, laid, (7, 0), events)
    shown = {event.cell: event.what for event in events}
    assert mine.reached_goals() == []
    assert set(state.mine.hidden) - set(mine.hidden) == set(shown) >= set(laid.reached_goals())
    assert found == ("treasure" in shown.values())
    for goal in set(state.mine.hidden) & set(shown):
        assert any(mine.reach.get(there, 0) & met for _, there, met in neighbours(goal))


def test_taking_a_card_away_turns_no_goal() -> None:
    state = table(
        cards=[*TUNNEL, "7,0 e.w"], hands={"p1": ["rockfall"], "p2": ["ew"], "p3": ["ew"]}
    )
    after = CLASSIC_RULES.play(state, 0, read_move(CLASSIC_RULES, "play rockfall at 7,0")).after
    assert set(after.mine.hidden) == set(GOAL_CELLS)


# --- gold -----------------------------------------------------------------------------------------


@pytest.mark.rule("C24")
@given(st.lists(st.sampled_from([1, 2, 3]), max_size=8), st.sampled_from([2, 3, 4]))
def test_saboteurs_are_paid_exactly_if_the_cards_allow_it(cards: list[int], due: int) -> None:
    pile = tuple(cards)
    sums = {sum(kept) for size in range(len(pile) + 1) for kept in combinations(pile, size)}
    left = exactly_paid(pile, due)
    assert sum(pile) - sum(left) == (due if due in sums else 0)
    assert not Counter(left) - Counter(pile)


@pytest.mark.rule("C24")
def test_real_nugget_cards_always_allow_exact_payment() -> None:
    """However earlier rounds went, two rounds cannot exhaust the small sums."""
    for saboteurs, share in SABOTEURS_GOLD.items():
        pile: tuple[int, ...] = NUGGETS
        for _ in range(3 * saboteurs):
            after = exactly_paid(pile, share)
            assert sum(pile) - sum(after) == share
            pile = after


# --- refusals in their order ----------------------------------------------------------------------


def test_moves_of_other_games_are_refused() -> None:
    state = table()
    assert refused(state, 0, "play key at 1,0") == "unknown-card"
    assert refused(state, 0, "play trap at 1,0/e") == "unknown-card"
    assert refused(state, 0, "play scout-mine-dwarf dwarf p2") == "unknown-card"
    assert refused(state, 0, "place ew+logs at 1,0") == "unknown-card"
    assert refused(state, 0, "discard key") == "unknown-card"
    for text in ("walk 1,0", "stay", "bribe 1,0", "orient 8,0 turned", "pick 1"):
        assert refused(state, 0, text) == "wrong-phase"
        assert refused(state, 1, text) == "not-your-turn"


def test_a_missing_player_cannot_be_chosen() -> None:
    state = table(hands={"p1": ["broken-pick", "fix-pick"], "p2": ["ns"]})
    for player in ("p4", "p5", "p11"):
        assert refused(state, 0, f"play broken-pick on {player}") == "wrong-choice"
        assert refused(state, 0, f"play fix-pick on {player} pick") == "wrong-choice"


def test_only_one_card_may_be_discarded() -> None:
    state = table()
    assert refused(state, 0, "discard ew nes") == "wrong-count"
    assert refused(state, 0, "discard ew ew") == "not-in-hand"
    assert refused(state, 0, "discard es ew") == "unknown-card"


def test_nobody_can_pass_without_discarding() -> None:
    """The notation cannot express it, but a caller could."""
    with pytest.raises(Refusal, match="wrong-count"):
        CLASSIC_RULES.play(table(), 0, Discard(()))


def test_an_unknown_option_or_value_is_an_error() -> None:
    for options in ({"jokers": 1}, {"maps": 7}, {"connection": "none"}):
        with pytest.raises(OptionError):
            CLASSIC_RULES.setup(options, 3, SEEDS)
    assert CLASSIC_RULES.setup({"maps": "5"}, 3, SEEDS).options.maps == 5


# --- from the view --------------------------------------------------------------------------------


def test_a_preview_shows_what_would_be_joined_and_which_goals_reached() -> None:
    state = table(cards=[*TUNNEL[:5], "7,0 ew"])
    seen = CLASSIC_RULES.view(state, 0)
    preview = CLASSIC_RULES.preview(seen, read_move(CLASSIC_RULES, "place ew at 6,0"))
    assert preview is not None
    assert preview.joined == ((6, 0), (7, 0))
    assert preview.goals == ((8, 0),)
    dead_end = read_move(CLASSIC_RULES, "place n.e at 7,0 turned")
    stub = CLASSIC_RULES.preview(CLASSIC_RULES.view(table(cards=TUNNEL), 0), dead_end)
    assert stub is not None
    assert (stub.joined, stub.goals) == (((7, 0),), ())


def test_a_card_that_does_not_fit_has_no_preview() -> None:
    seen = CLASSIC_RULES.view(table(), 0)
    for text in ("place ew at 0,1", "place ew at 4,4", "place es at 1,0", "discard ew"):
        assert CLASSIC_RULES.preview(seen, read_move(CLASSIC_RULES, text)) is None


def test_the_move_for_an_absent_player_is_a_discard_whatever_their_role() -> None:
    state = table(roles={"p1": "digger"})
    other = table(roles={"p1": "saboteur"})
    assert CLASSIC_RULES.absent_move(CLASSIC_RULES.view(state, 0)) == Discard(("ew",))
    assert CLASSIC_RULES.absent_move(CLASSIC_RULES.view(other, 0)) == Discard(("ew",))


# --- the drawing, playouts ------------------------------------------------------------------------


def test_a_drawing_shows_cards_goals_and_cut_off_parts() -> None:
    drawing = draw(table(cards=["1,0 ew", "3,0 ew", "0,1 n.s"]))
    assert drawing.count("?") == 3
    assert "## # #" in drawing
    assert "o o o" in drawing
    assert "x" in drawing


def test_a_playout_is_the_same_for_the_same_seed_and_its_checks_pass() -> None:
    first, again = (list(play_through(CLASSIC_RULES, 3, {}, 7)) for _ in range(2))
    assert first == again
    for progress in first:
        check_invariants(CLASSIC_RULES, progress.after)
