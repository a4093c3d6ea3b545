"""Tournaments: which bots sit where, and when enough has been played."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from bench import tournaments
from bench.sequential import Answer, Design
from bench.tournaments import (
    CONTESTS,
    Contest,
    Pair,
    Score,
    affordable,
    deals,
    play_pair,
    run,
    seatings,
)
from games.engine.bots import EASY, HARD, NORMAL
from games.kinds import KINDS
from games.laboratory.playing import TableSetup

QUICK = {
    "classic": Contest(NORMAL, EASY, TableSetup("classic", 3, (), EASY), ("digger",), Design(2, 1)),
    "duel": Contest(NORMAL, EASY, TableSetup("duel", 2, (), EASY), ("p1", "p2"), Design(2, 0.5)),
}


def test_every_strength_meets_the_next_in_every_role_of_every_game() -> None:
    met = {(c.stronger, c.weaker, c.table.game, role) for c in CONTESTS for role in c.roles}
    for game, kind in KINDS.items():
        players = {c.table.players for c in CONTESTS if c.table.game == game}
        tables = [TableSetup(game, size, (), EASY) for size in players]
        roles = {s.role for table in tables for n in range(40) for s in table.sides(n)}
        assert set(kind.bots) == {EASY, NORMAL, HARD}
        for strengths in ((HARD, NORMAL), (NORMAL, EASY)):
            assert {role for s, w, g, role in met if (s, w) == strengths and g == game} == roles


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_the_games_of_a_pair_differ_only_in_the_tested_seats(contest: Contest) -> None:
    for number in islice(deals(contest, 3), 4):
        sides = contest.table.sides(number)
        found = list(seatings(contest, number))
        assert len(found) == len(contest.roles)
        for role, seating in zip(contest.roles, found, strict=True):
            assert (role, seating.seats) in sides
            for seat in range(contest.table.players):
                here = seating.stronger[seat], seating.weaker[seat]
                tested, others = (contest.stronger, contest.weaker), (contest.table.policy,) * 2
                assert here == (tested if seat in seating.seats else others)


def test_the_expensive_bot_plays_only_tested_seats() -> None:
    assert {contest.table.policy for contest in CONTESTS} <= {EASY, NORMAL}


@pytest.mark.parametrize("contest", CONTESTS[:7], ids=lambda contest: contest.name)
def test_a_bot_is_exactly_as_good_as_itself_on_the_same_deal(contest: Contest) -> None:
    """Differences within a pair come from the bots, not from the deal or the rng."""
    itself = contest._replace(
        stronger=EASY, weaker=EASY, table=contest.table._replace(policy=EASY), replays=1
    )
    for number in islice(deals(itself, 1), 2):
        assert play_pair((itself, number)).difference == 0


def test_a_contest_does_not_depend_on_the_number_of_processes() -> None:
    contest = QUICK["classic"]._replace(replays=2, design=Design(1, 1))
    tasks = [(contest, number) for number in islice(deals(contest, 1), 3)]
    alone = [play_pair(task)[:2] for task in tasks]
    (score,) = run([contest], 1, 2, 5)
    assert [pair[:2] for pair in score.pairs[:3]] == alone


def test_from_both_seats_of_a_duel_the_weaker_bot_wins_half_against_itself() -> None:
    contest = QUICK["duel"]
    pairs = [play_pair((contest, number)) for number in islice(deals(contest, 2), 2)]
    assert [pair.weaker for pair in pairs] == [0.5, 0.5]


def won(pairs: int, seconds: float = 1.0) -> list[Pair]:
    return [Pair(1.0, 0.1 * (number % 3), seconds) for number in range(pairs)]


def test_a_contest_continues_by_whole_batches_until_it_is_decided() -> None:
    score = Score(QUICK["classic"]._replace(design=Design(10, 1)), iter(()))
    assert score.due() == 1
    score.add(won(1))
    assert (score.due(), score.answer) == (9, Answer.OPEN)
    score.add(won(9))
    assert (score.due(), score.answer) == (0, Answer.BETTER)


def test_an_undecided_contest_ends_too() -> None:
    score = Score(QUICK["classic"]._replace(design=Design(2, 1)), iter(()))
    while score.due():
        score.add([Pair(0.0, 0.0, 1.0)] * score.due())
    assert (len(score.pairs), score.answer) == (16, Answer.OPEN)


def test_only_contests_that_fit_the_time_left_are_played_cheap_ones_first() -> None:
    dear, cheap = (Score(QUICK[name]._replace(design=Design(10, 1)), iter(())) for name in QUICK)
    dear.add(won(1, 50.0))
    cheap.add(won(1, 1.0))
    assert affordable([dear, cheap], 1000) == [cheap, dear]
    assert affordable([dear, cheap], 200) == [cheap]
    assert affordable([dear, cheap], 52) == []


def test_the_report_has_a_line_for_each_contest_and_its_command(tmp_path: Path) -> None:
    scores = [Score(contest, iter(()), won(10)) for contest in CONTESTS]
    scores[0].answer = Answer.BETTER
    told = tournaments.report(scores, "python -m bench tournaments --seed 1")
    assert "    python -m bench tournaments --seed 1" in told
    rows = [line for line in told.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(CONTESTS)
    assert "| classic | digger | hard > normal | 10 | 1.00 | 0.09 |" in rows[0]
    assert ["yes" in row for row in rows] == [True] + [False] * (len(rows) - 1)


def test_an_unknown_contest_is_refused() -> None:
    with pytest.raises(SystemExit):
        tournaments.main(["--only", "chess"])


def test_an_undecided_contest_is_a_failure() -> None:
    with pytest.raises(SystemExit) as ended:
        tournaments.main(["--only", "solo p1: normal > easy", "--minutes", "0.0001", "--jobs", "1"])
    assert ended.value.code == 1
