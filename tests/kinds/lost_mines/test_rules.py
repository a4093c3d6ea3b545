"""Corner cases of The Lost Mines that no scenario can express: draws, deals, pieces, views."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import Event, OptionError, Seeds, read_face, state_hash
from games.engine.scenario_format import ScenarioError
from games.engine.tunnels import EAST, NORTH, SOUTH, WEST, Sides
from games.kinds import read_move
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.cards import (
    ACTIONS,
    BOARD,
    MINE_CELLS,
    MINES,
    PATHS,
    STARTS,
    TOKENS,
    deck,
    dwarf_pool,
    treasure_pile,
)
from games.kinds.lost_mines.rules.moves import Consent
from games.kinds.lost_mines.rules.rounds import Finds, score
from games.kinds.lost_mines.rules.state import State
from tests.kinds.random_games import GameSetup, random_turns

NAMED = ["9,0 gems", "9,2 gold", "9,4 silver", "9,6 dragon"]


def table(players: int = 3, seed: int = 1, **position: Any) -> State:
    position.setdefault("mines", NAMED)
    return LOST_MINES_RULES.position({}, players, Seeds.from_number(seed, 5), position)


def play(state: State, *moves: str) -> tuple[State, list[Event]]:
    """Each move by whoever's turn it is."""
    told: list[Event] = []
    for text in moves:
        progress = LOST_MINES_RULES.play(state, state.turn, read_move(LOST_MINES_RULES, text))
        state, told = progress.after, [*told, *progress.events]
    return state, told


# --- the deck -------------------------------------------------------------------------------------


@pytest.mark.rule("L6")
def test_the_deck_has_the_stated_number_of_cards() -> None:
    assert (sum(PATHS.values()), sum(ACTIONS.values()), len(deck())) == (40, 23, 63)
    assert sum(TOKENS.values()) == 14
    assert len(treasure_pile()) == 12
    assert len(dwarf_pool(9)) == 10
    assert len(BOARD) == 77
    assert {*STARTS.values(), *MINE_CELLS} <= BOARD


def mirrored(sides: Sides) -> Sides:
    up, down = sides & NORTH, sides & SOUTH
    return sides & (EAST | WEST) | up << 2 | down >> 2


@pytest.mark.rule("L6")
def test_the_deck_is_symmetric_so_that_no_clan_is_favoured() -> None:
    def key(sides: Sides, features: str) -> tuple[frozenset[Sides], str]:
        other = (sides << 2 | sides >> 2) & 15
        return frozenset((sides, other)), features

    here: Counter[Any] = Counter()
    there: Counter[Any] = Counter()
    for name, count in PATHS.items():
        sides, features = read_face(name).openings, name.partition("+")[2]
        here[key(sides, features)] += count
        there[key(mirrored(sides), features)] += count
    assert here == there


@pytest.mark.rule("L4")
@pytest.mark.parametrize(("players", "loyal"), [(3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (9, 3)])
def test_loyal_dwarfs_are_removed_according_to_the_number_of_players(
    players: int, loyal: int
) -> None:
    counted = Counter(dwarf_pool(players))
    for clan in ("blue", "yellow"):
        assert counted[clan, "loyal"] == loyal
        assert counted[clan, "selfish"] == counted[clan, "saboteur"] == 1


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.rule("L7")
def test_the_first_player_is_drawn_at_random() -> None:
    firsts = {LOST_MINES_RULES.setup({}, 4, Seeds.from_number(n, 5)).turn for n in range(40)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("L2")
@pytest.mark.rule("L3")
def test_mines_and_treasures_are_shuffled() -> None:
    dealt = [LOST_MINES_RULES.setup({}, 5, Seeds.from_number(n, 5)) for n in range(40)]
    assert {dict(state.mines)[9, 0] for state in dealt} == set(MINES)
    assert all(len(state.kinds) == 5 for state in dealt)
    assert len({(state.kinds, state.values) for state in dealt}) > 30


@pytest.mark.rule("L28")
def test_every_round_is_dealt_from_its_own_seed() -> None:
    """What `dealt` makes of a round's seed is what was on the table when that round began."""
    ended = 0
    for turn in random_turns(GameSetup("lost_mines", 4, (("rounds", 3),)), 5):
        if any(event.kind == "round-began" for event in turn.events):
            state = turn.progress.after
            rows = LOST_MINES_RULES.pieces(state)
            given = LOST_MINES_RULES.dealt({}, 4, state.seeds.rounds[state.round - 1])
            assert set(given.cards) <= set(rows.cards)
            assert set(given.values) <= set(rows.values)
            ended += 1
    assert ended == 2


@pytest.mark.rule("L1")
def test_impossible_setups_are_refused() -> None:
    for players in (2, 10):
        with pytest.raises(OptionError):
            LOST_MINES_RULES.setup({}, players, Seeds.from_number(1, 5))
    with pytest.raises(OptionError):
        LOST_MINES_RULES.setup({"rounds": 5}, 3, Seeds.from_number(1, 3))
    with pytest.raises(OptionError):
        LOST_MINES_RULES.setup({"rounds": 6}, 3, Seeds.from_number(1, 6))


@pytest.mark.rule("L1")
@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
def test_a_table_plays_as_many_rounds_as_it_chose(rounds: int) -> None:
    turns = list(random_turns(GameSetup("lost_mines", 3, (("rounds", rounds),)), 1))
    ends = [event for turn in turns for event in turn.events if event.kind == "round-ended"]
    assert [event.amount for event in ends] == list(range(1, rounds + 1))


# --- random draws ---------------------------------------------------------------------------------


@pytest.mark.rule("L15")
def test_a_trap_takes_a_random_card_and_only_its_player_sees_which() -> None:
    lost = set()
    for seed in range(40):
        state = table(
            seed=seed,
            cards=["2,2 ew"],
            traps=["1,2/e"],
            clans={"p1": "blue loyal"},
            hands={"p1": ["axe", "boat", "ew", "rope"], "p2": ["ns"], "p3": ["ns"]},
        )
        after, told = play(state, "discard ew", "walk 2,2")
        (event,) = [event for event in told if event.kind == "lost"]
        assert event.card is not None
        assert after.hands[0] == tuple(c for c in ("axe", "boat", "rope") if c != event.card)
        assert after.buried[0] == tuple(sorted(("ew", event.card)))
        assert LOST_MINES_RULES.view_event(event, 0).card == event.card
        assert {LOST_MINES_RULES.view_event(event, seat).card for seat in (1, 2, None)} == {None}
        lost.add(event.card)
    assert lost == {"axe", "boat", "rope"}


@pytest.mark.rule("L22")
def test_a_treasure_that_is_not_named_is_drawn_at_random() -> None:
    taken = set()
    for seed in range(40):
        state = table(
            seed=seed,
            mines=["9,0 gems face-up", *NAMED[1:]],
            dwarfs={"p1": "9,0"},
            treasures_left=["gems 3", "gold 4", "gems 5", "gems 4"],
            hands={"p1": ["sw", "sw"], "p2": ["ns"], "p3": ["ns"]},
        )
        _, told = play(state, "discard sw", "stay")
        (event,) = [event for event in told if event.kind == "took"]
        hidden = LOST_MINES_RULES.view_event(event, 1)
        assert (hidden.card, hidden.what, hidden.amount) == (event.card, "gems", None)
        taken.add(event.card)
    assert taken == {"treasure-1", "treasure-3", "treasure-4"}


@pytest.mark.rule("L15")
def test_two_traps_on_one_walk_take_cards_independently() -> None:
    drawn = set()
    for seed in range(60):
        state = table(
            seed=seed,
            cards=["2,2 ew", "3,2 ew"],
            traps=["1,2/e", "2,2/e"],
            clans={"p1": "blue loyal"},
            hands={"p1": ["axe", "boat", "ew", "rope"], "p2": ["ns"], "p3": ["ns"]},
        )
        _, told = play(state, "discard ew", "walk 2,2 3,2")
        drawn.add(tuple(event.card for event in told if event.kind == "lost"))
    assert len(drawn) == 6


# --- consent --------------------------------------------------------------------------------------


@pytest.mark.rule("L24")
def test_answers_do_not_disturb_the_player_on_turn() -> None:
    hands = {f"p{n}": ["sw", "sw"] for n in range(1, 5)}
    state = table(players=4, hands=hands, stock=["ew"] * 9)
    asked = LOST_MINES_RULES.play(state, 0, Consent("propose")).after
    assert LOST_MINES_RULES.waiting_for(asked) == (0,)
    assert LOST_MINES_RULES.legal_moves(asked, 2) == [Consent("agree"), Consent("refuse")]
    agreed = LOST_MINES_RULES.play(asked, 2, Consent("agree")).after
    assert LOST_MINES_RULES.waiting_for(agreed) == (0,)
    assert LOST_MINES_RULES.legal_moves(agreed, 2) == []
    assert LOST_MINES_RULES.moves_of(
        LOST_MINES_RULES.view(agreed, 3)
    ) == LOST_MINES_RULES.legal_moves(agreed, 3)
    own = set(LOST_MINES_RULES.legal_moves(state, 0)) - {Consent("propose")}
    assert set(LOST_MINES_RULES.legal_moves(agreed, 0)) == own


@pytest.mark.rule("L24")
def test_the_round_ends_when_only_a_player_without_cards_has_not_agreed() -> None:
    state = table(hands={"p1": ["sw", "sw"], "p2": ["ns"], "p3": ["ew", "ew"]})
    state, _ = play(state, "propose end")
    state = LOST_MINES_RULES.play(state, 2, Consent("agree")).after
    state, told = play(state, "discard sw", "stay", "discard ns")
    assert not [event for event in told if event.kind == "round-ended"]
    _, told = play(state, "stay")
    assert [event.what for event in told if event.kind == "round-ended"] == ["consent"]


def test_an_open_proposal_is_kept_with_the_pieces() -> None:
    state = table(hands={"p1": ["sw"], "p2": ["ns", "ns"], "p3": ["ew"]})
    state, _ = play(state, "propose end")
    state = LOST_MINES_RULES.play(state, 2, Consent("agree")).after
    rows = LOST_MINES_RULES.pieces(state)
    again = LOST_MINES_RULES.from_pieces(*LOST_MINES_RULES.frame(state), rows)
    assert again == state
    assert again.proposal == (0, (0, 2))
    assert state_hash(rows) != state_hash(LOST_MINES_RULES.pieces(state._replace(proposal=None)))


# --- scoring --------------------------------------------------------------------------------------


@pytest.mark.rule("L27")
def test_the_events_explain_the_points_to_everybody() -> None:
    told: list[Event] = []
    finds = Finds(
        ("yellow", "yellow", "blue", "blue", "yellow", "blue"),
        ("loyal", "loyal", "loyal", "loyal", "saboteur", "selfish"),
        ((5,), (3,), (2,), (2,), (4,), (3,)),
        3,
    )
    assert score(finds, told) == [4, 4, 2, 0, 4, 3]
    seen = [(event.kind, event.seat, event.what, event.amount) for event in told]
    assert ("brought", 4, "blue", 4) in seen
    assert ("shared", 4, "blue", 2) in seen
    assert ("remainder", 4, "blue", 2) in seen
    assert ("gave-up", 3, None, 2) in seen
    assert ("brought", 5, "own", 3) in seen
    assert [amount for kind, _, _, amount in seen if kind == "scored"] == [4, 4, 2, 0, 4, 3]


@pytest.mark.rule("L25")
def test_no_more_is_shared_than_was_brought() -> None:
    for turn in random_turns(GameSetup("lost_mines", 7, ()), 3, clever=True):
        brought, shared = Counter[str](), Counter[str]()
        for event in turn.events:
            if event.kind == "brought":
                brought[event.what or ""] += event.amount or 0
            elif event.kind in ("shared", "remainder"):
                shared[event.what or ""] += event.amount or 0
        for clan in ("blue", "yellow"):
            assert shared[clan] <= brought[clan] < shared[clan] + 7


# --- views ----------------------------------------------------------------------------------------


@pytest.mark.rule("L14")
def test_a_spectator_sees_no_hand_character_mine_or_value() -> None:
    seen = LOST_MINES_RULES.view(LOST_MINES_RULES.setup({}, 6, Seeds.from_number(5, 5)), None)
    assert seen.hand == ()
    assert {*seen.characters, *seen.values} == {None}
    assert {kind for _, kind in seen.mines} == {None}
    assert (seen.stock, seen.aside, seen.spare, seen.unused) == (23, 10, 2, 6)


@pytest.mark.rule("L14")
def test_everybody_sees_what_was_looked_at_but_only_the_looker_what_it_was() -> None:
    state = table(
        clans={"p2": "yellow saboteur"},
        treasures_left=["gems 4"],
        hands={"p1": ["scout-mine-dwarf"], "p2": ["ns"], "p3": ["ns"]},
    )
    for move, thing in (("mine 9,6", (6, None)), ("dwarf p2", (None, 1))):
        _, told = play(state, f"play scout-mine-dwarf {move}")
        for looker in (0, 1, 2, None):
            seen = LOST_MINES_RULES.view_event(told[0], looker)
            assert (seen.cell and seen.cell[1], seen.to) == thing
            assert (seen.what is None) == (looker != 0)


@pytest.mark.rule("L4")
def test_the_absent_move_does_not_depend_on_the_character() -> None:
    for character in ("loyal", "selfish", "saboteur"):
        state = table(
            clans={"p1": f"blue {character}"},
            hands={"p1": ["ew", "sw"], "p2": ["ns"], "p3": ["ns"]},
        )
        assert LOST_MINES_RULES.absent_move(LOST_MINES_RULES.view(state, 0)) == read_move(
            LOST_MINES_RULES, "discard ew"
        )


# --- positions and drawing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        {"mines": NAMED[:3]},
        {"mines": [*NAMED[:3], "9,6 gems 5"]},
        {"mines": [*NAMED[:3], "8,6 dragon"]},
        {"cards": ["1,2 ew"]},
        {"cards": ["9,2 ew"]},
        {"cards": ["11,2 ew"]},
        {"cards": ["2,2 ew+door:blue@e"]},
        {"dwarfs": {"p1": "2,2"}},
        {"overcome": ["1,2"]},
        {"clans": {"p1": "green loyal"}},
        {"treasures_left": ["copper 1"]},
        {"hands": {"p1": ["map"]}},
        {"hands": {"p4": ["ew"]}},
        {"round": 3},
        {"goals": []},
    ],
    ids=str,
)
def test_an_impossible_position_is_an_error(position: dict[str, Any]) -> None:
    with pytest.raises((ScenarioError, ValueError)):
        table(**position)


def test_the_board_is_drawn_with_everything_on_it() -> None:
    state = table(
        cards=["2,2 ew+logs"],
        overcome=["2,2"],
        traps=["2,2/e"],
        trolls=["1,4/e p2"],
        clans={"p1": "blue loyal", "p2": "yellow loyal", "p3": "blue loyal"},
        dwarfs={"p3": "2,2"},
        hands={"p1": ["ew"]},
    )
    drawn = LOST_MINES_RULES.draw(LOST_MINES_RULES.view(state, None))
    for line in ("dwarf p3 at 2,2", "overcome 2,2", "trap on 2,2/e", "troll of p2 on 1,4/e"):
        assert line in drawn.splitlines()
    assert drawn.count("| ? |") == 4
    assert "# L #" in drawn
