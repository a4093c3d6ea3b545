"""What the bots of The Lost Mines do in positions with an obvious move."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Rng, Seeds
from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, STRENGTHS, Memory, memory_of
from games.engine.notation import Joint
from games.engine.playout import BotPlayer, play_bots
from games.engine.tunnels import EAST
from games.kinds import read_move
from games.kinds.lost_mines.bots import BOTS
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.moves import (
    Consent,
    Discard,
    Move,
    Orient,
    Place,
    PlayAt,
    PlayJoint,
    Stay,
    Walk,
)
from games.kinds.lost_mines.rules.state import State, View
from tests.kinds.lost_mines.test_rules import play, table

every_strength = pytest.mark.parametrize("strength", STRENGTHS)
thinkers = pytest.mark.parametrize("strength", [NORMAL, HARD])
ROAD = [f"{x},2 ew" for x in range(2, 8)]
"""A path from the blue start almost to the second mine, which is gold."""


def chosen(state: State, strength: str, seat: int = 0) -> Move:
    """Return what a bot of this strength does without a memory."""
    return BOTS[strength].choose(
        LOST_MINES_RULES.view(state, seat), (), EVEN_TEMPER, Rng(b"1", "mind")
    )


def remembered(state: State, *texts: str) -> tuple[State, Memory[View]]:
    """Play these moves, each by the player on turn; return what the first seat remembers."""
    played = []
    for text in texts:
        progress = LOST_MINES_RULES.play(state, state.turn, read_move(LOST_MINES_RULES, text))
        played.append((state, progress.events))
        state = progress.after
    return state, memory_of(LOST_MINES_RULES, 0, played)


@every_strength
def test_no_bot_lays_a_card_behind_all_dwarfs(strength: str) -> None:
    state = table(
        cards=[*ROAD, "8,2 sw"],
        dwarfs={"p1": "7,2", "p2": "6,2", "p3": "6,2"},
        clans={"p1": "blue loyal", "p2": "blue selfish", "p3": "yellow loyal"},
        hands={"p1": ["ns", "ns", "ew+logs"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4", "gems 4"],
        stock=["ns"] * 9,
    )
    move = chosen(state, strength)
    assert not isinstance(move, Place) or move.cell[0] > 6


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_hard_draws_new_cards_rather_than_laying_a_useless_one(seed: bytes) -> None:
    """Everybody waits at the fire for a card that leads on; the one in hand leads back."""
    fires = [*ROAD[:4], "6,2 nesw+campfire"]
    state = table(
        cards=fires,
        players=4,
        dwarfs={"p1": "6,2", "p2": "6,2", "p3": "6,2", "p4": "6,2"},
        clans={"p1": "yellow saboteur", "p2": "blue loyal", "p3": "blue saboteur"},
        hands={"p1": ["axe", "sw", "rope"], "p2": ["ns"], "p3": ["ns"], "p4": ["ew"]},
        treasures_left=["gold 4", "gems 4"],
        stock=["ns"] * 16,
    )
    view = LOST_MINES_RULES.view(state, 0)
    assert isinstance(BOTS[HARD].choose(view, (), EVEN_TEMPER, Rng(seed, "mind")), Discard)


@pytest.mark.parametrize("useless", ["ns", "ew+logs", "storm", "trap"])
@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_hard_discards_cards_that_would_change_nothing(useless: str, seed: bytes) -> None:
    """Near the end of a round it once laid such cards behind everybody, and played storms there."""
    state = table(
        cards=ROAD,
        players=4,
        dwarfs={"p1": "7,2", "p2": "7,2", "p3": "7,2", "p4": "7,2"},
        clans={"p1": "yellow saboteur", "p2": "blue loyal", "p3": "blue saboteur"},
        hands={"p1": [useless, useless], "p2": ["ns"], "p3": ["ns"], "p4": ["ew"]},
        treasures_left=["gold 4", "gems 4"],
    )
    view = LOST_MINES_RULES.view(state, 0)
    move = BOTS[HARD].choose(view, (), EVEN_TEMPER, Rng(seed, "mind"))
    assert isinstance(move, Discard) or (isinstance(move, Place) and move.cell == (8, 2))


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_hard_plays_a_storm_in_front_of_those_about_to_take_the_gold(seed: bytes) -> None:
    """It is behind all others, who have two steps to go; the storm is worth it."""
    state = table(
        cards=[*ROAD, "8,2 nesw", "9,3 ns"],
        mines=["9,0 gems", "9,2 dragon face-up", "9,4 gold", "9,6 silver"],
        players=4,
        dwarfs={"p1": "6,2", "p2": "9,2", "p3": "9,2", "p4": "9,2"},
        clans={"p1": "yellow selfish", "p2": "blue loyal", "p3": "blue saboteur"},
        hands={"p1": ["storm", "nes"], "p2": ["ns"], "p3": ["ns"], "p4": ["es"]},
        treasures_left=["gold 4", "gold 3"],
        stock=["ns"] * 8,
    )
    view = LOST_MINES_RULES.view(state, 0)
    assert BOTS[HARD].choose(view, (), EVEN_TEMPER, Rng(seed, "mind")) == PlayAt("storm", (9, 3))


@pytest.mark.parametrize("seed", [b"1", b"2", b"3", b"4"])
def test_easy_is_in_no_hurry_but_never_walks_back(seed: bytes) -> None:
    """It stands where the path ends, and waits for a card that leads on."""
    state = table(
        cards=ROAD,
        dwarfs={"p1": "7,2"},
        hands={"p1": ["axe", "boat"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4", "gems 4"],
        stock=["ns"] * 9,
    )
    state, _ = play(state, "discard axe")
    view = LOST_MINES_RULES.view(state, 0)
    assert BOTS[EASY].choose(view, (), EVEN_TEMPER, Rng(seed, "mind")) == Stay()


@every_strength
def test_no_bot_clears_an_obstacle_behind_all_dwarfs(strength: str) -> None:
    state = table(
        cards=[*ROAD, "0,2 ew+logs"],
        dwarfs={"p1": "7,2", "p2": "7,2", "p3": "7,2"},
        hands={"p1": ["axe", "ns"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4"],
        stock=["ns"] * 9,
    )
    assert not isinstance(chosen(state, strength), PlayAt)


@every_strength
def test_no_bot_discards_two_cards_when_the_stock_is_empty(strength: str) -> None:
    state = table(
        cards=ROAD,
        dwarfs={"p1": "7,2"},
        hands={"p1": ["axe", "boat", "rope"], "p2": ["ew"], "p3": ["ew"]},
        treasures_left=["gold 4", "gems 4", "silver 3"],
    )
    move = chosen(state, strength)
    assert isinstance(move, Discard)
    assert len(move.cards) == 1


@every_strength
def test_a_bot_lays_a_card_that_reaches_a_mine(strength: str) -> None:
    state = table(
        cards=ROAD,
        dwarfs={"p1": "7,2"},
        hands={"p1": ["ew", "axe", "trap"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4", "gems 4", "silver 2"],
        stock=["ns"] * 9,
    )
    move = chosen(state, strength)
    assert isinstance(move, Place)
    assert move.cell == (8, 2)
    state, _ = play(state, move.written())
    walked = chosen(state, strength)
    assert isinstance(walked, Walk)
    assert walked.cells[-1] == (9, 2)


def at_the_gold_mine(**more: Any) -> State:
    """Make a position where blue has turned over the second mine and is on turn again."""
    state = table(
        cards=[*ROAD, "8,2 ew"],
        dwarfs={"p1": "7,2", "p2": "1,4", "p3": "1,4"},
        clans={"p1": "blue loyal", "p2": "yellow loyal", "p3": "yellow selfish"},
        hands={"p1": ["ns", "ns"], "p2": ["ns", "ns"], "p3": ["ns", "ns"]},
        stock=["ns"] * 9,
        **more,
    )
    state, _ = play(state, "discard ns", "walk 8,2 9,2")
    return state


@every_strength
def test_a_bot_at_a_mine_with_treasures_left_takes_another(strength: str) -> None:
    state = at_the_gold_mine(treasures_left=["gold 4", "gold 2", "gems 4"])
    if state.phase == "orient":
        state, _ = play(state, "orient 9,2")
    state, _ = play(state, "discard ns", "stay", "discard ns", "stay", "discard ns")
    move = chosen(state, strength)
    assert isinstance(move, Stay)
    assert not move.leave


@every_strength
def test_a_mine_is_turned_so_that_a_path_leads_on(strength: str) -> None:
    """Silver has three openings: the third may lead down, to the gold, or up, where nothing is."""
    state = table(
        cards=[*ROAD, "8,2 ew"],
        mines=["9,0 gems", "9,2 silver", "9,4 gold", "9,6 dragon"],
        dwarfs={"p1": "8,2"},
        hands={"p1": ["ns", "ns"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4", "silver 2"],
        stock=["ns"] * 9,
    )
    state = state._replace(looked=(("9,4",), (), ()))
    state, _ = play(state, "discard ns", "walk 9,2")
    assert state.phase == "orient"
    assert chosen(state, strength) == Orient((9, 2), True)


@thinkers
def test_of_two_mines_the_richer_one_is_chosen(strength: str) -> None:
    """Both are open, two steps away on either side: one has gems, the other silver."""
    state = table(
        cards=["8,1 nesw", "8,2 nesw", "8,0 nesw"],
        mines=["9,0 silver face-up", "9,2 gems face-up", "9,4 gold", "9,6 dragon"],
        dwarfs={"p1": "8,1"},
        hands={"p1": ["ns", "ns"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gems 5", "silver 1", "silver 1"],
        stock=["ns"] * 9,
    )
    state, _ = play(state, "discard ns")
    move = chosen(state, strength)
    assert isinstance(move, Walk)
    assert move.cells[-1] == (9, 2)


@every_strength
def test_no_bot_wakes_a_dragon_that_it_has_seen(strength: str) -> None:
    """The way to the gold leads over its mine; hard once went there, and opened it for another."""
    state = table(
        cards=[*ROAD, "8,2 nesw"],
        mines=["9,0 gems", "9,2 dragon", "9,4 gold", "9,6 silver"],
        dwarfs={"p1": "8,2", "p2": "7,2", "p3": "7,2"},
        hands={"p1": ["ns", "ns"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4", "gold 2"],
        stock=["ns"] * 9,
    )._replace(looked=(("9,2", "9,4"), (), ()))
    state, _ = play(state, "discard ns")
    move = chosen(state, strength)
    assert not isinstance(move, Walk) or move.cells[-1] != (9, 2)


@thinkers
def test_a_bot_stops_at_a_campfire_if_that_saves_a_turn(strength: str) -> None:
    """From the fire it is five steps to the gold, one more than from the card behind it."""
    fires = ["4,2 ew+campfire" if card.startswith("4,2") else card for card in ROAD]
    state = table(
        cards=[*fires, "8,2 ew"],
        dwarfs={"p1": "2,2"},
        hands={"p1": ["ns", "ns"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4"],
        stock=["ns"] * 9,
    )._replace(looked=(("9,2",), (), ()))
    state, _ = play(state, "discard ns")
    assert chosen(state, strength) == Walk(((3, 2), (4, 2)))


@thinkers
@pytest.mark.parametrize("character", ["loyal", "saboteur"])
def test_a_troll_stops_the_opponent_next_to_the_last_treasure(
    strength: str, character: str
) -> None:
    """Two dwarfs are on either side of the gold; as this seat has seen, the one on turn first is an
    opponent and the other a friend."""
    foe, friend = ("yellow", "blue") if character == "loyal" else ("blue", "yellow")
    state = table(
        players=5,
        cards=[*ROAD, "8,2 ew", "10,2 nesw"],
        dwarfs={"p1": "1,2", "p2": "10,2", "p3": "8,2", "p4": "1,4", "p5": "1,4"},
        clans={"p1": f"blue {character}", "p2": f"{foe} loyal", "p3": f"{friend} loyal"},
        hands={"p1": ["troll", "ns"], "p2": ["ns"], "p3": ["ns"], "p4": ["ns"], "p5": ["ns"]},
        treasures_left=["gold 4"],
        stock=["ns"] * 12,
    )
    state = state._replace(looked=(("9,2", "p2", "p3"), (), (), (), ()))
    assert chosen(state, strength) == PlayJoint("troll", Joint((9, 2), EAST))


@every_strength
@pytest.mark.parametrize(("word", "hands"), [("agree", []), ("refuse", ["nesw", "ew"])])
def test_a_bot_agrees_to_end_only_when_it_can_do_no_more(
    strength: str, word: str, hands: list[str]
) -> None:
    state = table(
        cards=ROAD if hands else [],
        clans={"p2": "blue loyal"},
        dwarfs={"p2": "7,2"} if hands else {},
        hands={"p1": ["sw", "sw"], "p2": ["axe", *hands], "p3": ["ew"]},
        treasures_left=["gold 4"],
    )
    state, _ = play(state, "propose end", "discard sw", "stay")
    assert chosen(state, strength, 1) == Consent(word)


@thinkers
@pytest.mark.parametrize(
    ("hand", "stock", "last", "proposes"),
    [
        (["ns", "nes+lake"], [], "discard ns", True),
        (["ns", "ew"], [], "discard ns", False),
        (["ns", "nes+lake"], ["ns"] * 9, "discard ns", False),
        (["ns", "nes+lake"], [], "place ns at 1,3", False),
    ],
    ids=["nothing leads on", "a card leads on", "more to draw", "somebody still digs"],
)
def test_a_bot_without_useful_cards_and_stock_proposes_to_end(
    strength: str, hand: list[str], stock: list[str], last: str, proposes: bool
) -> None:
    """They once discarded all their cards one by one, for thirty turns."""
    state = table(
        cards=ROAD[:5],
        dwarfs={"p1": "6,2", "p2": "6,2", "p3": "6,2"},
        clans={"p1": "blue loyal", "p2": "blue loyal", "p3": "yellow loyal"},
        hands={"p1": ["trap", *hand], "p2": ["ns"] * 3, "p3": ["ns", "ns", "nes"]},
        treasures_left=["gold 4", "gems 4"],
        stock=stock,
    )
    state, memory = remembered(state, "discard trap", "stay", "discard ns", "stay", last, "stay")
    view = LOST_MINES_RULES.view(state, 0)
    move = BOTS[strength].choose(view, memory, EVEN_TEMPER, Rng(b"1", "mind"))
    assert (move == Consent("propose")) == proposes


@thinkers
def test_a_bot_with_an_open_way_does_not_end_the_round(strength: str) -> None:
    """No cards are left, and a treasure is two turns away."""
    state = table(
        cards=[*ROAD, "8,2 ew"],
        dwarfs={"p2": "2,2"},
        clans={"p1": "yellow loyal", "p2": "blue loyal", "p3": "blue loyal"},
        hands={"p1": ["ns", "ns"], "p2": ["trap", "trap"], "p3": ["ns"]},
        treasures_left=["gold 4", "gems 4"],
    )
    state, _ = play(state, "propose end", "discard ns", "stay")
    assert chosen(state, strength, 1) == Consent("refuse")


@every_strength
@pytest.mark.parametrize("players", [3, 6])
def test_no_bot_proposes_to_end_a_round_that_has_just_begun(strength: str, players: int) -> None:
    state = LOST_MINES_RULES.setup({}, players, Seeds.from_number(4, LOST_MINES_RULES.rounds))
    assert not isinstance(chosen(state, strength, state.turn), Consent)


@pytest.mark.parametrize(
    ("character", "hindered"),
    [("loyal", "1,4"), ("saboteur", "3,2")],
    ids=["the other clan", "their own clan"],
)
def test_an_easy_bot_places_trolls_in_front_of_the_other_side(
    character: str, hindered: str
) -> None:
    state = table(
        cards=["3,2 ew"],
        clans={"p1": f"blue {character}", "p2": "yellow loyal", "p3": "blue loyal"},
        dwarfs={"p3": "3,2"},
        hands={"p1": ["troll"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4"],
    )
    move = chosen(state, EASY)
    x, y = map(int, hindered.split(","))
    assert isinstance(move, PlayJoint)
    assert move.joint.cell in {(x, y), (x - 1, y), (x, y - 1)}


@pytest.mark.parametrize("strength", [EASY, NORMAL])
def test_most_treasures_are_brought_home(strength: str) -> None:
    ended = [
        turn.progress.ended
        for number in range(3)
        for turn in play_bots(LOST_MINES_RULES, [BotPlayer(BOTS[strength])] * 4, number)
        if turn.progress.ended is not None
    ]
    takers = [taker for state in ended for taker in state.takers]
    assert takers.count(None) < len(takers) / 3


def test_a_bot_plays_with_no_memory_and_with_a_long_one() -> None:
    turns = list(play_bots(LOST_MINES_RULES, [BotPlayer(BOTS[EASY])] * 3, 1))
    state = turns[60].progress.before
    played = [(turn.progress.before, turn.progress.events) for turn in turns[:60]]
    memory = memory_of(LOST_MINES_RULES, state.turn, played)
    view = LOST_MINES_RULES.view(state, state.turn)
    for bot in BOTS.values():
        assert bot.choose(
            view, memory, EVEN_TEMPER, Rng(b"1", "mind")
        ) in LOST_MINES_RULES.moves_of(view)
