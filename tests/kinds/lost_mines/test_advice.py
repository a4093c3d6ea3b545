"""Advice in The Lost Mines: up to three moves, each with reasons for it."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from games.engine.bots import EASY, Suggestion, memory_of
from games.engine.playout import BotPlayer, play_bots
from games.kinds import KINDS
from games.kinds.lost_mines.bots import BOTS, advise
from games.kinds.lost_mines.bots import advice as giving
from games.kinds.lost_mines.card_words import REASONS
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.moves import Consent, Move
from tests.kinds.lost_mines.test_rules import play, table

ROAD = [f"{x},2 ew" for x in range(2, 8)]


def test_every_reason_has_a_sentence_and_every_sentence_is_used() -> None:
    given = set(re.findall(r'"([a-z]+-[a-z-]+|worth|nearest)"', Path(giving.__file__).read_text()))
    assert given - {"seems-best"} == set(REASONS)
    assert set(KINDS["lost_mines"].words.REASONS) >= given


def test_advice_is_legal_without_duplicates_and_has_reasons() -> None:
    turns = list(islice(play_bots(LOST_MINES_RULES, [BotPlayer(BOTS[EASY])] * 4, 3), 70))
    for moment in (0, 33, 69):
        state = turns[moment].progress.before
        played = [(turn.progress.before, turn.progress.events) for turn in turns[:moment]]
        view = LOST_MINES_RULES.view(state, state.turn)
        memory = memory_of(LOST_MINES_RULES, state.turn, played)
        ideas = advise(view, memory)
        assert 1 <= len(ideas) <= 3
        assert len({idea.move for idea in ideas}) == len(ideas)
        legal = LOST_MINES_RULES.moves_of(view)
        assert all(idea.move in legal and 1 <= len(idea.reasons) <= 3 for idea in ideas)


def codes(idea: Suggestion[Move]) -> list[str]:
    return [reason.code for reason in idea.reasons]


def test_a_card_that_reaches_a_mine_is_advised_because_it_does() -> None:
    state = table(
        cards=ROAD,
        dwarfs={"p1": "7,2"},
        hands={"p1": ["ew", "axe", "trap"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4", "gems 4", "silver 2"],
        stock=["ns"] * 9,
    )
    best = advise(LOST_MINES_RULES.view(state, 0), ())[0]
    assert codes(best) == ["reach-now"]
    assert best.reasons[0].cell == (9, 2)


@pytest.mark.parametrize(
    ("hand", "word", "why"),
    [(["ns", "trap"], "agree", "nothing-nearer"), (["ew", "trap"], "refuse", "still-to-win")],
)
def test_advice_on_ending_the_round_considers_the_hand(
    hand: list[str], word: str, why: str
) -> None:
    state = table(
        cards=ROAD[:5],
        dwarfs={"p1": "6,2", "p2": "6,2", "p3": "6,2"},
        clans={"p1": "yellow loyal", "p2": "blue loyal", "p3": "blue loyal"},
        hands={"p1": ["ns", "ns"], "p2": hand, "p3": ["ew", "ew"]},
        treasures_left=["gold 4", "gems 4"],
    )
    state, _ = play(state, "propose end", "discard ns", "stay")
    ideas = advise(LOST_MINES_RULES.view(state, 1), ())
    assert (ideas[0].move, codes(ideas[0])) == (Consent(word), [why])
