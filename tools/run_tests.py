"""The test tiers of `make`: test, fast, lint, soak. Each leg is a process of its own."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple, TextIO

from config.environment import PRODUCTION_SIGNS, ROOT
from tools import machine, release

# More than cores: some are always waiting for a browser, a worker or another process.
WORKERS = int(os.environ.get("TEST_WORKERS", min(4, os.cpu_count() or 1) + 2))
SECOND_LEG_WORKERS = max(1, WORKERS // 2)
"""Processes of the second leg, which runs in parallel and has a quarter of the work."""
PYTEST = [sys.executable, "-m", "pytest", "-q"]
IN_ORDER = ("-p", "no:randomly")
RESULTS = ROOT / "docs" / "results"
TOURNAMENTS = "tests/kinds/test_tournaments.py"
"""It keeps all cores busy by itself, so it runs separately."""


def clean() -> dict[str, str]:
    """Return the environment of local mode, whatever the caller has set."""
    dropped = {*PRODUCTION_SIGNS, "BROKER_URL", "CACHE_URL", "EMAIL_URL", "SECRET_KEY", "VAR_DIR"}
    dropped.add("DJANGO_ALLOW_ASYNC_UNSAFE")  # browser tests set it for their own process
    # If set, each process would recompile all modules.
    dropped.add("PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if name not in dropped}


def distributed(database: str, broker: str) -> dict[str, str]:
    """Return the environment of production, on this machine's PostgreSQL and Redis."""
    return clean() | {
        "DATABASE_URL": database,
        "BROKER_URL": broker,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SITE_URL": "http://localhost",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
        "EMAIL_URL": "memorymail://",
    }


ON_BOTH = "both and not soak"
ODD_ENGLISH = (
    r"\b(anew|hitherto|thereof|whereof|thereby|heretofore)\b"
    r"|\b(for|of|to|from|by|with|than) who (plays|watches|may|must|asks|sits|moves|was|were) "
    r"|\b(came|comes) of (it|that|this)\b"
)
"""Outdated words; `make lint` lists where we still use them."""


def leg(title: str, environ: Mapping[str, str], marks: str) -> int:
    print(f"\n── {title} ──", flush=True)
    command = [*PYTEST, f"-n{WORKERS}", *IN_ORDER, "-m", marks]
    return subprocess.run(command, env=environ, cwd=ROOT).returncode


def test() -> int:
    """Run everything on SQLite; web, tasks and races on PostgreSQL and Redis too, in parallel."""
    lacking = machine.missing()
    if {tool.name for tool in lacking} & {"PostgreSQL", "Redis"}:
        return sqlite() | summary(lacking)
    with _servers() as world, TemporaryFile("w+") as output:
        command = [*PYTEST, f"-n{SECOND_LEG_WORKERS}", *IN_ORDER, "-m", ON_BOTH]
        second = subprocess.Popen(command, env=world, cwd=ROOT, stdout=output, stderr=output)
        try:
            failed = sqlite() | second.wait()
        finally:
            second.kill()
        output.seek(0)
        print("\n── PostgreSQL, Redis ──", output.read(), sep="\n", flush=True)
    return failed | summary(lacking)


def sqlite() -> int:
    return leg("SQLite, broker on files", clean(), "not soak")


def postgres() -> int:
    with _servers() as world:
        return leg("PostgreSQL, Redis", world, ON_BOTH)


@contextmanager
def _servers() -> Iterator[dict[str, str]]:
    """Yield the environment of production, with its own servers."""
    with machine.postgres() as database, machine.redis() as broker:
        yield distributed(database, broker)


def summary(lacking: list[machine.Tool]) -> int:
    """Print what was not tested; under CI that is a failure."""
    for tool in lacking:
        print(
            f"\n!!! NOT TESTED: what needs {tool.name}, which this machine lacks. "
            f"To test it too: apt-get install -y {tool.package}",
            flush=True,
        )
    if not release.is_known():  # not available without git history: no failure
        print(
            f"\n!!! NOT TESTED: the code of the last release ({release.last()}) on this database: "
            "this copy lacks its history. To test it too: git fetch --unshallow --tags",
            flush=True,
        )
    return 1 if lacking and machine.UNDER_CI else 0


def fast() -> int:
    return leg("SQLite, no browser", clean(), "not soak and not browser and not stack")


def lint() -> int:
    """Run all checkers, even if one fails."""
    python = [sys.executable, "-m"]
    production = distributed("postgres://u@localhost/undermine", "redis://localhost/0") | {
        "SITE_URL": "https://undermine.example",
        "ALLOWED_HOSTS": "undermine.example",
        "VAR_DIR": str(ROOT / "var/test/lint"),
    }
    manage = [sys.executable, "manage.py"]
    checks: list[tuple[list[str], Mapping[str, str]]] = [
        ([*python, "ruff", "check", "."], clean()),
        ([*python, "ruff", "format", "--check", "."], clean()),
        ([*python, "mypy"], clean()),
        ([*python, "djlint", "--lint", "templates"], clean()),
        ([*python, "djlint", "--check", "templates"], clean()),
        ([*manage, "check", "--fail-level", "WARNING"], clean()),
        ([*manage, "check", "--deploy", "--fail-level", "WARNING"], production),
        ([*manage, "makemigrations", "--check", "--dry-run"], clean()),
        ([*python, "tools.configuration", "--check"], clean()),
    ]
    return max(_plain_english(), *(_check(command, environ) for command, environ in checks))


def _plain_english() -> int:
    command = ["git", "grep", "-nIP", ODD_ENGLISH, "--", ":!*/migrations/*", ":!tools/run_tests.py"]
    return 1 if _check(command, clean()) == 0 else 0


def _check(command: list[str], environ: Mapping[str, str]) -> int:
    print("── " + " ".join(Path(part).name for part in command), flush=True)
    return subprocess.run(command, env=environ, cwd=ROOT).returncode


class Run(NamedTuple):
    """A call of pytest."""

    title: str
    environ: Mapping[str, str]
    arguments: tuple[str, ...]


def soak() -> int:
    """Run long tests on both legs, all kinds of tables, and the suite in random order."""
    lacking = machine.missing()
    started = time.monotonic()
    outcomes = list(_soaks({tool.name for tool in lacking}))
    minutes = (time.monotonic() - started) / 60
    lines = [line for line, _ in outcomes]
    report = ["# The last `make soak`", "", *lines, f"- in all: {minutes:.0f} minutes", ""]
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "soak.md").write_text("\n".join(report))
    return max(code for _, code in outcomes) | summary(lacking)


def _soaks(lacking: set[str]) -> Iterator[tuple[str, int]]:
    """Run each part; yield its line for the report, and 1 if it failed."""
    luck = str(secrets.randbelow(10**6))
    others = {"FUZZ_SEED": luck}
    with ExitStack() as servers:
        long = (*IN_ORDER, "-m", "soak", f"--ignore={TOURNAMENTS}")
        runs = [Run(f"long tests, FUZZ_SEED={luck}", clean() | others, long)]
        if not lacking & {"PostgreSQL", "Redis"}:
            world, marks = servers.enter_context(_servers()), "(both and soak) or both_in_soak"
            title = "long tests on PostgreSQL and Redis"
            runs.append(Run(title, world | others, (*IN_ORDER, "-m", marks)))
        yield from _at_once(*runs)  # both wait a lot
    alone = ("-n", "0", "-s", "-m", "soak", TOURNAMENTS)
    yield from _at_once(Run("tournaments between bots", clean(), (*IN_ORDER, *alone)))
    rules = ("tests/kinds/test_invariants.py", "tests/kinds/test_secrecy.py")
    every = clean() | {"EVERY_TABLE": "1"}
    yield from _at_once(Run("the rules on every table", every, (*IN_ORDER, *rules)))
    yield from _at_once(_in_random_order(luck))


def _in_random_order(luck: str) -> Run:
    """Leave out tests with a browser or a site of their own, which don't depend on order."""
    marks = "not soak and not browser and not stack"
    order = ("-m", marks, "-p", "randomly", f"--randomly-seed={luck}")
    title = f"the suite in random order, with other luck, {luck}"
    return Run(title, clean() | {"TEST_LUCK": luck}, order)


def _at_once(*runs: Run) -> Iterator[tuple[str, int]]:
    """Run several in parallel; yield a line for each, and 1 if it failed."""
    with ExitStack() as files:
        started = [(run, files.enter_context(TemporaryFile("w+"))) for run in runs]
        working = [_start(run, output, WORKERS + 1 - len(runs)) for run, output in started]
        for (run, output), process in zip(started, working, strict=True):
            code = process.wait()
            output.seek(0)
            said = output.read()
            print(f"\n── {run.title} ──", said, sep="\n", flush=True)
            yield f"- {run.title}, commit {_commit()}: {_closing(said)}", int(code not in (0, 5))


def _start(run: Run, output: TextIO, workers: int) -> subprocess.Popen[str]:
    command = [*PYTEST, f"-n{workers}", *run.arguments]
    return subprocess.Popen(
        command, env=run.environ, cwd=ROOT, text=True, stdout=output, stderr=output
    )


def _closing(said: str) -> str:
    """Return the summary line of pytest."""
    pattern = r"^[= ]*(\d+ (?:passed|failed).*?|no tests ran.*?)[= ]*$"
    found: list[str] = re.findall(pattern, said, re.M)
    return found[-1] if found else "no closing line"


def _commit() -> str:
    """Return the commit."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    return said.strip() or "unknown"


TIERS = {"test": test, "fast": fast, "postgres": postgres, "lint": lint, "soak": soak}

if __name__ == "__main__":
    sys.exit(TIERS[sys.argv[1]]())
