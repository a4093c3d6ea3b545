"""CPU time of tests: `python -m tools.test_times [--every 10] tests/…`, with options of pytest.

It counts CPU time of the test process and everything it started (browsers, servers, workers), since
elapsed time means nothing on a shared machine. With `--every 10` one of ten tests of each file is
run to represent the others. The first test that needs a database includes the time to create it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
PHASES = ("setup", "call", "teardown")
SHOWN = 40
"""How many of the slowest tests are listed."""


class Meter:
    """Counts CPU seconds of this process and its descendants, without the counting itself."""

    def __init__(self) -> None:
        self.own = 0.0

    def spent(self) -> float:
        """Return what running and ended processes have spent."""
        before = time.process_time()
        gone = os.times()
        below = sum(map(_spent_by, _descendants(os.getpid())))
        now = time.process_time()
        self.own += now - before
        return now - self.own + gone.children_user + gone.children_system + below


def _descendants(pid: int) -> Iterator[int]:
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = listed.read_text().split()
        except OSError:  # it has just ended
            continue
        for child in map(int, children):
            yield child
            yield from _descendants(child)


def _spent_by(pid: int) -> float:
    """Return those of a process and its ended children."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


class Costs:
    """A pytest plugin that measures each phase of each test."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.meter = Meter()
        self.began = self.meter.spent()
        self.collected = 0.0
        self.of: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(PHASES, 0.0))
        self.tests: dict[str, int] = defaultdict(int)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = []
        for item in items:
            file = item.nodeid.partition("::")[0]
            if self.tests[file] % self.every == 0:
                kept.append(item)
            self.tests[file] += 1
        items[:] = kept

    def pytest_collection_finish(self) -> None:
        self.collected = self.meter.spent() - self.began

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        return (yield from self._weigh(item, "setup"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        return (yield from self._weigh(item, "call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        return (yield from self._weigh(item, "teardown"))

    def _weigh(self, item: pytest.Item, phase: str) -> Iterator[None]:
        before = self.meter.spent()
        try:
            yield
        finally:
            self.of[item.nodeid][phase] += self.meter.spent() - before

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.table():
            terminalreporter.write_line(line)

    def table(self) -> Iterator[str]:
        """List files and then tests, slowest first, with the seconds of each phase."""
        files: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(PHASES, 0.0))
        run = Counter(name.partition("::")[0] for name in self.of)
        for name, cost in self.of.items():
            file = name.partition("::")[0]
            for phase in PHASES:
                files[file][phase] += cost[phase] * self.tests[file] / run[file]
        yield f"processor time: {self.collected:.1f} s until all tests were collected"
        yield "   all  setup   call teardown  tests"
        for file, cost in _dearest(files):
            yield f"{_seconds(cost)} {self.tests[file]:6}  {file}"
        yield f"   all: {sum(sum(cost.values()) for cost in files.values()):.1f} s"
        for name, cost in _dearest(self.of)[:SHOWN]:
            yield f"{_seconds(cost)}  {name}"


def _dearest(costs: dict[str, dict[str, float]]) -> list[tuple[str, dict[str, float]]]:
    return sorted(costs.items(), key=lambda named: -sum(named[1].values()))


def _seconds(cost: dict[str, float]) -> str:
    phases = f"{cost['setup']:6.2f} {cost['call']:6.2f} {cost['teardown']:8.2f}"
    return f"{sum(cost.values()):6.2f} {phases}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--every", type=int, default=1)
    known, rest = options.parse_known_args()
    sys.dont_write_bytecode = False  # as in `make test`
    command = ["-q", "-n", "0", "-p", "no:randomly", *rest]
    return int(pytest.main(command, plugins=[Costs(known.every)]))


if __name__ == "__main__":
    sys.exit(main())
