"""What a migration may not do while the last release's code still runs on the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from django.db.migrations import operations as ops
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field, ManyToManyField
from django.db.models.fields import NOT_PROVIDED

REMOVAL = (
    "the last release still reads and writes it. First make a release whose models do not have it, "
    "while the column stays and may be left out (null or db_default); the next one drops it "
    "(CONTRIBUTING.md, Releases)"
)
GONE = (ops.RemoveField, ops.RenameField, ops.DeleteModel, ops.RenameModel, ops.AlterModelTable)
STRICTER = (ops.AddConstraint, ops.AlterUniqueTogether)
CHANGED = (ops.AlterField, ops.RemoveField, ops.RenameField)
AnyField: TypeAlias = "Field[Any, Any]"


def problems(
    migration: Migration, before: ProjectState, released: ProjectState, allowed: Iterable[str]
) -> Iterator[str]:
    """Yield sentences about what would break old code. `before` is the state at this migration,
    `released` that of the last release; `allowed` are names that somebody has reviewed."""
    state = before.clone()
    for operation in _on_database(migration.operations):
        if _name(migration, operation) not in allowed:
            for sentence in _judge(operation, migration.app_label, state, released):
                yield f"{migration}: {operation.describe()}: {sentence}"
        operation.state_forwards(migration.app_label, state)


def _on_database(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield what is done to the database itself; state-only operations are harmless."""
    for operation in operations:
        if isinstance(operation, ops.SeparateDatabaseAndState):
            yield from _on_database(operation.database_operations)
        else:
            yield operation


def _name(migration: Migration, operation: Operation) -> str:
    """Return its name in the list of allowed ones: a constraint's own, or else the migration's."""
    if isinstance(operation, ops.AddConstraint):
        return str(operation.constraint.name)
    return str(migration)


def _judge(
    operation: Operation, app: str, state: ProjectState, released: ProjectState
) -> Iterator[str]:
    if isinstance(operation, ops.RunSQL):
        yield "nobody but you knows what it does: say in ALLOWED why the last release lives with it"
    elif not _concerns(operation, app, released):
        return
    elif isinstance(operation, ops.AddField):
        yield from _added(operation.field)
    elif isinstance(operation, ops.AlterField):
        before = state.models[app, operation.model_name_lower].fields[operation.name]
        yield from _altered(before, operation.field)
    elif isinstance(operation, STRICTER):
        yield "the last release may write what it refuses: if it cannot, say why in ALLOWED"
    elif isinstance(operation, GONE):
        yield REMOVAL


def _concerns(operation: Operation, app: str, released: ProjectState) -> bool:
    """Return whether it is about a model, and for a field, one that the release has."""
    named = ("model_name_lower", "old_name_lower", "name_lower")
    model = next((getattr(operation, name) for name in named if hasattr(operation, name)), "")
    known = released.models.get((app, model))
    if known is None or not isinstance(operation, CHANGED):
        return known is not None
    field = operation.old_name if isinstance(operation, ops.RenameField) else operation.name
    return field in known.fields


def _added(field: AnyField) -> Iterator[str]:
    if isinstance(field, ManyToManyField) or field.null or _has_default(field):
        return
    yield "the last release inserts rows without it: give it db_default, or null=True"


def _altered(before: AnyField, after: AnyField) -> Iterator[str]:
    if type(before) is not type(after):
        yield f"another type of column: add a new one next to it; {REMOVAL}"
    if before.null and not after.null:
        yield "the last release may leave it empty: keep null=True until the next"
    if _has_default(before) and not _has_default(after) and not after.null:
        yield "the last release may insert rows without it: keep db_default"
    if after.max_length is not None and after.max_length < (before.max_length or 0):
        yield "the last release may write longer values: keep max_length"
    if after.unique and not before.unique:
        yield "the last release may write a value twice: let it check first, and add this later"


def _has_default(field: AnyField) -> bool:
    return field.db_default is not NOT_PROVIDED
