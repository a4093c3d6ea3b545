"""The quick test database (tests/databases.py) equals the one that migrations make."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection

from config.environment import ROOT
from tests.running_site import environment, own_database

MIGRATE = """
from tests.upgrade.test_schema import migrated
print(migrated())
"""


def migrated() -> str:
    """Run every migration on the database of this process, and return what it is like then."""
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    return described()


def described() -> str:
    return repr((tables(), roles()))


def tables() -> dict[str, Any]:
    """Return columns and constraints of each table, regardless of their order."""
    found, ask = {}, connection.introspection
    with connection.cursor() as cursor:
        for table in sorted(ask.table_names(cursor)):
            all_columns = ask.get_table_description(cursor, table)
            columns = [one for one in all_columns if _counts(table, one.name)]
            constraints = ask.get_constraints(cursor, table)
            found[table] = (
                sorted(
                    (one.name, *map(str, one[1:])) for one in columns if _counts(table, one.name)
                ),
                sorted(_constraint(name, facts) for name, facts in constraints.items()),
            )
    return found


def _counts(table: str, column: str) -> bool:
    """Return whether a column's width counts; that of these unused IDs differs after migrations."""
    return (table, column) != ("auth_group_permissions", "id")


def _constraint(name: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Normalise a constraint: SQLite numbers unnamed ones and lists checks by column."""
    if facts["check"]:
        facts = {**facts, "columns": sorted(facts["columns"] or ())}
    nameless = facts["foreign_key"] or name.startswith("__unnamed")
    return "" if nameless else name, str(sorted(facts.items()))


def roles() -> dict[str, list[str]]:
    """Return what each role may do, and the applied migrations."""
    may = {
        one.name: sorted(p.codename for p in one.permissions.all()) for one in Group.objects.all()
    }
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return may | {"migrations": sorted(map(".".join, cursor.fetchall()))}


@pytest.mark.both_in_soak
@pytest.mark.django_db
def test_the_test_database_equals_a_migrated_one(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v0", "-c", MIGRATE]
    with own_database(environment(tmp_path, 1)) as environ:
        theirs = subprocess.check_output(command, cwd=ROOT, env=environ, text=True)
    assert described() == theirs.strip()
