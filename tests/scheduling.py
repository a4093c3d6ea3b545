"""Which process runs which test: a file marked with `xdist_group` is run by one, whole.

Such a file builds a world that all its tests share (40,000 tables, a site with its workers). The
option `--dist loadgroup` would do this, but it writes the group to the name of a test, and pytest 9
no longer asks for that name: every process built every world.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler.loadscope import LoadScopeScheduling

MARK = "pytest.mark.xdist_group("


class WholeFiles(LoadScopeScheduling):
    """Tests in the order they were collected: a marked file at once, all others one by one."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        config.option.loadscopereorder = False  # what commits stays behind the rest, see conftest
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if is_marked(self.config.rootpath / file) else nodeid


@cache
def is_marked(file: Path) -> bool:
    return MARK in file.read_text(encoding="utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WholeFiles:
    return WholeFiles(config, log)
