"""The bots of The Duel and the solo game: what they know, what they say, how strong they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from games.engine import Rng
from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, SeenMove, Temperament
from games.engine.playout import BotPlayer, TableMemory, play_bots
from games.engine.search import SearchStage
from games.kinds import KINDS
from games.kinds.common.words.phrases import Names
from games.kinds.duel.bots import HardBot
from games.kinds.duel.bots.search import gather_beliefs, likely_worlds
from games.kinds.duel.words import REASONS

SEATS = {"duel": 2, "solo": 1}
PATIENCE = {"duel": 2, "solo": 6}
SAMPLED = (11, 34)
"""Every how many moves a game is looked at: by the quick bots, by the hard one."""


class Moment(NamedTuple):
    """What a seat sees and remembers when it is on turn."""

    view: Any
    memory: tuple[SeenMove[Any], ...]


@cache
def moments(game: str, every: int, number: int = 5) -> tuple[Moment, ...]:
    """Some moments of a game between normal bots."""
    return tuple(_moments(game, every, number))


def _moments(game: str, every: int, seed: int) -> Iterator[Moment]:
    rules, seats = KINDS[game].rules, SEATS[game]
    table = TableMemory(rules, seats)
    for number, turn in enumerate(
        play_bots(rules, [BotPlayer(KINDS[game].bots[NORMAL])] * seats, seed)
    ):
        if number % every == 0:
            view = rules.view(turn.progress.before, turn.seat)
            yield Moment(view, tuple(table.memory(turn.seat)))
        table.happened(turn.progress.before, turn.progress.events)


def bot(game: str, strength: str) -> Any:
    """Return the bot of this strength; the hard one thinks for a shorter time."""
    if strength != HARD:
        return KINDS[game].bots[strength]
    return HardBot((SearchStage(3, 2), SearchStage(2, 1)), PATIENCE[game])


# --- what they know -------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", [EASY, NORMAL, HARD])
@pytest.mark.parametrize("game", SEATS)
def test_a_bot_chooses_the_same_in_all_worlds_that_look_alike(game: str, strength: str) -> None:
    rules, player = KINDS[game].rules, bot(game, strength)
    for view, memory in moments(game, SAMPLED[strength == HARD]):
        chosen = player.choose(view, memory, EVEN_TEMPER, Rng(b"1", "bot"))
        for world in islice(rules.worlds(view, Rng(b"2", "worlds")), 2):
            again = rules.view(world, view.seat)
            assert player.choose(again, memory, EVEN_TEMPER, Rng(b"1", "bot")) == chosen


@pytest.mark.parametrize("game", SEATS)
def test_the_real_hard_bot_chooses_a_legal_move_reproducibly(game: str) -> None:
    hard = KINDS[game].bots[HARD]
    view, memory = moments(game, 34)[1]
    chosen = [hard.choose(view, memory, Temperament(1, -1), Rng(b"1", "bot")) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in KINDS[game].rules.moves_of(view)


def test_likely_worlds_look_like_the_real_one() -> None:
    rules = KINDS["duel"].rules
    for view, memory in moments("duel", 11):
        likely = likely_worlds(view, gather_beliefs(view, memory), Rng(b"3", "worlds"))
        for world in islice(likely, 2):
            assert rules.view(world, view.seat) == view


def test_memory_reveals_which_cards_the_other_lacked() -> None:
    beliefs = [gather_beliefs(view, memory) for view, memory in moments("duel", 11)]
    assert any(belief.lacked for belief in beliefs)
    for (view, _), belief in zip(moments("duel", 11), beliefs, strict=True):
        assert all(drawn >= 0 for drawn in belief.lacked.values())
        assert set(belief.drawn_to) <= set(view.mine.hidden)


# --- what they say --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEATS)
def test_advice_is_one_to_three_legal_moves_each_with_reasons_in_words(game: str) -> None:
    kind = KINDS[game]
    names = Names({0: "Ann", 1: "Bob"}, 0)
    for view, memory in moments(game, SAMPLED[False]):
        ideas = kind.advise(view, memory)
        moves = [idea.move for idea in ideas]
        assert 1 <= len(set(moves)) == len(moves) <= 3
        assert set(moves) <= set(kind.rules.moves_of(view))
        for idea in ideas:
            assert 1 <= len(idea.reasons) <= 3
            assert all(kind.words.reason(reason, names) for reason in idea.reasons)


def test_every_reason_is_given_by_some_bot() -> None:
    given = {
        reason.code
        for game, number in (("duel", 5), ("duel", 6), ("duel", 7), ("solo", 5))
        for view, memory in moments(game, 1, number)
        for idea in KINDS[game].advise(view, memory)
        for reason in idea.reasons
    }
    assert given - {"seems-best"} == set(REASONS)


# --- how strong they are --------------------------------------------------------------------------


def test_a_normal_bot_beats_an_easy_one() -> None:
    rules, bots = KINDS["duel"].rules, KINDS["duel"].bots
    lead = 0
    for number in range(3):
        for first, second, sign in ((NORMAL, EASY, 1), (EASY, NORMAL, -1)):
            *_, last = play_bots(rules, [BotPlayer(bots[first]), BotPlayer(bots[second])], number)
            outcome = rules.outcome(last.progress.after)
            assert outcome
            lead += sign * (outcome.scores[0] - outcome.scores[1])
    assert lead > 0
