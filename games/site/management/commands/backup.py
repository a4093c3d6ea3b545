"""`manage.py backup FILE`: the whole database in one file, while the site runs.

SQLite has an online backup; PostgreSQL is copied by its own tools. A backup file appears only when
it is complete, and a restore (`manage.py restore`) is all or nothing.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from psycopg.conninfo import make_conninfo

from accounts.models import User
from games.tables.models import LogEntry, Table

SQLITE, POSTGRES = b"SQLite format 3\x00", b"PGDMP"
"""The first bytes of a backup."""
# A locked row delays the restore for a moment, then the restore fails.
DROP_EVERYTHING = ("SET lock_timeout = '10s'", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")

# Connection parameters that the tools of every version know.
CONNECTION_PARAMETERS = (
    "host", "port", "dbname", "user", "service", "passfile",
    "sslmode", "sslrootcert", "sslcert", "sslkey",
)  # fmt: skip


class BackupError(Exception):
    """The reason why a backup or restore failed, as a sentence for the operator."""


class Command(BaseCommand):
    help = "Copy the whole database into one file; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if file.exists() and not options["replace"]:
            raise CommandError(f"{file} is there already; --replace overwrites it.")
        held = database_summary()
        try:
            save(file)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes; {held}")


def database_summary() -> str:
    """Describe the contents of the database: a backup and its restore print the same."""
    last = LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    counted = f"{User.objects.count()} accounts, {Table.objects.count()} tables"
    entries = f"{LogEntry.objects.count()} log entries"
    return f"{counted}, {entries}, the last of {f'{last:%Y-%m-%d %H:%M} UTC' if last else 'none'}"


def save(path: Path) -> None:
    """Copy the database into this file, readable by its owner only."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
        draft = Path(folder, "draft")
        draft.touch(mode=0o600)
        if connection.vendor == "sqlite":
            _save_sqlite(draft)
        else:
            _postgres("pg_dump", "--format", "custom", "--no-owner", "--file", str(draft))
        draft.replace(path)


def load(path: Path) -> None:
    """Replace everything in the database with this backup."""
    connection.close()
    if connection.vendor == "sqlite":
        _load_sqlite(path)
    else:
        _load_postgres(path)
    connection.close()


def migrations(path: Path) -> set[tuple[str, str]]:
    """Return the migrations (app and name) that were applied when the backup was made."""
    wanted = SQLITE if connection.vendor == "sqlite" else POSTGRES
    with path.open("rb") as file:
        if file.read(len(wanted)) != wanted:
            raise BackupError(f"{path} is not a backup of a {connection.display_name} database.")
    return _migrations_sqlite(path) if connection.vendor == "sqlite" else _migrations_postgres(path)


def _save_sqlite(path: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # no additional files


def _load_sqlite(path: Path) -> None:
    connection.ensure_connection()
    with closing(_opened(path)) as copy:
        if not _is_sound(copy):
            raise BackupError(f"{path} is damaged.")
        copy.backup(connection.connection)


def _is_sound(copy: sqlite3.Connection) -> bool:
    try:
        found: tuple[str] = copy.execute("PRAGMA integrity_check").fetchone()
        return found == ("ok",)
    except sqlite3.DatabaseError:
        return False


def _migrations_sqlite(path: Path) -> set[tuple[str, str]]:
    with closing(_opened(path)) as copy:
        try:
            return set(copy.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{path} is damaged, or not one of our backups: {error}.") from error


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _load_postgres(path: Path) -> None:
    """Restore in one transaction, after dropping everything."""
    with tempfile.TemporaryDirectory(prefix="undermine-restore-") as folder:
        script = Path(folder, "restore.sql")
        _run("pg_restore", "--no-owner", "--no-privileges", "--file", str(script), str(path))
        commands = [part for command in DROP_EVERYTHING for part in ("--command", command)]
        once = ("--no-psqlrc", "--quiet", "--single-transaction", "--set", "ON_ERROR_STOP=1")
        _postgres("psql", *once, "--output", os.devnull, *commands, "--file", str(script))


def _migrations_postgres(path: Path) -> set[tuple[str, str]]:
    table = ("--data-only", "--table", "django_migrations")
    rows = [line.split("\t") for line in _run("pg_restore", *table, "--file", "-", str(path))]
    return {(row[1], row[2]) for row in rows if len(row) == 4}


def _postgres(program: str, *arguments: str) -> None:
    """Run a tool on our database. The password is not an argument, which others could read."""
    given = connection.get_connection_params()
    place = make_conninfo(
        **{name: given[name] for name in CONNECTION_PARAMETERS if given.get(name)}
    )
    _run(program, "--dbname", place, *arguments, PGPASSWORD=given.get("password", ""))


def _run(program: str, *arguments: str, **environ: str) -> list[str]:
    if shutil.which(program) is None:
        raise BackupError(f"{program} is missing (Debian: apt-get install postgresql-client).")
    command, world = [program, *arguments], os.environ | environ
    done = subprocess.run(command, env=world, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")
    return done.stdout.splitlines()
