"""One test for every scenario in this folder and every example on the rules pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.environment import ROOT
from games.engine.scenario import Scenario, load_scenarios, run_scenario, scenario_files
from games.kinds import GAMES, KINDS

HERE = Path(__file__).parent
EXAMPLES = [kind.rulebook.examples for kind in KINDS.values()]
SCENARIOS = [
    scenario for path in scenario_files([HERE, *EXAMPLES]) for scenario in load_scenarios(path)
]


def name(scenario: Scenario) -> str:
    return f"{Path(scenario.file).relative_to(ROOT)}-{scenario.number}-{scenario.rule}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name)
def test_a_scenario_holds(scenario: Scenario) -> None:
    assert run_scenario(scenario, GAMES) == []


def test_every_scenario_names_a_rule_and_has_its_own_title() -> None:
    for scenario in SCENARIOS:
        assert scenario.data.get("rule"), scenario
        assert scenario.data.get("title"), scenario
    for path in {scenario.file for scenario in SCENARIOS}:
        titles = [scenario.title for scenario in SCENARIOS if scenario.file == path]
        assert len(titles) == len(set(titles)), path
