"""`make mutants`: break a sample of the code and list what no test notices.

One run of the quick tests with coverage shows which tests pass through which line. Then 300 places
are drawn (`SEED`, `COUNT`), the same number each from rules, services, views, notices and
moderation. Each place is broken in a copy of the project, and the tests that pass through it are
run, the smallest ones first. Takes 20 minutes on two cores; writes docs/results/mutants.md.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from functools import cache
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

from config.environment import ROOT
from tools.run_tests import WORKERS, clean

GROUPS = {
    "rules": ("games/engine/*.py", "games/kinds/*/rules.py", "games/kinds/*/rules/*.py"),
    "services": ("games/tables/services/*.py", "games/tables/store/*.py", "games/players/*.py"),
    "views": ("accounts/views.py", "games/*/views.py", "games/*/views/*.py"),
    "notices": ("games/notices/**/*.py",),
    "moderation": ("games/moderation/**/*.py",),
}
COUNT = int(os.environ.get("COUNT", 300))
SEED = os.environ.get("SEED", "undermine")
FOLDER = ROOT / "var" / "mutants"
SURVIVORS = FOLDER / "survivors.diff"
REPORT = ROOT / "docs" / "results" / "mutants.md"
QUICK = "not soak and not browser and not stack"
MOST_TESTS = 100
"""How many of the tests that pass through a line are run, the smallest ones."""
PATIENCE = 300
"""Seconds after which the tests of a mutant that hangs are stopped; it counts as noticed."""
EQUIVALENT = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
"""For the strings, small numbers and None that we compare, `==` and `is` are the same."""


class Mutant(NamedTuple):
    path: str
    line: int
    operator: str
    occurrence: int

    def code(self) -> str:
        """Return the broken source of its module."""
        source = (ROOT / self.path).read_text()
        if self.operator == "remove call":
            return _without(source, _calls(source)[self.occurrence])
        return str(mutate_code(source, get_operator(self.operator)(), self.occurrence))

    def diff(self) -> str:
        before, after = (ROOT / self.path).read_text().splitlines(), self.code().splitlines()
        changed = list(unified_diff(before, after, n=0, lineterm=""))[3:]
        return "\n".join([f"# {self.path}:{self.line}", *changed])


def _calls(source: str) -> list[ast.Expr]:
    """Return the statements that are a call, whose result nobody uses."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    return [node for node in found if isinstance(node.value, ast.Call)]


def _without(source: str, statement: ast.Expr) -> str:
    lines = source.splitlines()
    first, last = statement.lineno - 1, statement.end_lineno or statement.lineno
    lines[first:last] = [f"{' ' * statement.col_offset}pass"]
    return "\n".join(lines) + "\n"


def mutants(path: str, chance: random.Random) -> Iterator[Mutant]:
    """Yield what can be broken in a module: a call left out, or one operator of each kind."""
    source = (ROOT / path).read_text()
    for occurrence, call in enumerate(_calls(source)):
        yield Mutant(path, call.lineno, "remove call", occurrence)
    nodes = list(ast_nodes(get_ast(source)))
    for name in _one_of_each(chance):
        operator = get_operator(name)
        positions = [at for node in nodes for at in operator().mutation_positions(node)]
        for occurrence, (start, end) in enumerate(positions):
            if not any(first <= start and end <= last for first, last in _annotations(source)):
                yield Mutant(path, start[0], name, occurrence)


def _one_of_each(chance: random.Random) -> list[str]:
    """Return one operator for each thing to replace: `+` by one of the eleven others, and so on."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for name in sorted(operator_names()):
        if not get_operator(name).arguments() and not name.endswith(EQUIVALENT):
            kinds["_".join(name.split("_")[:2])].append(name)
    return [chance.choice(names) for names in kinds.values()]


@cache
def _annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where each annotation begins and ends."""
    nodes = [
        hint
        for node in ast.walk(ast.parse(source))
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if isinstance(hint, ast.expr)
    ]
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in nodes
    ]


def sample(group: str, count: int) -> list[Mutant]:
    """Draw lines first: a comparison can be broken in eight ways, a call in one."""
    chance = random.Random(f"{SEED} {group}")
    by_line: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    paths = {path.relative_to(ROOT) for glob in GROUPS[group] for path in ROOT.glob(glob)}
    for path in sorted(path for path in paths if "migrations" not in path.parts):
        for mutant in mutants(str(path), chance):
            by_line[mutant.path, mutant.line].append(mutant)
    lines = chance.sample(sorted(by_line), min(count, len(by_line)))
    return [chance.choice(by_line[line]) for line in lines]


class Coverage:
    """Which tests pass through which lines, measured in a copy of the project."""

    def __init__(self, tree: Path) -> None:
        self.tree, self.file = tree, FOLDER / "coverage"
        if not self.file.exists():
            self._measure()
        self.data = CoverageData(str(self.file))
        self.data.read()
        self.size = Counter[str]()
        for path in self.data.measured_files():
            for tests in self.data.contexts_by_lineno(path).values():
                self.size.update(tests)

    def _measure(self) -> None:
        options = [f"--cov={app}" for app in ("accounts", "config", "games")]
        options += ["--cov-context=test", "--cov-report=", f"-n{WORKERS}", "-m", QUICK]
        environ = clean() | {"COVERAGE_FILE": str(FOLDER / "measured")}
        _pytest(self.tree, options, environ)
        (FOLDER / "measured").rename(self.file)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the smallest tests of a line; of a line that imports run, those of its module."""
        lines = self.data.contexts_by_lineno(str(self.tree / mutant.path))
        found = set(lines.get(mutant.line, [])) - {""}
        found = found or {test for tests in lines.values() for test in tests} - {""}
        names = {test.partition("|")[0] for test in found}
        return sorted(names, key=lambda name: (self.size[f"{name}|run"], name))[:MOST_TESTS]


def _pytest(tree: Path, options: list[str], environ: dict[str, str]) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", *options]
    run = subprocess.Popen(
        command, cwd=tree, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        return run.wait(None if "--cov-report=" in options else PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, 9)
        return run.wait()


def is_noticed(mutant: Mutant, tests: list[str], tree: Path) -> bool:
    """Break the copy, run these tests there, and repair it."""
    if not tests:
        return False
    broken, listed = tree / mutant.path, tree / "tests-of-mutant.txt"
    broken.write_text(mutant.code())
    listed.write_text("\n".join(tests))
    environ = clean() | {"TEST_HOME": str(tree / "var"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return _pytest(tree, ["-x", "-n0", f"@{listed}"], environ) != 0
    finally:
        shutil.copy(ROOT / mutant.path, broken)


def copies(count: int) -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    trees = [FOLDER / f"tree{number}" for number in range(count)]
    for tree in trees:
        shutil.rmtree(tree, ignore_errors=True)
        for name in filter(None, names.stdout.split("\0")):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    return trees


def main() -> None:
    trees: Queue[Path] = Queue()
    all_trees = copies(os.cpu_count() or 1)
    coverage = Coverage(all_trees[0])
    for tree in all_trees:
        trees.put(tree)

    def survives(mutant: Mutant) -> bool:
        tree = trees.get()
        try:
            return not is_noticed(mutant, coverage.tests(mutant), tree)
        finally:
            trees.put(tree)

    rows, survivors = [], []
    with ThreadPoolExecutor(len(all_trees)) as pool:
        for group in GROUPS:
            drawn = sample(group, COUNT // len(GROUPS))
            found = [one for one, bad in zip(drawn, pool.map(survives, drawn), strict=True) if bad]
            rows.append(f"| {group} | {len(drawn)} | {len(found)} |")
            survivors += found
            print(rows[-1], flush=True)
    report(rows, survivors)


def report(rows: list[str], survivors: list[Mutant]) -> None:
    SURVIVORS.write_text("\n".join(mutant.diff() for mutant in survivors) + "\n")
    table = "| part | broken | not noticed |\n|---|---|---|\n" + "\n".join(rows)
    title = f"# The last `make mutants`\n\n`SEED={SEED} COUNT={COUNT} make mutants`:"
    said = f"{len(survivors)} of {COUNT} were not noticed by the quick tests; "
    where = f"`{SURVIVORS.relative_to(ROOT)}` lists them."
    REPORT.write_text(f"{title}\n\n{table}\n\n{said}{where}\n")


if __name__ == "__main__":
    main()
