"""The test database of a process: tables are created from the models, in a third of a second.

Running every migration takes ten times as long and leads to the same database, as
tests/upgrade/test_schema.py shows. What migrations do in Python (roles, triggers of PostgreSQL) is
done here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration, RunPython
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.test.utils import override_settings, setup_databases

Old = list[tuple[BaseDatabaseWrapper, str, bool]]


def made() -> Old:
    """Make this process's test database; return what Django needs to remove it."""
    connection.settings_dict["TEST"]["MIGRATE"] = False
    old = _set_up(keepdb=False)
    run_data_migrations()
    return old


def kept() -> Old:
    """Take the database as it is (`--reuse-db`): the next release runs our tests on its own."""
    return _set_up(keepdb=True)


def _set_up(keepdb: bool) -> Old:
    names = {"default": None}
    return setup_databases(0, False, keepdb=keepdb, aliases=names, serialized_aliases=[])


def fill() -> None:
    """Do the same for an empty database that isn't a test database."""
    from_models = {app.label: None for app in apps.get_app_configs()}
    with override_settings(MIGRATION_MODULES=from_models):
        call_command("migrate", run_syncdb=True, verbosity=0)
    run_data_migrations()


def run_data_migrations() -> None:
    """Do what every migration does in Python, and record all of them as applied."""
    executor = MigrationExecutor(connection)
    done = list(_in_order(executor))
    with connection.schema_editor() as editor:
        for migration in done:
            for operation in migration.operations:
                if isinstance(operation, RunPython):
                    operation.code(cast(StateApps, apps), editor)
    executor.recorder.ensure_schema()
    record = executor.recorder.Migration
    record.objects.bulk_create(record(app=one.app_label, name=one.name) for one in done)


def _in_order(executor: MigrationExecutor) -> Iterator[Migration]:
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield migration


KEPT = {
    "auth_group", "auth_group_permissions", "auth_permission", "django_content_type",
    "django_migrations",
}  # fmt: skip
"""Tables whose rows are made by migrations."""


def empty() -> None:
    """Delete what a test has committed. Django would delete everything and then spend a fifth of a
    second recreating content types and permissions."""
    tables = set(connection.introspection.django_table_names()) - KEPT
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), sorted(tables)))
