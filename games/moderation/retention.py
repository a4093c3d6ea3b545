"""How long the rows of moderation are kept (config/jobs/cleanup.py)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Q, QuerySet

from config.jobs.cleanup import Cleaning
from games.moderation.models import (
    AuditEntry,
    DeviceTie,
    DeviceTrace,
    ExpiredEntries,
    Report,
    Sanction,
    StaffNote,
    TableNote,
)
from games.moderation.services import time_machine

BINDS = (Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION, Sanction.Kind.BAN)


def reports(at: datetime) -> QuerySet[Report]:
    done = Report.objects.resolved().filter(resolved_at__lte=at - settings.KEEP_REPORTS)
    return done.order_by("resolved_at")


def sanctions(at: datetime) -> QuerySet[Sanction]:
    """Return those that no longer hold. A ban that was not lifted is kept."""
    end = at - settings.KEEP_SANCTIONS
    over = ~Q(kind__in=BINDS) | Q(until__lte=end) | Q(lifted_at__lte=end)
    old = Sanction.objects.filter(over, at__lte=end).exclude(appeal=Sanction.Appeal.OPEN)
    return old.order_by("at")


def notes(at: datetime) -> QuerySet[StaffNote]:
    return StaffNote.objects.filter(at__lte=at - settings.KEEP_STAFF_NOTES).order_by("at")


def table_notes(at: datetime) -> QuerySet[TableNote]:
    """A finished table stays for good, notes about it do not."""
    return TableNote.objects.filter(at__lte=at - settings.KEEP_STAFF_NOTES).order_by("at")


def device_traces(at: datetime) -> QuerySet[DeviceTrace]:
    """By days, because no hour is kept."""
    end = (at - settings.KEEP_DEVICE_TRACES).date()
    return DeviceTrace.objects.filter(last_day__lt=end).order_by("last_day")


def device_ties(at: datetime) -> QuerySet[DeviceTie]:
    """Those whose sanction has ended; of a ban none. Lifting it removes them at once."""
    return DeviceTie.objects.filter(until__lte=at).order_by("until")


def audit(at: datetime) -> QuerySet[AuditEntry]:
    """Return the only entries that may be deleted.

    An entry that keeps staff from a running table stays until the table is over.
    """
    old = ExpiredEntries(AuditEntry).filter(at__lte=at - settings.KEEP_AUDIT)
    return old.exclude(time_machine.looks_at_open_tables()).order_by("at")


CLEANINGS = (
    Cleaning("reports", "reports that were resolved long ago", reports),
    Cleaning("sanctions", "decisions about players that bind nobody any more", sanctions),
    Cleaning("staff-notes", "notes of moderators", notes),
    Cleaning("table-notes", "notes of moderators about tables", table_notes),
    Cleaning("device-traces", "traces of devices", device_traces),
    Cleaning("device-ties", "devices tied to a sanction that has ended", device_ties),
    Cleaning("audit", "entries of the audit trail", audit),
)
