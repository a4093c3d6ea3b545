"""Rows of moderation that become due at a time, for the tests of clean-ups."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Model

from games.moderation.models import AuditEntry, DeviceTie, Report, Sanction, StaffNote, TableNote
from tests.factories import UserFactory
from tests.real_tables import lobby


def makers(noon: datetime) -> dict[str, Callable[[timedelta], Model]]:
    """Return by clean-up a function that makes a row to be removed at noon, shifted by a time."""

    def a_report(shift: timedelta) -> Model:
        done = noon - settings.KEEP_REPORTS + shift
        return Report.objects.create(
            about=UserFactory.create(), kind="name", due_at=done, state="resolved", resolved_at=done
        )

    def a_sanction(shift: timedelta) -> Model:
        at = noon - settings.KEEP_SANCTIONS + shift
        user = UserFactory.create()
        return Sanction.objects.create(user=user, kind="mute", reason="chat", at=at, until=at)

    def a_note(shift: timedelta) -> Model:
        at = noon - settings.KEEP_STAFF_NOTES + shift
        return StaffNote.objects.create(user=UserFactory.create(), text="hot-headed", at=at)

    def a_table_note(shift: timedelta) -> Model:
        at = noon - settings.KEEP_STAFF_NOTES + shift
        return TableNote.objects.create(table=lobby(), text="they quarrel", at=at)

    def a_tie(shift: timedelta) -> Model:
        sanction = Sanction.objects.create(user=UserFactory.create(), kind="suspension")
        return DeviceTie.objects.create(sanction=sanction, trace="a" * 32, until=noon + shift)

    def an_entry(shift: timedelta) -> Model:
        at = noon - settings.KEEP_AUDIT + shift
        return AuditEntry.objects.create(action="warn", reason="rude", at=at)

    return {
        "reports": a_report,
        "sanctions": a_sanction,
        "staff-notes": a_note,
        "table-notes": a_table_note,
        "device-ties": a_tie,
        "audit": an_entry,
    }
