"""Rows that a worker sends: taken on a lease, tried again with longer and longer pauses, given up.

Outgoing mail and notices are such rows. Whoever takes a row counts the attempt first, so that a row
that kills its worker wears out too; a lease that is over, because its worker died, is free again.
"""

from __future__ import annotations

import smtplib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import connection, models
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from config.clock import now
from config.logs import redact

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
PATIENCE = timedelta(days=3)
WORN_OUT = 60
"""So many attempts no failure needs: this row kills its workers."""


class Leased(models.Model):
    """What every row has that waits to be sent."""

    created_at = models.DateTimeField(_("written"), default=now)
    due_at = models.DateTimeField(_("due"), default=now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    leased_until = models.DateTimeField(_("taken by a worker until"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=255, blank=True, default="")

    class Meta:
        abstract = True


class FinalError(Exception):
    """There is no use in trying again."""


Row = TypeVar("Row", bound=Leased)


def length() -> timedelta:
    """Longer than any delivery takes (EMAIL_TIMEOUT for each step of it)."""
    return timedelta(seconds=settings.LEASE_SECONDS)


# --- taking -------------------------------------------------------------------------------------


def due(rows: QuerySet[Row], at: datetime) -> QuerySet[Row]:
    """Those whose time has come and that no living worker holds; the longest due first."""
    free = Q(leased_until__isnull=True) | Q(leased_until__lte=at)
    return rows.filter(free, due_at__lte=at).order_by("due_at", "pk")


def locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Those that no other worker has in its hands; call it in a transaction."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


def take(rows: Sequence[Row], at: datetime) -> bool:
    """Take these rows, unless one was taken meanwhile on a database that cannot lock a row."""
    alike: dict[int, list[int]] = {}
    for row in rows:
        alike.setdefault(row.attempts, []).append(row.pk)
    same = (Q(pk__in=pks, attempts=attempts) for attempts, pks in alike.items())
    taken = type(rows[0])._default_manager.filter(Q(*same, _connector=Q.OR))
    return taken.update(leased_until=at + length(), attempts=F("attempts") + 1) == len(rows)


# --- giving back --------------------------------------------------------------------------------


def put_back(
    stored: QuerySet[Row],
    taken: Sequence[Row],
    error: Exception,
    at: datetime,
    given_up: Mapping[str, object],
) -> bool:
    """It failed: `stored` is tried again after a pause, or marked as `given_up`. Shall it be tried?

    `taken` are the same rows as they were when they were taken.
    """
    attempts = max(row.attempts for row in taken)
    due_at = at + pause_after(attempts)
    hopeless = is_final(error) or due_at - taken[0].created_at > PATIENCE or attempts >= WORN_OUT
    marks = given_up if hopeless else {}
    stored.update(due_at=due_at, leased_until=None, last_error=said(error), **marks)
    return not hopeless


def pause_after(attempts: int) -> timedelta:
    """A minute, then twice as long each time, up to six hours."""
    doublings = min(max(attempts - 1, 0), 16)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)


def said(error: Exception) -> str:
    """The error in one short line without secrets."""
    return redact(f"{type(error).__name__}: {error}".replace("\n", " "))[:255]


def is_final(error: Exception) -> bool:
    """There is no use in trying again: the server wants none of the recipients, now or ever."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    return isinstance(error, FinalError)
