"""Rows that are sent: taken on a lease, tried again with longer and longer pauses, given up.

Shared by outgoing mail and by notices. Whoever takes a row counts the attempt first, so that a row
that kills its worker wears out too; a lease that is over, because its worker died, is free again.
"""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, models
from django.db.models import F, Q, QuerySet

from config.logs import redact

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
PATIENCE = timedelta(days=3)

Row = TypeVar("Row", bound=models.Model)


def length() -> timedelta:
    """Longer than any delivery takes (EMAIL_TIMEOUT for each step of it)."""
    return timedelta(seconds=settings.LEASE_SECONDS)


def free(at: datetime) -> Q:
    """Held by no worker that may still be alive."""
    return Q(leased_until__isnull=True) | Q(leased_until__lte=at)


def locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Those that no other worker has in its hands; call it in a transaction."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


def lease(rows: Sequence[Any], at: datetime) -> bool:
    """Take these rows, unless one was taken meanwhile on a database that cannot lock a row."""
    model = type(rows[0])
    alike: dict[int, list[int]] = {}
    for row in rows:
        alike.setdefault(row.attempts, []).append(row.pk)
    same = (Q(pk__in=pks, attempts=attempts) for attempts, pks in alike.items())
    taken = model._default_manager.filter(Q(*same, _connector=Q.OR))
    return taken.update(leased_until=at + length(), attempts=F("attempts") + 1) == len(rows)


def pause_after(attempts: int) -> timedelta:
    """A minute, then twice as long each time, up to six hours."""
    doublings = min(max(attempts - 1, 0), 16)
    return min(FIRST_PAUSE * 2**doublings, LONGEST_PAUSE)


def said(error: Exception) -> str:
    """The error in one short line without secrets."""
    return redact(f"{type(error).__name__}: {error}".replace("\n", " "))[:255]


def is_final(error: Exception) -> bool:
    """There is no use in trying again: the server wants none of the recipients, now or ever."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    return bool(getattr(error, "final", False))
