"""Reports about a member of staff: the admin shows them nothing of these, not even that one exists.

The form promises reporters that the reported player does not learn who they are. That holds where
the reported player works here, and for superusers too. So lists, counts, searches, exports and
pages go through `without`. It leaves out reports about the reader, and all that could tell of one:
decisions, notes and entries of the trail about the reader, what came from such a report, and the
answer that its reporter got.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model, QuerySet

from accounts.models import User
from games.moderation.models import AuditEntry, Report, Sanction, StaffNote
from games.notices.models import Notice

Rows = QuerySet[Any]


def without(rows: Rows, reader: User) -> Rows:
    """The rows without those that tell of a report about the reader."""
    hide = HIDES.get(rows.model)
    return hide(rows, reader) if hide else rows


def is_about(report: Report | None, reader: User) -> bool:
    """Is this a report that, for this reader, does not exist?"""
    return report is not None and report.about_id == reader.pk


def _about(reader: User) -> Rows:
    return Report.objects.filter(about=reader).values("pk")


def _reports(rows: Rows, reader: User) -> Rows:
    return rows.exclude(about=reader)


def _sanctions(rows: Rows, reader: User) -> Rows:
    return rows.exclude(user=reader).exclude(report__in=_about(reader))


def _notes(rows: Rows, reader: User) -> Rows:
    return rows.exclude(user=reader)


def _entries(rows: Rows, reader: User) -> Rows:
    return rows.exclude(target=reader).exclude(report_number__in=_about(reader))


def _notices(rows: Rows, reader: User) -> Rows:
    """The reporter was answered: that tells who it was."""
    return rows.exclude(cause="report", cause_number__in=_about(reader))


HIDES: Mapping[type[Model], Callable[[Rows, User], Rows]] = {
    Report: _reports,
    Sanction: _sanctions,
    StaffNote: _notes,
    AuditEntry: _entries,
    Notice: _notices,
}
