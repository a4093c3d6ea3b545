"""Hard beats normal, and normal beats easy: every game, every role, with 95 % confidence.

`make soak` runs this file as a part of its own, on all cores; it prints the table.
"""

from __future__ import annotations

import pytest

from bench import tournaments
from bench.sequential import Answer
from bench.tournaments import CONTESTS, MINUTES, Contest, Score
from games.engine.bots import EASY, HARD, NORMAL
from games.kinds import KINDS
from games.laboratory.playing import MIXED, TableSetup, cores, games, in_processes, play

pytestmark = [pytest.mark.soak]

WHOLE = {EASY: 6, NORMAL: 3, MIXED: 1, HARD: 1}
"""How many complete games of each policy are played."""
SIZES = (3, 5, 8)
"""Numbers of players to try in games that allow them."""


@pytest.fixture(scope="module")
def scores() -> dict[Contest, Score]:
    found = tournaments.run(CONTESTS, 1, cores(), MINUTES)
    print(f"\n{tournaments.table(found)}\n")
    return {score.contest: score for score in found}


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_the_stronger_bot_is_better(contest: Contest, scores: dict[Contest, Score]) -> None:
    assert scores[contest].answer is Answer.BETTER, tournaments.row(scores[contest])


@pytest.mark.parametrize("policy", WHOLE)
@pytest.mark.parametrize("game", KINDS)
def test_complete_games_of_every_strength_end_without_a_refusal(game: str, policy: str) -> None:
    """A refused move or a lost card would raise."""
    rules = KINDS[game].rules
    possible = [size for size in SIZES if size in rules.players] or list(rules.players)
    sizes = possible if policy in (EASY, NORMAL) else possible[:1]
    tasks = [
        task
        for players in sizes
        for task in games(TableSetup(game, players, (), policy), WHOLE[policy], 18, checked=True)
    ]
    rounds = [len(played.ends) for played in in_processes(play, tasks, cores())]
    assert rounds == [2 if game == "lost_mines" else rules.rounds] * len(tasks)
