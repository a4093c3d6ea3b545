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
