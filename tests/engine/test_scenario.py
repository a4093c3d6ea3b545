"""The runner of scenario files: what passes, what fails, and how it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine.scenario import run_files
from games.kinds import GAMES

POSITION = """
[[scenario]]
rule = "C7"
title = "{title}"
game = "classic"
players = 3
[scenario.position]
goals = ["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"]
hands = {{ p1 = ["ew", "map"], p2 = ["ns"], p3 = ["ns"] }}
roles = {{ p1 = "digger", p2 = "digger", p3 = "saboteur" }}
"""
STEP = """
[[scenario.step]]
{step}
"""


def write(folder: Path, *steps: str, title: str = "a title", more: str = "") -> Path:
    path = folder / "some.toml"
    text = POSITION.format(title=title) + more + "".join(STEP.format(step=s) for s in steps)
    path.write_text(text, encoding="utf-8")
    return path


def said(path: Path) -> tuple[int, list[str]]:
    report = run_files([path], GAMES)
    return report.failed, [*report.lines, report.summary]


def test_a_scenario_that_holds_passes(tmp_path: Path) -> None:
    step = 'by = "p1"\nmove = "place ew at 1,0"\nfacts = ["at 1,0 ew", "turn p2", "hand p1 map"]'
    assert said(write(tmp_path, step)) == (0, ["1 passed, 0 failed"])


def test_impossible_moves_in_valid_notation_are_illegal(tmp_path: Path) -> None:
    step = 'by = "p1"\nillegal = ["place map at 1,0", "play ew at 1,0", "walk 1,0/e"]'
    assert said(write(tmp_path, step)) == (0, ["1 passed, 0 failed"])


def test_each_failing_fact_has_a_line_with_file_title_and_step(tmp_path: Path) -> None:
    step = 'by = "p1"\nmove = "place ew at 1,0"\nfacts = ["turn p3", "turn p2", "stock 4"]'
    failed, lines = said(write(tmp_path, 'facts = ["turn p1"]', step))
    assert failed == 1
    assert len(lines) == 3
    assert lines[-1] == "0 passed, 1 failed"
    for line, fact in zip(lines, ["turn p3", "stock 4"], strict=False):
        assert "some.toml" in line
        assert "a title" in line
        assert "step 2" in line
        assert fact in line


def test_one_scenario_counts_once_however_much_fails(tmp_path: Path) -> None:
    path = write(tmp_path, 'facts = ["stock 1"]', 'facts = ["stock 2", "stock 3"]')
    report = run_files([path], GAMES)
    assert (report.passed, report.failed, len(report.lines)) == (0, 1, 3)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ('by = "p1"\nmove = "place ew at 5,5"', "no-neighbour"),
        ('by = "p1"\nmove = "place ew at 5,5"\nrefused = "occupied"', "no-neighbour"),
        ('by = "p1"\nmove = "place ew at 1,0"\nrefused = "occupied"', "accepted"),
        ('by = "p1"\nlegal = ["place ew at 5,5"]', "no-neighbour"),
        ('by = "p1"\nillegal = ["place ew at 1,0"]', "accepted"),
        ('by = "p1"\nlegal = ["place map at 1,0"]', "not a move"),
    ],
)
def test_a_move_with_another_result_fails(tmp_path: Path, step: str, told: str) -> None:
    status, lines = said(write(tmp_path, step))
    assert status == 1
    assert told in lines[0]


@pytest.mark.parametrize(
    "step",
    [
        'by = "p1"\nmove = "jump"',
        'by = "p1"\nillegal = ["jump"]',
        'move = "discard ew"',
        'by = "one"\nmove = "discard ew"',
        'refused = "occupied"',
        'facts = ["weather fine"]',
        'facts = ["turn p9"]',
        'facts = ["turn"]',
        'facts = ["stock many"]',
        'facts = ["hand p1"]',
        'facts = ["at 1,0"]',
        'facts = ["face-up 5,5"]',
        'facts = ["knows p1 5,5 treasure"]',
        'facts = ["knows p1 8,0"]',
        'facts = ["sees p1 gold"]',
        'facts = ["sees p1 hat p2 red"]',
        'facts = ["grade 4"]',
        'facts = "turn p1"',
        "facts = [1]",
        "move = 3",
        'by = "p1"\nmoves = "discard ew"',
    ],
)
def test_a_step_that_cannot_be_understood_fails_with_a_sentence(tmp_path: Path, step: str) -> None:
    status, lines = said(write(tmp_path, step))
    assert status == 1
    assert "malformed" in lines[0]


@pytest.mark.parametrize(
    "more",
    [
        'weather = "fine"',
        'cards = ["1,0 es"]',
        'cards = ["1,0 ew", "1,0 ns"]',
        'cards = ["0,0 ew"]',
        'cards = ["8,0 ew"]',
        'cards = ["1,0"]',
        "cards = [1]",
        'stock = ["sword"]',
        'turn = "p4"',
        "round = 4",
        "nuggets = [4]",
        'broken = { p1 = ["hat"] }',
        "gold = 3",
    ],
)
def test_a_position_that_cannot_be_understood_fails(tmp_path: Path, more: str) -> None:
    status, lines = said(write(tmp_path, 'facts = ["turn p1"]', more=more))
    assert status == 1
    assert "malformed" in lines[0]


@pytest.mark.parametrize(
    "text",
    [
        "not toml at all",
        "",
        'title = "no scenario"',
        "scenario = 3",
        '[[scenario]]\ngame = "poker"\nplayers = 3',
        '[[scenario]]\ngame = "classic"',
        '[[scenario]]\ngame = "classic"\nplayers = 2',
        '[[scenario]]\ngame = "classic"\nplayers = "three"',
        '[[scenario]]\ngame = "classic"\nplayers = 3\noptions = { maps = 7 }',
        '[[scenario]]\ngame = "classic"\nplayers = 3\noptions = { jokers = 2 }',
        '[[scenario]]\ngame = "classic"\nplayers = 3\nseed = "x"\ncolour = "red"',
        '[[scenario]]\ngame = "classic"\nplayers = 3\n[scenario.position]\nturn = "p1"',
        '[[scenario]]\ngame = "classic"\nplayers = 3\nstep = 5',
        '[[scenario]]\ngame = "classic"\nplayers = 3\nposition = 5',
    ],
)
def test_a_file_that_cannot_be_understood_fails(tmp_path: Path, text: str) -> None:
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    status, lines = said(path)
    assert status == 1
    assert lines[-1] == "0 passed, 1 failed"


def test_a_missing_file_fails(tmp_path: Path) -> None:
    assert said(tmp_path / "nowhere.toml")[0] == 1


def test_a_folder_is_searched_with_its_subfolders(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    write(tmp_path / "a" / "b", 'facts = ["turn p1"]')
    write(tmp_path / "a", 'facts = ["turn p2"]')
    assert said(tmp_path)[1][-1] == "1 passed, 1 failed"


def test_a_file_may_be_one_scenario_itself(tmp_path: Path) -> None:
    step = 'by = "p1"\nmove = "place ew at 1,0"\nfacts = ["at 1,0 ew", "turn p3"]'
    path = write(tmp_path, step)
    one = path.read_text(encoding="utf-8").replace("[[scenario]]\n", "")
    path.write_text(one.replace("scenario.", ""), encoding="utf-8")
    status, lines = said(path)
    assert status == 1
    assert "step 1: does not hold: turn p3" in lines[0]
    assert lines[1:] == ["0 passed, 1 failed"]


def test_without_a_position_a_fresh_deal_is_played(tmp_path: Path) -> None:
    path = tmp_path / "fresh.toml"
    path.write_text(
        '[[scenario]]\nrule = "C4"\ngame = "classic"\nplayers = 5\nseed = 7\n'
        "options = { maps = 5 }\n"
        '[[scenario.step]]\nfacts = ["stock 36", "hand-size p5 6", "round 1", "phase play", '
        '"nuggets 28", "set-aside 1", "unknown p1 8,0", "face-down 8,2", "at 0,0 nesw"]\n',
        encoding="utf-8",
    )
    assert said(path) == (0, ["1 passed, 0 failed"])


def test_facts_of_a_refused_step_describe_the_unchanged_position(tmp_path: Path) -> None:
    step = 'by = "p2"\nmove = "discard ns"\nrefused = "not-your-turn"\nfacts = ["turn p1"]'
    assert said(write(tmp_path, step))[0] == 0


def test_turned_is_dropped_in_facts_where_it_changes_nothing(tmp_path: Path) -> None:
    step = 'by = "p1"\nmove = "place ew at 1,0 turned"\nfacts = ["at 1,0 ew", "at 1,0 ew turned"]'
    assert said(write(tmp_path, step))[0] == 0


@pytest.mark.parametrize("depth", [200, 600, 5_000])
@pytest.mark.parametrize("key", ["seed", "options", "players", "position", "step"])
def test_deeply_nested_arrays_are_a_failure_with_one_line(
    tmp_path: Path, depth: int, key: str
) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(f'game = "classic"\n{key} = {"[" * depth}{"]" * depth}\n')
    status, lines = said(path)
    assert (status, lines[-1]) == (1, "0 passed, 1 failed")
    assert len(lines) == 2
    assert "deep.toml" in lines[0]
    assert len(lines[0]) < 5_000


def test_a_number_of_thousands_of_digits_is_a_failure_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f'game = "classic"\nplayers = {"9" * 5_000}\n')
    status, lines = said(path)
    assert (status, lines[-1]) == (1, "0 passed, 1 failed")
