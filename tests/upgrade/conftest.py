"""Skip what needs the last release if the history does not have it. That is no failure, not even in
CI, and `make test` says so at its end."""

from __future__ import annotations

import pytest

from tools import release


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    without = [item for item in items if item.get_closest_marker("history")]
    if without and not release.is_known():
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]
