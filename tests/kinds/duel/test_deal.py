"""What is random in The Duel and the solo game, and how it can be verified."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import OptionError, Rng, Seeds
from games.kinds import KINDS
from games.kinds.duel.rules import DUEL_RULES
from games.kinds.duel.rules.cards import FORCED, GOALS, deck
from games.kinds.solo.rules import SOLO_RULES
from tests.kinds.random_games import GameSetup, random_turns


@pytest.mark.rule("D1")
def test_colours_are_drawn_at_random_and_green_begins() -> None:
    drawn = Counter(DUEL_RULES.setup({}, 2, Seeds.from_number(n)).colours for n in range(100))
    assert set(drawn) == {("green", "blue"), ("blue", "green")}
    assert min(drawn.values()) > 30
    for number in range(20):
        state = DUEL_RULES.setup({}, 2, Seeds.from_number(number))
        assert state.colours[state.turn] == "green"


def test_two_play_the_duel_and_one_plays_alone() -> None:
    for seats in (0, 1, 3):
        with pytest.raises(OptionError):
            DUEL_RULES.setup({}, seats, Seeds.from_number(1))
    with pytest.raises(OptionError):
        SOLO_RULES.setup({}, 2, Seeds.from_number(1))


@pytest.mark.rule("D2")
@pytest.mark.parametrize("name", ["duel", "solo"])
def test_no_goal_is_laid_twice_in_a_game(name: str) -> None:
    table = GameSetup(name, 2 if name == "duel" else 1, ())
    laid: dict[int, set[str]] = {}
    for turn in random_turns(table, 3, clever=True):
        state = turn.progress.after
        laid[state.round] = {goal for _, goal in state.goals}
    assert [len(goals) for goals in laid.values()] == [6, 6, 6]
    assert set.union(*laid.values()) == set(GOALS)


@pytest.mark.rule("D3")
def test_a_round_is_dealt_from_its_seed_alone() -> None:
    seeds = Seeds.from_number(11)
    state = DUEL_RULES.setup({}, 2, seeds)
    order = [card.card for card in reversed(DUEL_RULES.dealt({}, 2, seeds.rounds[0]).zone("stock"))]
    assert sorted(order) == sorted(deck())
    assert state.hands == (tuple(sorted(order[:6])), tuple(sorted(order[6:12])))
    assert list(state.stock) == order[12:]


@pytest.mark.rule("D26")
def test_only_gold_won_is_missing_from_the_next_deck() -> None:
    for number in range(6):
        for turn in random_turns(GameSetup("duel", 2, ()), number, clever=True):
            before, after = turn.progress.before, turn.progress.after
            if after.round > before.round:
                cards = [*after.stock, *(card for hand in after.hands for card in hand)]
                assert sorted([*cards, *after.won]) == sorted(deck())
                assert set(before.won) <= set(after.won)
                assert all("+gold" in card for card in after.won)


@pytest.mark.rule("S5")
def test_no_card_that_acts_at_once_is_ever_in_hand() -> None:
    for number in range(5):
        state = SOLO_RULES.setup({}, 1, Seeds.from_number(number))
        assert len(state.hands[0]) == 6
        assert len(state.aside) == 10
        for turn in random_turns(GameSetup("solo", 1, ()), number):
            assert not FORCED & set(turn.progress.after.hands[0])


def test_the_easy_bot_beats_random_moves() -> None:
    scores = [0, 0]
    for number in range(12):
        state = DUEL_RULES.setup({}, 2, Seeds.from_number(number))
        rng = Rng(str(number).encode(), "match")
        clever = number % 2
        while waiting := DUEL_RULES.waiting_for(state):
            seat = waiting[0]
            if seat == clever:
                move = KINDS["duel"].quick_move(DUEL_RULES.view(state, seat), rng)
            else:
                move = rng.choose(DUEL_RULES.legal_moves(state, seat))
            state = DUEL_RULES.play(state, seat, move).after
        ended = DUEL_RULES.outcome(state)
        assert ended is not None
        scores[0] += ended.scores[clever]
        scores[1] += ended.scores[1 - clever]
    assert scores[0] > 2 * scores[1]
