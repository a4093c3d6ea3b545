"""Leases: rows that workers send, retry with growing pauses, and finally give up.

Emails and notices are such rows. Leasing a row counts an attempt before it is sent, so a row that
kills its worker is given up too. The lease of a dead worker expires.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import connection, models
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from config.clock import now
from config.observability.logs import redact

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
GIVE_UP_AFTER = timedelta(days=3)
PAUSES_IF_UNKNOWN = (timedelta(hours=1), timedelta(hours=6), timedelta(days=1))
"""Pauses after attempts with unknown outcome; the last one repeats."""
MAX_ATTEMPTS = 60
"""More attempts than any failure needs: a row that reaches it kills its workers."""


class Leased(models.Model):
    """A row that waits to be sent."""

    created_at = models.DateTimeField(_("written"), default=now)
    due_at = models.DateTimeField(_("due"), default=now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    leased_until = models.DateTimeField(_("taken by a worker until"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=255, blank=True, default="")
    unanswered = models.PositiveSmallIntegerField(_("without an answer"), default=0, db_default=0)
    """How often it was sent without an answer, so that it may have arrived."""
    refused = models.BooleanField(_("refused for good"), default=False, db_default=False)

    class Meta:
        abstract = True


class PermanentError(Exception):
    """A failure that a retry can't fix."""


class OutcomeUnknown(Exception):  # noqa: N818  (nobody knows whether anything went wrong)
    """The message was sent, but the other side didn't say whether it accepted it."""


class LeaseLost(Exception):  # noqa: N818  (not an error: another worker has it)
    """The lease expired and another worker has the row, or the row is gone."""


Row = TypeVar("Row", bound=Leased)
AnyRow = TypeVar("AnyRow", bound=models.Model)


def lease_duration() -> timedelta:
    """Return how long a lease lasts: longer than a delivery without the answer to an email."""
    return timedelta(seconds=settings.LEASE_SECONDS)


def due_rows(rows: QuerySet[Row], at: datetime) -> QuerySet[Row]:
    """Return rows that are due and not leased, the longest due first."""
    free = Q(leased_until__isnull=True) | Q(leased_until__lte=at)
    return rows.filter(free, due_at__lte=at).order_by("due_at", "pk")


def skip_locked(rows: QuerySet[AnyRow]) -> QuerySet[AnyRow]:
    """Lock rows, skipping those that another worker has locked. Call it in a transaction."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


def take(rows: Sequence[Row], at: datetime) -> bool:
    """Lease rows; return False if one was leased meanwhile, on a database without row locks."""
    taken = _unchanged(rows)
    return taken.update(leased_until=at + lease_duration(), attempts=F("attempts") + 1) == len(rows)


def mark_handed_over(taken: Sequence[Row], at: datetime) -> None:
    """Record that an email's text is about to be sent: until an answer the outcome is unknown.

    Even if this worker dies, nobody tries again before a long pause. Raises `LeaseLost` if another
    worker has it; then it must not be sent.
    """
    unanswered = _unanswered(taken) + 1
    due_at = at + pause_if_unknown(unanswered)
    if _unchanged(taken).update(unanswered=unanswered, due_at=due_at) != len(taken):
        raise LeaseLost("another worker has it, or it is gone")


def _unchanged(rows: Sequence[Row]) -> QuerySet[Row]:
    """Return those rows that were not leased since they were read, by their attempts."""
    alike: dict[int, list[int]] = {}
    for row in rows:
        alike.setdefault(row.attempts, []).append(row.pk)
    same = (Q(pk__in=pks, attempts=attempts) for attempts, pks in alike.items())
    return type(rows[0])._default_manager.filter(Q(*same, _connector=Q.OR))


def _unanswered(rows: Sequence[Row]) -> int:
    return max(row.unanswered for row in rows)


def put_back(
    stored: QuerySet[Row],
    taken: Sequence[Row],
    error: Exception,
    at: datetime,
    given_up: Mapping[str, object],
) -> bool:
    """After a failure, schedule `stored` again or mark it with `given_up`; return whether to retry.

    `taken` are the same rows as they were when leased. Rows that another worker leased since then
    are left alone.
    """
    attempts, in_doubt = max(row.attempts for row in taken), isinstance(error, OutcomeUnknown)
    unanswered, refused = _unanswered(taken) + in_doubt, isinstance(error, PermanentError)
    due_at = at + (pause_if_unknown(unanswered) if in_doubt else pause_after(attempts))
    hopeless = refused or due_at - taken[0].created_at > GIVE_UP_AFTER or attempts >= MAX_ATTEMPTS
    marks = given_up if hopeless else {}
    (stored & _unchanged(taken)).update(
        due_at=due_at,
        leased_until=None,
        last_error=describe_error(error),
        unanswered=unanswered,
        refused=refused,
        **marks,
    )
    return not hopeless


def pause_after(attempts: int) -> timedelta:
    """Return a minute, then twice as long each time, up to six hours."""
    doublings = min(max(attempts - 1, 0), 16)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)


def pause_if_unknown(unanswered: int) -> timedelta:
    """Return an hour, six hours, then a day: most likely only the answer was lost."""
    return PAUSES_IF_UNKNOWN[min(unanswered, len(PAUSES_IF_UNKNOWN)) - 1]


def describe_error(error: Exception) -> str:
    """Describe an error in one short line without secrets."""
    return redact(f"{type(error).__name__}: {error}".replace("\n", " "))[:255]
