"""Migrations since the last release only add: old and new code share a database for a while."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from config.environment import ROOT
from tests.upgrade.migrations import problems
from tools import release

ALLOWED: Final[Mapping[str, str]] = {
    "one_return_a_player": "only for a kind of report that the last release does not know",
    "a_guest_has_no_address": "only for guests, whom the last release does not make",
}
"""Constraints by name, `RunSQL` by `app.migration`, each with why the last release works with it.
Emptied when the next release is named."""

MIGRATIONS = ("accounts/migrations/0*.py", "games/*/migrations/0*.py")
RECORDED = "tests/recorded/*/v*/*.json"


@pytest.mark.history
def test_released_migrations_and_recorded_games_are_unchanged() -> None:
    """Sites that already have a migration keep the old version, so changing it is an error."""
    released = release.files(*MIGRATIONS, RECORDED)
    now = {path: release.fingerprint(ROOT / path) for path in released if (ROOT / path).exists()}
    assert sorted(released.items() - now.items()) == []


@pytest.mark.history
def test_the_last_release_works_with_every_newer_migration() -> None:
    loader = MigrationLoader(None)
    paths = [path for pattern in MIGRATIONS for path in ROOT.glob(pattern)]
    since = {_node(path) for path in paths} - {_node(Path(p)) for p in release.files(*MIGRATIONS)}
    released = loader.project_state([node for node in loader.graph.nodes if node not in since])
    found: list[str] = []
    for node in sorted(since):
        before = loader.project_state(node, at_end=False)
        found += problems(loader.get_migration(*node), before, released, ALLOWED)
    assert found == []


def _node(path: Path) -> tuple[str, str]:
    """Return app and migration; an app is named after its folder."""
    return path.parts[-3], path.stem


# --- the check itself -----------------------------------------------------------------------------

KEPT = {"app.0002_more": "tried with the last release"}
HARMLESS: Mapping[str, Operation] = {
    "a column with a default": ops.AddField("card", "age", models.IntegerField(db_default=0)),
    "a column that may be empty": ops.AddField("card", "age", models.IntegerField(null=True)),
    "a longer text": ops.AlterField("card", "name", models.CharField(max_length=99)),
    "a column that may now be empty": ops.AlterField("card", "name", models.CharField(
        max_length=20, null=True)),
    "a new model": ops.CreateModel("pile", [("id", models.AutoField(primary_key=True))]),
    "an index": ops.AddIndex("card", models.Index(fields=["name"], name="by_name")),
    "what is done in Python": ops.RunPython(ops.RunPython.noop),
    "a field that goes from the state only": ops.SeparateDatabaseAndState(
        state_operations=[ops.RemoveField("card", "name")]),
}  # fmt: skip
HARMFUL: Mapping[str, Operation] = {
    "a column that must be filled": ops.AddField("card", "age", models.IntegerField(default=0)),
    "a column that goes": ops.RemoveField("card", "name"),
    "another name": ops.RenameField("card", "name", "title"),
    "a model that goes": ops.DeleteModel("Card"),
    "another name of a model": ops.RenameModel("Card", "Sheet"),
    "a shorter text": ops.AlterField("card", "name", models.CharField(max_length=5)),
    "another type": ops.AlterField("card", "name", models.IntegerField()),
    "no longer empty": ops.AlterField("card", "note", models.CharField(max_length=20)),
    "no default any more": ops.AlterField("card", "rank", models.IntegerField()),
    "only once": ops.AlterField("card", "name", models.CharField(max_length=20, unique=True)),
    "a constraint": ops.AddConstraint("card", models.UniqueConstraint(
        fields=["name"], name="one_name")),
    "what nobody can read": ops.RunSQL("SELECT 1"),
    "a column that goes from the database": ops.SeparateDatabaseAndState(
        database_operations=[ops.RemoveField("card", "name")]),
}  # fmt: skip


def _said(operation: Operation, allowed: Mapping[str, str]) -> list[str]:
    state = ProjectState()
    fields: list[tuple[str, Any]] = [
        ("id", models.AutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("note", models.CharField(max_length=20, null=True)),
        ("rank", models.IntegerField(db_default=1)),
    ]
    state.add_model(ModelState("app", "Card", fields))
    return list(problems(_migration(operation), state, state, allowed))


def _migration(*made: Operation) -> Migration:
    class More(Migration):
        operations = made

    return More("0002_more", "app")


@pytest.mark.parametrize("what", HARMLESS)
def test_adding_is_no_problem(what: str) -> None:
    assert _said(HARMLESS[what], {}) == []


@pytest.mark.parametrize("what", HARMFUL)
def test_changes_that_break_old_code_are_named(what: str) -> None:
    assert len(_said(HARMFUL[what], {})) == 1


def test_reviewed_changes_are_allowed() -> None:
    constraint = models.UniqueConstraint(fields=["name"], name="one_name")
    assert _said(ops.RunSQL("SELECT 1"), KEPT) == []
    assert _said(ops.AddConstraint("card", constraint), {"one_name": "it never did"}) == []


def test_unreleased_migrations_may_change_freely() -> None:
    made = ops.CreateModel("pile", [("id", models.AutoField(primary_key=True))])
    added = ops.AddField("pile", "age", models.IntegerField())
    migration = _migration(made, added, ops.RemoveField("pile", "age"))
    assert list(problems(migration, ProjectState(), ProjectState(), {})) == []
