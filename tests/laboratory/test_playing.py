"""Numbered games of a table, and what is counted in them."""

from __future__ import annotations

from io import StringIO

import pytest

from games.engine import OptionError
from games.engine.bots import EASY, NORMAL, STRENGTHS
from games.engine.progress import SeatResult
from games.kinds import KINDS
from games.laboratory.counting import Count
from games.laboratory.playing import (
    MIXED,
    GameResult,
    NumberedGame,
    TableSetup,
    games,
    in_processes,
    line_up,
    play,
    progress_bar,
    with_progress_bar,
)

SIZES = {"classic": 3, "duel": 2, "solo": 1, "lost_mines": 3}


def table(game: str, policy: str = EASY) -> TableSetup:
    return TableSetup(game, SIZES[game], (), policy)


@pytest.mark.parametrize("game", KINDS)
def test_a_game_is_the_same_in_every_process(game: str) -> None:
    tasks = games(table(game, NORMAL), 2, 5)
    assert list(in_processes(play, tasks, 2)) == [play(task) for task in tasks]


def test_seeds_have_no_game_in_common() -> None:
    numbers = [game.number for seed in (1, 2) for game in games(table("duel"), 5000, seed)]
    assert len(set(numbers)) == 10_000


def test_an_echo_is_the_same_deal_with_other_random_choices() -> None:
    here = table("classic")
    games_of = [list(line_up(here, 3, [EASY] * 3, echo)) for echo in ("", "", "/1")]
    first, same, other = games_of
    assert first == same
    assert first[0].before == other[0].before
    assert first != other


def test_strengths_are_drawn_by_seat_and_fixed_for_each_game() -> None:
    mixed = TableSetup("classic", 5, (), MIXED)
    drawn = [mixed.strengths(number) for number in range(30)]
    assert drawn == [mixed.strengths(number) for number in range(30)]
    assert {strength for row in drawn for strength in row} == set(STRENGTHS)
    for seat in range(5):
        assert len({row[seat] for row in drawn}) == 3


def test_with_mixed_strengths_results_are_counted_by_strength_too() -> None:
    mixed = TableSetup("duel", 2, (), MIXED)
    number = next(n for n in range(99) if mixed.strengths(n) == (NORMAL, EASY))
    (standings,) = play(NumberedGame(mixed, number)).standings
    assert [s.groups[-1] for s in standings] == ["p1 normal", "p2 easy"]


def test_a_table_that_nobody_can_play_is_refused_before_it_is_played() -> None:
    with pytest.raises(OptionError):
        TableSetup("classic", 2, (), EASY).check()
    with pytest.raises(OptionError):
        TableSetup("classic", 5, (("maps", 7),), EASY).check()


def test_a_shared_win_counts_once() -> None:
    """Otherwise an interval would assume more rounds than there were."""
    round_ = (SeatResult(("digger",), 1.0),) * 3 + (SeatResult(("saboteur",), 0.0),) * 2
    count = Count()
    for _ in range(4):
        count.add(GameResult(10, ("diggers",), (0,), (round_,), (), ()))
    rates = count.figures()["win_rates"]
    assert (rates["digger"].value, rates["digger"].of) == (1.0, 4)
    assert (rates["saboteur"].value, rates["saboteur"].of) == (0.0, 4)
    assert count.rounds == count.games == 4


def test_points_are_the_mean_of_a_group_in_each_round() -> None:
    round_ = (SeatResult(("loyal", "blue"), points=4), SeatResult(("loyal", "yellow"), points=2))
    count = Count()
    count.add(GameResult(1, ("cards",), (), (round_, round_), (), ()))
    points = count.figures()["points"]
    assert {name: (found.value, found.of) for name, found in points.items()} == {
        "loyal": (3, 2), "blue": (4, 2), "yellow": (2, 2)
    }  # fmt: skip


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_progress_bar_and_a_file_gets_none() -> None:
    screen, file = Terminal(), StringIO()
    assert (
        list(with_progress_bar("abc", 3, screen))
        == list(with_progress_bar("abc", 3, file))
        == ["a", "b", "c"]
    )
    assert "3 of 3, 0:00 to go" in screen.getvalue()
    assert file.getvalue() == ""


def test_a_bar_is_filled_in_proportion() -> None:
    assert progress_bar(1, 4, 20).startswith(
        "[##########                              ] 1 of 4, 1:00"
    )
