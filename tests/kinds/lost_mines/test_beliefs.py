"""What bots of The Lost Mines believe, from what everybody could see."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.bots import EVEN_TEMPER, Temperament, memory_of
from games.engine.progress import Event
from games.kinds import read_move
from games.kinds.lost_mines.bots.beliefs import (
    ACTION_KINDS,
    ACTION_LIKELIHOODS,
    HEADING_LIKELIHOODS,
    HEADINGS,
    SEEKS,
    SHUNS,
    heading,
    infer_beliefs,
    observed_action,
)
from games.kinds.lost_mines.bots.expectations import FINDER_GAIN, dealt_chances, weights
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.cards import CHARACTERS, MINES
from games.kinds.lost_mines.rules.state import State
from tests.kinds.lost_mines.test_rules import table

ROAD = [f"{x},2 ew" for x in range(2, 8)]


def after(state: State, *moves: str) -> tuple[State, list[tuple[State, tuple[Event, ...]]]]:
    """Play each move for the player on turn; return the state and all that was played."""
    played = []
    for text in moves:
        progress = LOST_MINES_RULES.play(state, state.turn, read_move(LOST_MINES_RULES, text))
        played.append((state, progress.events))
        state = progress.after
    return state, played


def five(**position: Any) -> State:
    clans = {"p1": "blue loyal", "p2": "blue loyal", "p3": "blue selfish", "p4": "yellow loyal"}
    return table(players=5, clans={**clans, "p5": "yellow saboteur"}, **position)


def test_the_deal_alone_reveals_little_about_a_clan() -> None:
    """A clan of five players has four cards: one selfish, one saboteur; one loyal is one's own."""
    chances = dealt_chances(LOST_MINES_RULES.view(five(), 0))
    assert chances[0] == {"loyal": 1.0}
    assert chances[1] == pytest.approx(dict.fromkeys(CHARACTERS, 1 / 3))
    assert chances[3] == pytest.approx({"loyal": 1 / 2, "selfish": 1 / 4, "saboteur": 1 / 4})


@pytest.mark.parametrize(
    ("character", "friends"), [("loyal", [1, 4]), ("selfish", []), ("saboteur", [3])]
)
def test_treasures_count_for_the_side_a_player_works_for(
    character: str, friends: list[int]
) -> None:
    state = five()
    state = state._replace(characters=(character, *state.characters[1:]))
    open_table = LOST_MINES_RULES.view(state, 0)
    known = [{character: 1.0} for character in state.characters]
    worth = weights(open_table, known)
    assert [seat for seat in range(1, 5) if worth[seat] > 0] == friends
    assert worth[0] >= max(worth)


def test_the_own_share_of_a_treasure_is_averaged_over_possible_friends() -> None:
    """Each of two others may be a friend: alone one keeps everything, with both a third."""
    maybe = {"loyal": 0.5, "selfish": 0.5}
    never = {"selfish": 1.0}
    own, friend, *_ = weights(
        LOST_MINES_RULES.view(five(), 0), [{"loyal": 1.0}, maybe, maybe, never, never]
    )
    shares = 0.25 + 0.5 * (1 + FINDER_GAIN) / 2 + 0.25 * (1 + 2 * FINDER_GAIN) / 3
    assert own == pytest.approx(shares)
    assert friend == pytest.approx(0.5 * (0.5 / 2 + 0.5 / 3))


def test_hindering_ones_own_clan_suggests_a_saboteur() -> None:
    state = five(
        cards=ROAD,
        dwarfs={"p1": "5,2", "p2": "1,4", "p3": "6,2"},
        hands={"p1": ["ns"], "p2": ["troll", "ns"], "p3": ["ns"], "p4": ["ns"], "p5": ["ns"]},
        turn="p2",
        treasures_left=["gold 4"],
        stock=["ns"] * 9,
    )
    state, played = after(state, "play troll at 5,2/e")
    view, memory = LOST_MINES_RULES.view(state, 0), memory_of(LOST_MINES_RULES, 0, played)
    told = observed_action(memory[0].before, memory[0].events)
    assert told is not None
    assert told.what == "bars-fellow"
    believed, dealt = infer_beliefs(view, memory, EVEN_TEMPER).characters[1], dealt_chances(view)[1]
    assert believed["saboteur"] > dealt["saboteur"]
    wary, trusting = (
        infer_beliefs(view, memory, Temperament(trusting=lean)).characters[1]["saboteur"]
        for lean in (-1, 1)
    )
    assert wary > believed["saboteur"] > trusting > dealt["saboteur"]


def test_a_character_that_was_seen_is_certain_whatever_they_do() -> None:
    state = five(
        hands={"p1": ["ns"], "p2": ["troll", "ns"], "p3": ["ns"], "p4": ["ns"], "p5": ["ns"]},
        turn="p2",
        treasures_left=["gold 4"],
    )._replace(looked=(("p2",), (), (), (), ()))
    state, played = after(state, "play troll at 1,2/e")
    view, memory = LOST_MINES_RULES.view(state, 0), memory_of(LOST_MINES_RULES, 0, played)
    assert infer_beliefs(view, memory, EVEN_TEMPER).characters[1] == {"loyal": 1.0}


def test_walking_away_from_a_mine_one_saw_suggests_a_dragon() -> None:
    state = five(
        cards=["1,3 ns", *(f"{x},4 ew" for x in range(2, 9))],
        hands={"p1": ["ns"], "p2": ["scout-mine-dwarf", "ns"], "p3": ["ns"], "p4": ["ns"]},
        turn="p2",
        treasures_left=["gold 4", "gems 4"],
        stock=["ns"] * 9,
    )
    state, played = after(state, "play scout-mine-dwarf mine 9,0", "walk 1,3 1,4 2,4")
    view, memory = LOST_MINES_RULES.view(state, 0), memory_of(LOST_MINES_RULES, 0, played)
    told = infer_beliefs(view, memory, EVEN_TEMPER).told
    assert told[9, 0]["dragon"] > told[9, 0]["gems"]


def test_a_heading_is_towards_or_away_from_the_nearest_mine() -> None:
    assert heading((1, 2), (1, 3), (9, 4)) == ""
    assert heading((1, 2), (3, 2), (9, 2)) == SEEKS
    assert heading((1, 2), (2, 4), (9, 0)) == SHUNS


def test_the_table_of_likelihoods_has_every_action_and_heading() -> None:
    assert set(ACTION_LIKELIHOODS) == set(ACTION_KINDS)
    assert set(HEADING_LIKELIHOODS) == set(HEADINGS)
    for table_of, columns in ((ACTION_LIKELIHOODS, CHARACTERS), (HEADING_LIKELIHOODS, MINES)):
        for column in columns:
            shares = [row[column] for row in table_of.values()]
            assert min(shares) > 0
            assert sum(shares) == pytest.approx(1, abs=0.01)
