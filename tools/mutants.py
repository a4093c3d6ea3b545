"""`make mutants`: break the rules line by line and list what no test notices.

It can be stopped and resumed: its copy of the project and its progress stay in var/mutants/ until
`make mutants FRESH=1`. MODULE=games/engine/tunnels.py tries one module or folder; the default is
the engine and the rules of each game. MINUTES=30 stops after that time.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import WorkerOutcome, WorkResult

from config.environment import ROOT

Span = tuple[int, int, int, int]

OF_GAMES = sorted(path.relative_to(ROOT) for path in ROOT.glob("games/kinds/*/rules*"))
RULES = ["games/engine", *map(str, OF_GAMES)]
MODULE = os.environ.get("MODULE", "")
PATHS = [MODULE] if MODULE else RULES
FOLDER = ROOT / "var" / "mutants" / (MODULE.replace("/", ".") or "rules")
TREE = FOLDER / "tree"
SESSION = FOLDER / "session.sqlite"
REPORT = ROOT / "docs" / "results" / "mutants.md"
# The quick tests of the rules, without Django: a surviving mutant runs all of them.
QUICK = (
    "tests/scenarios tests/kinds/classic/test_rules.py tests/kinds/classic/test_events.py"
    " tests/engine/test_rng.py tests/engine/test_notation.py tests/engine/test_tunnels.py"
)
TESTS = os.environ.get("TESTS", QUICK)
OPTIONS = "-x -q -p no:randomly -p no:cacheprovider -p no:django --noconftest -o addopts="

CONFIG = """
[cosmic-ray]
module-path = {paths}
timeout = 60.0
excluded-modules = []
test-command = "{python} -m pytest {options} {tests}"
[cosmic-ray.distributor]
name = "local"
"""
SAME = re.compile(r"core/ReplaceComparisonOperator_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)")
"""For the strings, small numbers and None that rules compare, `==` and `is` are equivalent."""


def main() -> None:
    stamp = FOLDER / "fingerprint"
    same = stamp.exists() and stamp.read_text() == fingerprint()
    if os.environ.get("FRESH") or not same:
        shutil.rmtree(FOLDER, ignore_errors=True)
    copy()
    if not SESSION.exists():
        cosmic_ray("init", "mutants.toml", str(SESSION))
        leave_out()
        stamp.write_text(fingerprint())
    explore()
    report()


def fingerprint() -> str:
    """Return a fingerprint of what is mutated: a session can only be resumed if it is the same."""
    files = [
        file
        for path in (ROOT / name for name in PATHS)
        for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
    ]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def copy() -> None:
    """Copy the project afresh for each run: an interrupted one may have left a mutant behind."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    left_out = shutil.ignore_patterns(".git", ".venv", "var", "node_modules", "__pycache__")
    shutil.copytree(ROOT, TREE, ignore=left_out, dirs_exist_ok=True)
    (TREE / "mutants.toml").write_text(settings())


def settings() -> str:
    """Return the configuration of cosmic-ray."""
    paths = json.dumps(PATHS)
    return CONFIG.format(paths=paths, python=sys.executable, options=OPTIONS, tests=TESTS)


def leave_out() -> None:
    """Skip equivalent mutants (`SAME`) and those in annotations."""
    with use_db(str(SESSION), WorkDB.Mode.open) as database:
        for item in database.pending_work_items:
            (mutation,) = item.mutations
            where = (*mutation.start_pos, *mutation.end_pos)
            written = (TREE / mutation.module_path).read_text()
            if SAME.fullmatch(mutation.operator_name) or is_annotation(written, where):
                skipped = WorkResult(worker_outcome=WorkerOutcome.SKIPPED)
                database.set_result(item.job_id, skipped)


@cache
def hints(source: str) -> list[Span]:
    """Return the positions of annotations: first line and column, last line and column."""
    found = []
    for node in ast.walk(ast.parse(source)):
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(hint, ast.expr):
                end = (hint.end_lineno or hint.lineno, hint.end_col_offset or 0)
                found.append((hint.lineno, hint.col_offset, *end))
    return found


def is_annotation(source: str, where: Span) -> bool:
    """Return whether a position is inside an annotation."""
    return any(hint[:2] <= where[:2] and where[2:] <= hint[2:] for hint in hints(source))


def explore() -> None:
    minutes = float(os.environ.get("MINUTES", "inf"))
    try:
        cosmic_ray("exec", "mutants.toml", str(SESSION), minutes=minutes)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        print("Stopped; the next `make mutants` goes on from here.")


def report() -> None:
    """Write the report: the counts, and the change of every survivor."""
    tool = str(Path(sys.executable).parent / "cr-report")
    command = [tool, str(SESSION), "--surviving-only", "--show-diff"]
    said = subprocess.run(command, cwd=TREE, capture_output=True, text=True).stdout.splitlines()
    figures = counted()
    changes = [line for line in said if line.startswith(("-", "+")) and line[1:2] == " "]
    body = [
        f"# The last `make mutants`, of `{MODULE or 'all rules'}`",
        "",
        *(f"- {line}" for line in figures),
        "",
    ]
    body += [
        "What no test noticed, as it was and as it was broken:",
        "",
        "```diff",
        *changes,
        "```",
        "",
    ]
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text("\n".join(body))
    print("\n".join(figures))


def counted() -> list[str]:
    """Count the mutants that were tried; skipped ones separately."""
    with use_db(str(SESSION), WorkDB.Mode.open) as database:
        results = [result for _, result in database.results]
        waiting = len(database.pending_work_items)
    tried = [each for each in results if each.worker_outcome != WorkerOutcome.SKIPPED]
    return [
        f"tried: {len(tried)}, of which no test noticed "
        f"{sum(not each.is_killed for each in tried)}",
        f"left out, as nobody could notice them: {len(results) - len(tried)}",
        f"not tried yet: {waiting}",
    ]


def cosmic_ray(*arguments: str, minutes: float = float("inf")) -> None:
    command = [str(Path(sys.executable).parent / "cosmic-ray"), *arguments]
    timeout = None if minutes == float("inf") else minutes * 60
    subprocess.run(command, cwd=TREE, check=True, timeout=timeout)


if __name__ == "__main__":
    main()
