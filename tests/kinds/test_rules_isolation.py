"""The rules are isolated, and every rule is shown."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.progress import SHARED_REFUSALS
from games.engine.scenario import load_scenarios, scenario_files
from games.kinds import GAMES

ROOT = Path(__file__).parents[2]
ENGINE, KINDS = ROOT / "games" / "engine", ROOT / "games" / "kinds"
NUMBERED = [("classic", "C", 27), ("duel", "D", 28), ("duel", "S", 7), ("lost_mines", "L", 28)]
"""The folder of a game, the letter of its rules, and its last rule's number."""
CLOCKS = {"time", "datetime", "random", "secrets", "os"}
BORROWS = {"solo": ("games.kinds.duel",)}
"""Games that may import another game's rules, and which."""


def of_game(name: str) -> list[Path]:
    """Return the rules and the bots of a game, each a module or a folder."""
    folder = KINDS / name
    patterns = ("rules.py", "rules/**/*.py", "bots.py", "bots/**/*.py")
    return [path for pattern in patterns for path in folder.glob(pattern)]


OWNED = {"engine": sorted(ENGINE.rglob("*.py")), **{name: sorted(of_game(name)) for name in GAMES}}
MODULES = [(owner, path) for owner, paths in OWNED.items() for path in paths]
RULES = [(owner, path) for owner, path in MODULES if not {"bots", "bots.py"} & {*path.parts}]


def named(value: object) -> str:
    return str(value.relative_to(ROOT / "games")) if isinstance(value, Path) else str(value)


def imports(path: Path) -> set[str]:
    """Return everything that a module imports, each with the module it comes from."""
    return set(_imports(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names)


def is_within(module: str, *packages: str) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def test_the_engine_and_the_rules_of_every_game_are_guarded() -> None:
    """A folder that moves must not slip out of the tests below."""
    folders = {path.name for path in KINDS.iterdir() if of_game(path.name)}
    assert folders == set(GAMES)
    assert {owner: bool(paths) for owner, paths in OWNED.items()} == dict.fromkeys(OWNED, True)


@pytest.mark.parametrize("owner", OWNED)
def test_rules_import_only_the_standard_library_the_engine_and_their_own_code(owner: str) -> None:
    own = () if owner == "engine" else (f"games.kinds.{owner}", *BORROWS.get(owner, ()))
    pure = [f"{game}.{part}" for game in own for part in ("rules", "bots")]
    for path in OWNED[owner]:
        for module in imports(path):
            standard = module.split(".")[0] in sys.stdlib_module_names
            assert standard or is_within(module, "games.engine", *pure), (path, module)


def test_rules_use_no_clock_and_no_random_numbers_of_their_own() -> None:
    for _, path in MODULES:
        assert not {module.split(".")[0] for module in imports(path)} & CLOCKS, path


def test_rules_do_not_import_bots() -> None:
    for owner, path in RULES:
        if owner != "engine":
            bots = {module for module in imports(path) if module.split(".")[3:4] == ["bots"]}
            assert bots == set(), path


def rules() -> set[str]:
    """Return the numbers of all documented rules."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rules").glob("*.md")]
    return set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", "\n".join(texts), re.M))


def shown_by_scenarios() -> set[str]:
    found = [
        scenario
        for path in scenario_files([ROOT / "tests" / "scenarios"])
        for scenario in load_scenarios(path)
    ]
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


def test_every_scenario_and_marked_test_names_a_documented_rule() -> None:
    assert (shown_by_scenarios() | shown_by_tests()) - rules() == set()


@pytest.mark.parametrize(("folder", "letter", "last"), NUMBERED)
def test_the_code_names_every_rule(folder: str, letter: str, last: int) -> None:
    """So that an engineer who looks for a rule finds its number."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in OWNED[folder])
    named = {int(number) for number in re.findall(rf"\b{letter}(\d+)", text)}
    for begin, end in re.findall(rf"\b{letter}(\d+)-{letter}?(\d+)", text):
        named |= set(range(int(begin), int(end) + 1))
    assert named >= set(range(1, last + 1))


@pytest.mark.parametrize(("letter", "last"), [("D", 28), ("S", 7), ("L", 28)])
def test_every_rule_of_the_later_games_is_shown_by_a_scenario(letter: str, last: int) -> None:
    assert {f"{letter}{number}" for number in range(1, last + 1)} <= shown_by_scenarios()


def test_every_refusable_rule_of_the_later_games_has_a_scenario_with_a_refusal() -> None:
    """The exceptions: dealing, claiming and scoring are nobody's move."""
    never = {"D2", "D3", "D4", "D18", "D24", "D25", "D26", "D27", "S2", "S4"}
    never |= {"L4", "L5", "L6", "L25", "L26", "L27"}
    found = [
        s for path in scenario_files([ROOT / "tests" / "scenarios"]) for s in load_scenarios(path)
    ]
    refusing = {
        scenario.rule
        for scenario in found
        if any("refused" in step or "illegal" in step for step in scenario.data.get("step", []))
    }
    assert {rule for rule in rules() if rule[0] in "DSL"} - refusing <= never


def refusals() -> list[str]:
    """Return the notation's closed list of refusals."""
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    listed = text.split("## Refusals")[1].split("Where several apply")[0]
    return re.findall(r"`([a-z]+(?:-[a-z]+)+|blocked|occupied)`", listed)


def test_the_refusals_of_all_games_are_those_of_the_notation() -> None:
    declared = {code for game in GAMES.values() for code in game.refusals}
    assert sorted(refusals()) == sorted(declared)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_declares_its_refusals_once_in_the_order_of_the_notation(name: str) -> None:
    declared = GAMES[name].refusals
    assert declared[: len(SHARED_REFUSALS)] == SHARED_REFUSALS
    for codes in (SHARED_REFUSALS, declared[len(SHARED_REFUSALS) :]):
        assert list(codes) == [code for code in refusals() if code in codes]


@pytest.mark.parametrize("name", ["classic", "duel", "lost_mines"])
def test_a_game_uses_exactly_the_refusals_that_it_declares(name: str) -> None:
    code = {path.name: path.read_text(encoding="utf-8") for path in OWNED[name]}
    text = "\n".join(text for module, text in code.items() if module != "moves.py")
    declared = set(GAMES[name].refusals)
    assert set(re.findall(r'Refusal\(\s*"([a-z-]+)"', text)) <= declared
    assert {code for code in declared - set(SHARED_REFUSALS) if f'"{code}"' not in text} == set()


def test_the_engine_uses_shared_refusals_only() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in OWNED["engine"])
    assert set(re.findall(r'Refusal\("([a-z-]+)"', text)) <= set(SHARED_REFUSALS)


def test_every_refusal_of_the_closed_list_is_shown_by_a_scenario() -> None:
    found = [
        s for path in scenario_files([ROOT / "tests" / "scenarios"]) for s in load_scenarios(path)
    ]
    shown = {step.get("refused") for scenario in found for step in scenario.data.get("step", [])}
    assert set(refusals()) - shown == set()


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["poker"] = GAMES["classic"]  # type: ignore[index]
    assert all(name == game.name for name, game in GAMES.items())
