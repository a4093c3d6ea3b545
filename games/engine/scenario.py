"""Runs scenario files: a position, steps, and facts that must hold. (docs/notation.md)"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.moves import Language
from games.engine.notation import NotationError, Seat, read_seat
from games.engine.progress import Progress, Refusal
from games.engine.rng import Seeds
from games.engine.rules import Rules
from games.engine.scenario_format import ScenarioError

AnyGame = Rules[Any, Any, Any]
SCENARIO_KEYS = {"rule", "title", "game", "players", "options", "seed", "position", "step"}
TOO_DEEP = "nested too deeply"
STEP_KEYS = {"by", "move", "refused", "legal", "illegal", "facts"}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as written, and where it is in its file."""

    file: str
    number: int
    data: Mapping[str, Any]

    @property
    def rule(self) -> str:
        return str(self.data.get("rule", ""))

    @property
    def title(self) -> str:
        return str(self.data.get("title", f"scenario {self.number}"))

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(filter(None, [self.rule, self.title]))}"


@dataclass(frozen=True, slots=True)
class _ScenarioGame:
    rules: AnyGame
    language: Language

    def read(self, text: str) -> Any:
        return self.language.read(self.rules, text)


@dataclass(slots=True)
class ScenarioReport:
    """The result of a run, with a line for each failure."""

    passed: int = 0
    failed: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, name: str, failures: list[str]) -> None:
        self.passed += not failures
        self.failed += bool(failures)
        self.lines.extend(f"{name}: {failure}" for failure in failures)

    @property
    def summary(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def load_scenarios(path: Path) -> list[Scenario]:
    """Load the scenarios of a file: many as `[[scenario]]`, or the file itself is one."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ScenarioError(f"cannot be read: {TOO_DEEP}") from None
    except (OSError, ValueError) as error:  # bad UTF-8 or TOML, a number of thousands of digits
        raise ScenarioError(f"cannot be read: {error}") from None
    found = data.get("scenario", [data] if "game" in data else None)
    if not isinstance(found, list) or not all(isinstance(s, dict) for s in found):
        raise ScenarioError("has no [[scenario]]")
    return [Scenario(str(path), number, one) for number, one in enumerate(found, 1)]


def run_files(paths: Iterable[Path], games: Mapping[str, AnyGame]) -> ScenarioReport:
    report = ScenarioReport()
    for path in scenario_files(paths):
        try:
            scenarios = load_scenarios(path)
        except ScenarioError as error:
            report.add(str(path), [str(error)])
            continue
        for scenario in scenarios:
            report.add(str(scenario), run_scenario(scenario, games))
    return report


def run_scenario(scenario: Scenario, games: Mapping[str, AnyGame]) -> list[str]:
    """Play a scenario and return its failures in words; one that can't be understood fails."""
    try:
        game = _game(scenario.data, games)
        state = _begin(scenario.data, game.rules)
        steps = scenario.data.get("step", [])
        _check_keys(scenario.data, SCENARIO_KEYS)
        return _play(game, state, steps)
    except (ScenarioError, NotationError) as error:
        return [f"malformed: {error}"]
    except RecursionError:
        return [f"malformed: {TOO_DEEP}"]
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        return [f"malformed: {type(error).__name__}: {error}"]


class ScenarioMove(NamedTuple):
    """A move of a scenario with its result: a refusal code, or its progress."""

    seat: Seat
    move: Any
    refused: str
    progress: Progress[Any]


def play_scenario(
    scenario: Scenario, games: Mapping[str, AnyGame]
) -> tuple[Any, list[ScenarioMove]]:
    """Return the position and every move, to be shown. Raises an error if a fact doesn't hold."""
    if failures := run_scenario(scenario, games):
        raise ScenarioError(f"{scenario}: {failures[0]}")
    game = _game(scenario.data, games)
    begin = _begin(scenario.data, game.rules)
    progress, taken = Progress(begin, begin, ()), []
    for step in scenario.data.get("step", []):
        if "move" in step:
            progress = _move(game, progress, step)
            move, refused = game.read(step["move"]), step.get("refused", "")
            taken.append(ScenarioMove(_by(step), move, refused, progress))
    return begin, taken


def _check_keys(data: Mapping[str, Any], allowed: set[str]) -> None:
    if unknown := set(data) - allowed:
        raise ScenarioError(f"no such key: {', '.join(sorted(unknown))}")


def _game(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> _ScenarioGame:
    if data.get("game") not in games:
        raise ScenarioError(f"no such game: {data.get('game')}")
    language = Language(rules.grammar for rules in games.values())
    return _ScenarioGame(games[data["game"]], language)


def _begin(data: Mapping[str, Any], game: AnyGame) -> Any:
    options, players = data.get("options", {}), data.get("players")
    if not isinstance(players, int):
        raise ScenarioError("how many players?")
    seeds = Seeds.from_number(data.get("seed", 0), game.rounds)
    if "position" in data:
        return game.position(options, players, seeds, data["position"])
    return game.setup(options, players, seeds)


def _play(game: _ScenarioGame, state: Any, steps: list[Mapping[str, Any]]) -> list[str]:
    progress = Progress(state, state, ())
    failures: list[str] = []
    for number, step in enumerate(steps, 1):
        where = f"step {number}"
        try:
            _check_keys(step, STEP_KEYS)
            progress, wrong = _step(game, progress, step)
            failures += [f"{where}: {failure}" for failure in wrong]
        except (ScenarioError, NotationError) as error:
            return [*failures, f"{where}: malformed: {error}"]
        except _Stuck as stuck:
            return [*failures, f"{where}: {stuck}"]
    return failures


class _Stuck(Exception):  # noqa: N818
    """The move didn't go as written, so the next steps would make no sense."""


def _step(
    game: _ScenarioGame, progress: Progress[Any], step: Mapping[str, Any]
) -> tuple[Progress[Any], list[str]]:
    """Check what is legal, then play the move, then check the facts."""
    failures = []
    for key, expected in (("legal", True), ("illegal", False)):
        for text in _texts(step, key):
            code = _refusal(game, progress.after, _by(step), text)
            if (code is None) != expected:
                failures.append(f"{key} {text!r}: {code or 'would be accepted'}")
    if "move" in step:
        progress = _move(game, progress, step)
    elif "refused" in step:
        raise ScenarioError("refused, but no move")
    failures += [
        f"does not hold: {fact}"
        for fact in _texts(step, "facts")
        if not game.rules.fact(progress, fact.split())
    ]
    return progress, failures


def _texts(step: Mapping[str, Any], key: str) -> list[str]:
    texts = step.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise ScenarioError(f"{key} is a list of texts")
    return texts


def _by(step: Mapping[str, Any]) -> Seat:
    if "by" not in step:
        raise ScenarioError("by whom?")
    return read_seat(step["by"])


def _refusal(game: _ScenarioGame, state: Any, seat: Seat, text: str) -> str | None:
    """Return the code with which the rules would refuse this move; None if they would accept it.

    A malformed move with a known beginning would be refused too; anything else is a typo.
    """
    try:
        move = game.read(text)
    except NotationError:
        if text.split(" ")[0] not in game.language.verbs:
            raise
        return "not a move"
    try:
        game.rules.play(state, seat, move)
    except Refusal as refusal:
        return refusal.code
    return None


def _move(game: _ScenarioGame, progress: Progress[Any], step: Mapping[str, Any]) -> Progress[Any]:
    """Play the move, which must be accepted or refused as written."""
    move, expected = game.read(step["move"]), step.get("refused")
    try:
        after: Progress[Any] = game.rules.play(progress.after, _by(step), move)
    except Refusal as refusal:
        if refusal.code == expected:
            return progress
        wanted = f", not {expected}" if expected else ""
        raise _Stuck(f"{step['move']!r} was refused: {refusal.code}{wanted}") from None
    if expected:
        raise _Stuck(f"{step['move']!r} was accepted, not refused: {expected}")
    return after
