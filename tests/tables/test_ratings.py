"""How ratings are reckoned: better sides gain, sizes are no skill, and nobody gains by who left."""

from __future__ import annotations

import pytest

from games.tables.ratings import START, Skill, after_leaving, rated
from games.tables.words.ratings import how_sure

NEW = Skill()
STRONG, WEAK = Skill(32.0, 3.0), Skill(18.0, 3.0)


def test_everybody_begins_at_the_same_number() -> None:
    assert NEW.number == START


def test_who_wins_gains_and_who_loses_loses() -> None:
    [[winner], [loser]] = rated([[NEW], [NEW]], [0, 1])
    assert winner.mu > NEW.mu > loser.mu
    assert winner.sigma < NEW.sigma
    assert winner.number > START > loser.number


def test_a_draw_brings_them_closer() -> None:
    [[strong], [weak]] = rated([[STRONG], [WEAK]], [0, 0])
    assert strong.mu < STRONG.mu
    assert weak.mu > WEAK.mu


def test_to_win_against_the_strong_counts_for_more() -> None:
    [[over_strong], _] = rated([[NEW], [STRONG]], [0, 1])
    [[over_weak], _] = rated([[NEW], [WEAK]], [0, 1])
    assert over_strong.mu > over_weak.mu > NEW.mu


@pytest.mark.parametrize("sizes", [(2, 4), (3, 7), (1, 2)])
def test_being_few_is_no_lack_of_skill(sizes: tuple[int, int]) -> None:
    """Were sides merely added up, the many would gain next to nothing, and the few all."""
    few, many = ([NEW] * size for size in sizes)
    gained = rated([few, many], [0, 1])[0][0].mu - NEW.mu
    gained_by_many = rated([few, many], [1, 0])[1][0].mu - NEW.mu
    assert gained == pytest.approx(gained_by_many)
    assert [len(side) for side in rated([few, many], [0, 1])] == list(sizes)


def test_four_sides_at_once() -> None:
    after = rated([[NEW, NEW], [NEW], [NEW], [NEW]], [0, 1, 2, 3])
    assert [side[0].mu for side in after] == sorted((side[0].mu for side in after), reverse=True)


def test_who_left_has_lost_to_those_who_stayed() -> None:
    assert after_leaving(NEW, [NEW, STRONG]).number < START
    assert after_leaving(STRONG, [WEAK]).mu < STRONG.mu


def test_a_rating_becomes_surer_with_every_table() -> None:
    skill, said = NEW, [str(how_sure(NEW.sigma))]
    for number in range(120):
        skill = rated([[skill], [NEW]], [number % 2, 1 - number % 2])[0][0]
        said.append(str(how_sure(skill.sigma)))
    assert list(dict.fromkeys(said)) == ["still finding out", "a fair guess", "well known"]
