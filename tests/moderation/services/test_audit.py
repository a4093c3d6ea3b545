"""The audit trail: append-only, and exported with an entry."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from config.clock import now
from config.jobs.cleanup import cleanings
from games.moderation.models import AppendOnly, AuditEntry, audit_unlocked
from games.moderation.permissions import MODERATOR, OPERATOR, Action, NotAllowed
from games.moderation.services import audit
from tests.factories import UserFactory
from tests.moderation.staff import staff

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def entry() -> AuditEntry:
    return audit.write(staff(MODERATOR), Action.WARN, "rude", now(), target=UserFactory.create())


def test_an_entry_is_neither_changed_nor_removed(entry: AuditEntry) -> None:
    entry.reason = "polite"
    with pytest.raises(AppendOnly):
        entry.save()
    with pytest.raises(AppendOnly):
        entry.delete()
    with pytest.raises(AppendOnly):
        AuditEntry.objects.update(reason="polite")
    with pytest.raises(AppendOnly):
        AuditEntry.objects.all().delete()
    assert AuditEntry.objects.get().reason == "rude"


@pytest.mark.parametrize(
    "statement",
    ["UPDATE moderation_auditentry SET reason = 'polite'", "DELETE FROM moderation_auditentry"],
)
def test_postgresql_itself_refuses_changes(entry: AuditEntry, statement: str) -> None:
    if connection.vendor != "postgresql":
        return  # SQLite has no transaction settings: there the model refuses, see above
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement)
    assert AuditEntry.objects.get().reason == "rude"


@pytest.mark.django_db(transaction=True)
def test_the_audit_trail_is_locked_again_after_the_clean_up() -> None:
    entry = audit.write(staff(MODERATOR), Action.WARN, "rude", now())
    with audit_unlocked():
        AuditEntry.objects.filter(pk=entry.pk).update(reason="kept for long")
    with pytest.raises(AppendOnly):
        AuditEntry.objects.update(reason="polite")
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            connection.cursor().execute("DELETE FROM moderation_auditentry")
    assert AuditEntry.objects.get().reason == "kept for long"


def test_an_old_entry_is_removed(entry: AuditEntry) -> None:
    clean, end = cleanings()["audit"], entry.at + settings.KEEP_AUDIT
    assert clean.run_all(end - timedelta(seconds=1)).done == 0
    assert clean.run_all(end).done == 1
    assert not AuditEntry.objects.exists()


def test_an_entry_outlives_its_target(entry: AuditEntry) -> None:
    assert entry.target is not None
    entry.target.delete()
    found = AuditEntry.objects.select_related("target").get()
    assert (found.target, found.reason) == (None, "rude")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_an_export_has_every_entry_and_adds_one(entry: AuditEntry, form: str) -> None:
    boss = staff(OPERATOR)
    text = audit.export(boss, AuditEntry.objects.order_by("pk"), form, "yearly", now())
    rows = json.loads(text) if form == "json" else list(csv.DictReader(io.StringIO(text)))
    assert [row["reason"] for row in rows] == ["rude"]
    last = AuditEntry.objects.latest("pk")
    assert (last.actor, last.action, last.after["entries"]) == (boss, "export-audit", 1)


def test_formulas_are_escaped_in_a_spreadsheet() -> None:
    audit.write(staff(MODERATOR), Action.NOTE, "=HYPERLINK(evil)", now())
    text = audit.export(staff(OPERATOR), AuditEntry.objects.all(), "csv", "yearly", now())
    assert "'=HYPERLINK" in text


def test_no_entry_is_written_without_a_reason() -> None:
    with pytest.raises(NotAllowed, match="no-reason"):
        audit.write(staff(MODERATOR), Action.WARN, " ", now())
