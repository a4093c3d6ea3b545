"""A test database is migrated once for all processes of a run; the others copy it.

Migrating takes seconds of work, copying a SQLite file none. On PostgreSQL each process migrates its
own: a copy there would have to be taken away again by somebody from a server that may not be ours.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import setup_databases
from filelock import FileLock

from config.environment import ROOT
from tests import plugin

Old = list[tuple[BaseDatabaseWrapper, str, bool]]


def made() -> Old:
    """Make this process's test database; what Django needs to take it away again."""
    if connection.vendor != "sqlite":
        return _set_up(keepdb=False)
    with FileLock(plugin.HOME / "migrated.lock"):
        template = plugin.HOME / f"migrated-{fingerprint()}.sqlite3"
        mine = Path(str(connection.settings_dict["TEST"]["NAME"]))
        if template.exists():
            copy(template, mine)
            return _set_up(keepdb=True)
        old = _set_up(keepdb=False)
        for outdated in plugin.HOME.glob("migrated-*.sqlite3"):
            outdated.unlink()
        copy(mine, template)
    return old


def kept() -> Old:
    """`--reuse-db`: take it as it is; the next release runs our tests on its own database so."""
    return _set_up(keepdb=True)


def _set_up(keepdb: bool) -> Old:
    names = {"default": None}
    return setup_databases(0, False, keepdb=keepdb, aliases=names, serialized_aliases=[])


def fingerprint() -> str:
    """Of all that a migrated database may depend on: migrations, models, what follows them."""
    apps = ("accounts", "config", "games")
    files = [file for app in apps for file in sorted((ROOT / app).rglob("*.py"))]
    read = b"".join(file.read_bytes() for file in (ROOT / "requirements.txt", *files))
    return hashlib.sha256(read).hexdigest()[:16]


def copy(source: Path, target: Path) -> None:
    """Whole, with what SQLite still keeps beside the file; under its name only when complete."""
    unfinished = target.with_name(f"{target.name}.new")
    for name in (unfinished, target, *(Path(f"{target}{end}") for end in ("-wal", "-shm"))):
        name.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as ours, closing(sqlite3.connect(unfinished)) as theirs:
        ours.backup(theirs)
    unfinished.rename(target)
