"""A rolling upgrade: for some minutes the last release's code works on the new database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from filelock import FileLock

from tests import plugin
from tools import release
from tools.run_tests import clean, distributed

SPARE = "gw14"
"""The folder and Redis database of the old tests: no test process has so high a number."""
PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:randomly", "-m", "release"]
PYTEST += ["--reuse-db", "tests/upgrade"]

WHERE_RELEASES_OVERLAP = pytest.mark.both if plugin.LEG == "postgres" else pytest.mark.soak
"""A site on SQLite stops one release before starting the next: there, in long runs only."""


@WHERE_RELEASES_OVERLAP
@pytest.mark.history
@pytest.mark.django_db(transaction=True)
def test_the_last_release_works_on_the_database_of_this_one() -> None:
    """It runs its tests of opening, moving, polling and notifying, without its own migrations."""
    loader = MigrationLoader(connection)
    assert loader.applied_migrations.keys() >= (loader.disk_migrations or {}).keys()
    old = checkout()
    with copied_database(old / "var") as environ:
        done = subprocess.run(PYTEST, cwd=old, env=environ, text=True, stdout=subprocess.PIPE)
    assert done.returncode == 0, done.stdout[-8000:]


def checkout() -> Path:
    """Check out the release with its static files; keep it, as collecting them takes long."""
    folder = plugin.HOME / "releases" / release.last()
    with FileLock(plugin.HOME / "releases.lock"):
        if not folder.exists():
            release.checkout(folder)
    return folder


@contextmanager
def copied_database(home: Path) -> Iterator[dict[str, str]]:
    """Copy a database migrated by this code; yield the environment for the old tests to use it."""
    theirs = {"TEST_HOME": str(home), "PYTEST_XDIST_WORKER": SPARE}
    migrated = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        copy_file(migrated, home / f"sqlite-{SPARE}")
        yield clean() | theirs
        return
    url, broker = os.environ["DATABASE_URL"], os.environ["BROKER_URL"]
    connection.close()
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE test_upgrade TEMPLATE "{migrated}"')
        try:
            yield distributed(_named(url, "upgrade"), broker) | theirs
        finally:
            server.execute("DROP DATABASE test_upgrade WITH (FORCE)")


def copy_file(migrated: str, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with (
        closing(sqlite3.connect(migrated)) as ours,
        closing(sqlite3.connect(folder / "test.sqlite3")) as theirs,
    ):
        ours.backup(theirs)


def _named(url: str, database: str) -> str:
    """Return the URL of another database on the same server."""
    address, _, query = url.partition("?")
    return f"{address.rpartition('/')[0]}/{database}?{query}"
