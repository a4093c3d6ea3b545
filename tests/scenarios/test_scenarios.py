"""Every scenario file in this folder, one test for each scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.kinds import GAMES
from games.mine.scenario import Scenario, files, load, run

HERE = Path(__file__).parent
SCENARIOS = [scenario for path in files([HERE]) for scenario in load(path)]


def name(scenario: Scenario) -> str:
    return f"{Path(scenario.file).relative_to(HERE)}-{scenario.number}-{scenario.rule}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name)
def test_a_scenario_holds(scenario: Scenario) -> None:
    assert run(scenario, GAMES) == []


def test_every_scenario_names_a_rule_and_has_a_title_of_its_own() -> None:
    for scenario in SCENARIOS:
        assert scenario.data.get("rule"), scenario
        assert scenario.data.get("title"), scenario
    for path in {scenario.file for scenario in SCENARIOS}:
        titles = [scenario.title for scenario in SCENARIOS if scenario.file == path]
        assert len(titles) == len(set(titles)), path
