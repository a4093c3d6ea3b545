"""Which process runs which test: a file marked with `xdist_group` is run by one, whole.

Such a file builds a world that all its tests share (40,000 tables, a site with its workers). The
option `--dist loadgroup` would do this, but it writes the group to the name of a test, and pytest 9
no longer asks for that name: every process built every world.

And tests of the rules that look at the same games at a table (`@every_table`) are run by one
process, which has chosen the moves of these games once.

What commits, or has a browser in it, mostly waits: for processes, locks, pages. Run by all
processes at the same time, it leaves the cores idle. So every second process begins with it, while
the others compute. A process that has begun with it never goes back to what comes before it in the
list: its database is empty now, without the roles that a migration made (see conftest).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import mkstemp

import pytest
from xdist.remote import Producer
from xdist.scheduler.loadscope import LoadScopeScheduling
from xdist.workermanage import WorkerController

MARK = "pytest.mark.xdist_group("
BY_TABLE = "@every_table"
TOLD = pytest.StashKey[Path]()
"""The file in which the first process notes which tests commit: the scheduler knows names only."""


class WholeFiles(LoadScopeScheduling):
    """Tests in the order they were collected: a marked file at once, the tests of a table at once,
    all others one by one."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        config.option.loadscopereorder = False  # what commits stays behind the rest, see conftest
        super().__init__(config, log)
        self.early: set[str] = set()
        self.committing: list[str] = []
        self.have_committed: set[WorkerController] = set()

    def schedule(self) -> None:
        if self.collection is None:
            self._part(self.config.stash[TOLD].read_text().splitlines())
        super().schedule()

    def _part(self, committing: Iterable[str]) -> None:
        """Split into what comes before the first test that commits and those that do, as scopes."""
        late = dict.fromkeys(map(self._split_scope, committing))
        self.committing = list(reversed(late))
        for nodeid in next(iter(self.registered_collections.values())):
            if (scope := self._split_scope(nodeid)) in late:
                return
            self.early.add(scope)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if begins_late(node):
            scope = self._late_scope(node)
            if scope in self.early and node in self.have_committed:
                node.shutdown()  # once it has run what it has
                return
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _late_scope(self, node: WorkerController) -> str:
        """Return the next scope that commits; if there is none, the last of all."""
        while self.committing:
            if (scope := self.committing.pop()) in self.workqueue:
                self.have_committed.add(node)
                return scope
        last: str = next(reversed(self.workqueue))
        return last

    def _split_scope(self, nodeid: str) -> str:
        name, _, of_parameter = nodeid.partition("[")
        file = name.partition("::")[0]
        if has(self.config.rootpath / file, MARK):
            return file
        if of_parameter and has(self.config.rootpath / file, BY_TABLE):
            return of_parameter
        return nodeid


def begins_late(node: WorkerController) -> bool:
    return int(node.gateway.id.removeprefix("gw")) % 2 == 1


@cache
def has(file: Path, text: str) -> bool:
    return text in file.read_text(encoding="utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WholeFiles:
    return WholeFiles(config, log)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        number, name = mkstemp(prefix="undermine-tests-", text=True)
        os.close(number)
        config.stash[TOLD] = Path(name)


def pytest_unconfigure(config: pytest.Config) -> None:
    if told := config.stash.get(TOLD, None):
        told.unlink(missing_ok=True)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    if node.gateway.id == "gw0":
        node.workerinput["told"] = str(node.config.stash[TOLD])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Report the order from the first process, before xdist says that it has collected."""
    if told := getattr(session.config, "workerinput", {}).get("told"):
        Path(told).write_text("\n".join(item.nodeid for item in session.items if commits(item)))


def commits(item: pytest.Item) -> bool:
    """Return whether a test commits, or uses a browser, which leaves a running event loop."""
    database = item.get_closest_marker("django_db")
    if database is not None and database.kwargs.get("transaction", False):
        return True
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("browser") is not None or "transactional_db" in fixtures
