"""Which process runs which test: a file marked with `xdist_group` is run by one, whole.

Such a file builds a world that all its tests share (40,000 tables, a site with its workers). The
option `--dist loadgroup` would do this, but it writes the group to the name of a test, and pytest 9
no longer asks for that name: every process built every world.

And tests of the rules that look at the same games at a table (`@every_table`) are run by one
process, which has chosen the moves of these games once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler.loadscope import LoadScopeScheduling

MARK = "pytest.mark.xdist_group("
BY_TABLE = "@every_table"


class WholeFiles(LoadScopeScheduling):
    """Tests in the order they were collected: a marked file at once, the tests of a table at once,
    all others one by one."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        config.option.loadscopereorder = False  # what commits stays behind the rest, see conftest
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        name, _, of_parameter = nodeid.partition("[")
        file = name.partition("::")[0]
        if has(self.config.rootpath / file, MARK):
            return file
        if of_parameter and has(self.config.rootpath / file, BY_TABLE):
            return of_parameter
        return nodeid


@cache
def has(file: Path, text: str) -> bool:
    return text in file.read_text(encoding="utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WholeFiles:
    return WholeFiles(config, log)
