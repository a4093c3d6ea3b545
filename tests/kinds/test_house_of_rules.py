"""The engine keeps to itself, and every rule is shown."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from games.kinds import GAMES
from games.mine import REFUSALS
from games.mine.scenario import files, load

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "games" / "engine"
MODULES = sorted(ENGINE.rglob("*.py"))
NUMBERED = [("classic", "C", 27), ("duel", "D", 28), ("duel", "S", 7), ("lost_mines", "L", 28)]
"""The folder of a game, the letter of its rules, and the last of their numbers."""
CLOCKS = {"time", "datetime", "random", "secrets", "os"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_the_engine_needs_only_the_standard_library_and_itself(path: Path) -> None:
    for module in imports(path):
        own = module == "games.engine" or module.startswith("games.engine.")
        assert own or module.split(".")[0] in sys.stdlib_module_names, module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_the_engine_has_no_clock_and_no_chance_of_its_own(path: Path) -> None:
    assert not {module.split(".")[0] for module in imports(path)} & CLOCKS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_dependencies_run_one_way(path: Path) -> None:
    """tunnels → core → a game → the registry; one game knows nothing of another."""
    relative = path.relative_to(ENGINE)
    owner = relative.parts[0] if len(relative.parts) > 1 else None
    for module in imports(path):
        parts = module.split(".")
        game = parts[2] if len(parts) > 2 and (ENGINE / parts[2]).is_dir() else None
        assert game is None or game == owner or relative == Path("__init__.py"), module


def rules() -> set[str]:
    """The numbers of all rules that are written down."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rules").glob("*.md")]
    return set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", "\n".join(texts), re.M))


def shown_by_scenarios() -> set[str]:
    found = [scenario for path in files([ROOT / "tests" / "scenarios"]) for scenario in load(path)]
    return {scenario.rule for scenario in found}


def shown_by_tests() -> set[str]:
    marked = re.compile(r"mark\.rule\(\"([A-Z]\d+)\"\)")
    return {
        rule
        for path in (ROOT / "tests").rglob("test_*.py")
        for rule in marked.findall(path.read_text(encoding="utf-8"))
    }


def test_every_rule_has_a_scenario_or_a_test() -> None:
    assert {f"{letter}{n}" for _, letter, last in NUMBERED for n in range(1, last + 1)} <= rules()
    assert rules() - shown_by_scenarios() - shown_by_tests() == set()


def test_every_scenario_and_marked_test_is_about_a_rule_that_is_written_down() -> None:
    assert (shown_by_scenarios() | shown_by_tests()) - rules() == set()


@pytest.mark.parametrize(("folder", "letter", "last"), NUMBERED)
def test_the_code_names_every_rule(folder: str, letter: str, last: int) -> None:
    """An engineer who looks for a rule finds its number."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ENGINE / folder).glob("*.py"))
    named = {int(number) for number in re.findall(rf"\b{letter}(\d+)", text)}
    for begin, end in re.findall(rf"\b{letter}(\d+)-{letter}?(\d+)", text):
        named |= set(range(int(begin), int(end) + 1))
    assert named >= set(range(1, last + 1))


@pytest.mark.parametrize(("letter", "last"), [("D", 28), ("S", 7), ("L", 28)])
def test_every_rule_of_the_later_games_is_shown_by_a_scenario(letter: str, last: int) -> None:
    assert {f"{letter}{number}" for number in range(1, last + 1)} <= shown_by_scenarios()


def test_every_rule_of_the_later_games_that_can_be_refused_has_a_scenario_that_refuses() -> None:
    """These cannot: how a game is dealt, claimed and scored is nobody's move."""
    never = {"D2", "D3", "D4", "D18", "D24", "D25", "D26", "D27", "S2", "S4"}
    never |= {"L4", "L5", "L6", "L25", "L26", "L27"}
    found = [s for path in files([ROOT / "tests" / "scenarios"]) for s in load(path)]
    refusing = {
        scenario.rule
        for scenario in found
        if any("refused" in step or "illegal" in step for step in scenario.data.get("step", []))
    }
    assert {rule for rule in rules() if rule[0] in "DSL"} - refusing <= never


def test_the_refusals_are_those_of_the_notation() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    listed = text.split("## Refusals")[1].split("Where several apply")[0]
    assert re.findall(r"`([a-z]+(?:-[a-z]+)+|blocked|occupied)`", listed) == list(REFUSALS)


def test_every_refusal_in_the_rules_is_in_the_closed_list() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    assert set(re.findall(r'Refusal\("([a-z-]+)"', text)) <= set(REFUSALS)


def test_every_refusal_of_the_closed_list_is_shown_by_a_scenario() -> None:
    found = [s for path in files([ROOT / "tests" / "scenarios"]) for s in load(path)]
    shown = {step.get("refused") for scenario in found for step in scenario.data.get("step", [])}
    assert set(REFUSALS) - shown == set()


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["poker"] = GAMES["classic"]  # type: ignore[index]
    assert all(name == game.NAME for name, game in GAMES.items())
