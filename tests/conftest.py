"""Fixtures for every test. Real parts only: see CONTRIBUTING, *Tests*."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.template import Context, Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered
from django.test.utils import override_settings, teardown_databases
from django.utils import translation
from django.utils.safestring import SafeString
from filelock import FileLock
from pytest_django.plugin import DjangoDbBlocker
from whitenoise import WhiteNoise

from games.tables.store import loading, saving
from tests import databases, plugin
from tests.scheduling import commits
from tools import machine
from tools.stack import collect_static


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed deals and bots by the test, the same in every run: a test that passes by luck would
    fail for somebody else some day. `TEST_LUCK=anything pytest …` tries another seed."""
    saving.random_bytes = Random(f"{os.environ.get('TEST_LUCK', '')}/{item.nodeid}").randbytes


COLLECTED = ("browser", "stack", "static_files")
"""Markers of tests that are sent static files as browsers get them: small and named by a hash."""


@pytest.fixture(scope="session", autouse=True)
def _static_files(request: pytest.FixtureRequest) -> Iterator[None]:
    """Collect once for all processes, which takes 20 s, if any test of this run needs it."""
    if any(item.get_closest_marker(name) for item in request.session.items for name in COLLECTED):
        with FileLock(plugin.HOME / "static.lock"):
            collect_static(plugin.STATIC)
        yield
    else:
        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        with override_settings(STORAGES=settings.STORAGES | {"staticfiles": plain}):
            yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_listed_once(_static_files: None) -> Iterator[None]:
    """Cache the list of static files: every `Client` builds its middleware again, and whitenoise
    reads a folder of 1,200 files, half the time of a request."""
    listed: dict[tuple[str, str], dict[str, Any]] = {}
    look = WhiteNoise.update_files_dictionary

    def remember(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in listed:
            look(self, root, prefix)
            listed[root, prefix] = dict(self.files)
        self.files.update(listed[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", remember)
        yield


@pytest.fixture(scope="session", autouse=True)
def _contexts_of_whole_pages(django_test_environment: None) -> Iterator[None]:
    """Django's test client copies the context of every template that is included in another, a
    tenth of the time of a page; tests ask for that of the page itself."""

    def render(self: Template, context: Context) -> SafeString:
        if context.template is self:
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session", autouse=True)
def _rows_of_migrations_are_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: databases.empty())
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt what is loaded by now from garbage collection."""
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """SQLite has one writer at a time: on a busy machine, let the next wait as long as it takes."""
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["timeout"] = machine.PATIENCE


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_keepdb: bool,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """As pytest-django does it, but with tables made from the models; see tests/databases.py."""
    with django_db_blocker.unblock():
        old = databases.kept() if django_db_keepdb else databases.made()
    yield
    if not django_db_keepdb:
        with django_db_blocker.unblock():
            teardown_databases(old, 0)


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Use quick password hashes: real ones are slow on purpose."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Clear caches, so that no test inherits another's throttles and games."""
    yield
    loading.forget_all()
    if request.node.get_closest_marker("django_db") or "served" in request.fixturenames:
        cache.clear()


@pytest.fixture(autouse=True)
def _plain_english() -> Iterator[None]:
    """Reset the language: pages leave their reader's active in the thread."""
    with translation.override("en"):
        yield


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without tests for the second leg, which would import thousands and run none."""
    wanted = re.findall(r"\bboth\w*", str(config.option.markexpr))
    if not wanted or not collection_path.match("test_*.py"):
        return None
    marked = re.compile(rf"mark\.({'|'.join(wanted)})\b")
    return not marked.search(collection_path.read_text(encoding="utf-8")) or None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI, treat a skipped test as failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if machine.UNDER_CI and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip, loudly, what this machine cannot run; never under CI.

    A test with a browser or whole processes in it is tried again when it fails on a busy machine;
    the summary names each that needed it, and one that fails three times has failed.
    """
    items.sort(key=_waits_for_others)
    absent = {tool.name for tool in machine.TOOLS if not tool.find()}
    without_browser = pytest.mark.skip(reason="chromium is not installed")
    for item in items:
        if item.get_closest_marker("browser") or item.get_closest_marker("stack"):
            item.add_marker(pytest.mark.flaky(reruns=2))
        if item.get_closest_marker("browser") and "chromium" in absent and not machine.UNDER_CI:
            item.add_marker(without_browser)


def _waits_for_others(item: pytest.Item) -> bool:
    """Return the sort key that starts groups early: one process runs a group, and the others would
    wait for it at the end.

    Tests that commit or use a browser stay behind the rest, where pytest-django puts them: a
    browser leaves a running event loop, in which no second one can be started.
    """
    return commits(item) or item.get_closest_marker("xdist_group") is None
