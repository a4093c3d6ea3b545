"""The audit trail: one entry per action, in the same transaction."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypedDict, TypeVar, Unpack

from django.db import transaction
from django.db.models import Manager, QuerySet

from accounts.models import User
from games.moderation import conflicts, permissions
from games.moderation.models import AuditEntry, StaffNote, TableNote, audit_unlocked
from games.moderation.permissions import Action, refuse_if

LONGEST_REASON = 1000
LONGEST_NOTE = 2000
DOUBLE_CLICK = timedelta(minutes=1)
MAX_EXPORTED = 50_000
FIELDS = (
    "at", "actor", "action", "target", "table", "report", "reason", "before", "after",
)  # fmt: skip
Note = TypeVar("Note", StaffNote, TableNote)


def iso(at: datetime | None) -> str | None:
    """Format a time as entries store it."""
    return at.isoformat(timespec="seconds") if at else None


class Facts(TypedDict, total=False):
    """The details of an entry besides actor, action, time and reason."""

    target: User | None
    table_code: str
    report_number: int | None
    before: dict[str, Any]
    after: dict[str, Any]


def write(
    actor: User,
    action: Action,
    reason: str,
    at: datetime,
    others: Iterable[User] = (),
    **facts: Unpack[Facts],
) -> AuditEntry:
    """Add an entry. Call it in the transaction of the action.

    Refuses `too-close`, and so rolls back the action, if the actor has a conflict of interest
    with the target, or with `others` whom it is about.
    """
    target = facts.get("target")
    people = [*others] if target is None else [target, *others]
    if tie := conflicts.require_no_conflict(actor, action, people, at):
        facts["after"] = {**facts.get("after", {}), conflicts.CONFLICT_KEY: tie.value}
    return write_follow_up(actor, action, reason, at, **facts)


def write_follow_up(
    actor: User | None, action: Action, reason: str, at: datetime, **facts: Unpack[Facts]
) -> AuditEntry:
    """Add an entry for the automatic result of an earlier decision, without any check.

    The actor is the author of the decision; None if they have left the site since. Without a
    reason nothing is done.
    """
    reason = " ".join(reason.split())
    refuse_if(not reason, "no-reason")
    refuse_if(len(reason) > LONGEST_REASON, "too-long")
    return AuditEntry.objects.create(actor=actor, action=action, reason=reason, at=at, **facts)


def write_note(
    actor: User,
    action: Action,
    notes: Manager[Note],
    text: str,
    at: datetime,
    **facts: Unpack[Facts],
) -> Note:
    """Store a note for colleagues, and an entry. A double click makes one note."""
    text = text.strip()
    refuse_if(not text, "no-reason")
    refuse_if(len(text) > LONGEST_NOTE, "too-long")
    if written := notes.filter(by=actor, text=text, at__gt=at - DOUBLE_CLICK).first():
        return written
    write(actor, action, "a note for colleagues", at, **facts)
    return notes.create(by=actor, text=text, at=at)


@transaction.atomic
def export(actor: User, entries: QuerySet[AuditEntry], form: str, reason: str, at: datetime) -> str:
    """Return the entries that the actor may see, as CSV or JSON. The export is one more entry."""
    permissions.require(actor, Action.EXPORT_AUDIT)
    seen = conflicts.visible_entries(entries, actor)
    rows = [_row(entry) for entry in seen.select_related("actor", "target")[:MAX_EXPORTED]]
    write(actor, Action.EXPORT_AUDIT, reason, at, after={"entries": len(rows), "form": form})
    return json.dumps(rows, ensure_ascii=False, indent=1) if form == "json" else as_csv(rows)


def _row(entry: AuditEntry) -> dict[str, Any]:
    return {
        "at": entry.at.isoformat(timespec="seconds"),
        "actor": _called(entry.actor),
        "action": entry.action,
        "target": _called(entry.target),
        "table": entry.table_code,
        "report": entry.report_number,
        "reason": entry.reason,
        "before": entry.before,
        "after": entry.after,
    }


def _called(user: User | None) -> str:
    """Return name and row number, as somebody else may take the name later."""
    return f"{user.display_name} ({user.pk})" if user else ""


def as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as CSV, with an apostrophe before what a spreadsheet takes for a formula."""
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, FIELDS)
    writer.writeheader()
    writer.writerows({field: _cell(value) for field, value in row.items()} for row in rows)
    return sheet.getvalue()


def _cell(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"'{text}" if text[:1] in "=+-@\t\r" and text[:1] else text


def remove_names(user: User) -> None:
    """Remove the names of a player who left the site, and texts addressed to them."""
    with audit_unlocked():
        for entry in AuditEntry.objects.filter(target=user):
            entry.before, entry.after = _nameless(entry.before), _nameless(entry.after)
            entry.save(update_fields=["before", "after"])


PERSONAL_FIELDS = ("name", "words", "title")


def _nameless(found: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in found.items() if field not in PERSONAL_FIELDS}
