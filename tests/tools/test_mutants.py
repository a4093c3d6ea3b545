"""`make mutants` breaks the rules, and asks the tests of the rules."""

from __future__ import annotations

import tomllib

import pytest

from config.environment import ROOT
from tools import mutants


@pytest.mark.parametrize("path", [*mutants.RULES, *mutants.QUICK.split()])
def test_what_is_broken_and_what_is_run_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_rules_of_every_game_are_broken() -> None:
    games = {path.parent.name for path in ROOT.glob("games/kinds/*/rules*")}
    assert {path.split("/")[2] for path in mutants.RULES if "kinds" in path} == games
    assert len(games) >= 4


def test_its_settings_are_read_as_a_list_of_paths() -> None:
    settings = tomllib.loads(mutants.settings())["cosmic-ray"]
    assert settings["module-path"] == mutants.PATHS
    assert settings["test-command"].endswith(mutants.TESTS)


SOURCE = """
def judge(seat: int | None, cards: set[str]) -> str | None:
    mine: int | str = seat or 1
    return cards | {"ew"}
"""


@pytest.mark.parametrize(
    ("where", "hint"),
    [
        ((2, 20, 2, 21), True),
        ((2, 52, 2, 53), True),
        ((3, 14, 3, 15), True),
        ((3, 30, 3, 31), False),
        ((4, 17, 4, 18), False),
    ],
)
def test_nobody_breaks_an_annotation(where: mutants.Span, hint: bool) -> None:
    line = SOURCE.splitlines()[where[0] - 1]
    assert line[where[1] : where[3]] in "|1"
    assert mutants.is_annotation(SOURCE, where) is hint


def test_only_equals_and_is_are_held_for_the_same() -> None:
    swap = "core/ReplaceComparisonOperator_"
    assert mutants.SAME.fullmatch(f"{swap}Eq_Is")
    assert not mutants.SAME.fullmatch(f"{swap}Eq_IsNot")
    assert not mutants.SAME.fullmatch(f"{swap}Eq_GtE")
