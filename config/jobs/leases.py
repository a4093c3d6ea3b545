"""Rows that a worker sends: taken on a lease, tried again with longer and longer pauses, given up.

Outgoing mail and notices are such rows. Whoever takes a row counts the attempt first, so that a row
that kills its worker wears out too; a lease that is over, because its worker died, is free again.
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
"""After each time that nobody knows whether it arrived; the last one again and again."""
MAX_ATTEMPTS = 60
"""So many attempts no failure needs: this row kills its workers."""


class Leased(models.Model):
    """What every row has that waits to be sent."""

    created_at = models.DateTimeField(_("written"), default=now)
    due_at = models.DateTimeField(_("due"), default=now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    leased_until = models.DateTimeField(_("taken by a worker until"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=255, blank=True, default="")
    unanswered = models.PositiveSmallIntegerField(_("without an answer"), default=0, db_default=0)
    """How often it was handed over whole and no answer came: it may have arrived."""
    refused = models.BooleanField(_("refused for good"), default=False, db_default=False)

    class Meta:
        abstract = True


class PermanentError(Exception):
    """There is no use in trying again."""


class OutcomeUnknown(Exception):  # noqa: N818  (whether anything went wrong is the question)
    """It was handed over whole, and the other side has not said whether it takes it."""


class LeaseLost(Exception):  # noqa: N818  (somebody else is at it, as they should)
    """The lease was over, and another worker has taken it; or it is gone."""


Row = TypeVar("Row", bound=Leased)


def lease_duration() -> timedelta:
    """Longer than any delivery takes; of a mail, all but the answer to its text (`hand_over`)."""
    return timedelta(seconds=settings.LEASE_SECONDS)


# --- taking -------------------------------------------------------------------------------------


def due_rows(rows: QuerySet[Row], at: datetime) -> QuerySet[Row]:
    """Those whose time has come and that no living worker holds; the longest due first."""
    free = Q(leased_until__isnull=True) | Q(leased_until__lte=at)
    return rows.filter(free, due_at__lte=at).order_by("due_at", "pk")


def skip_locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Those that no other worker has in its hands; call it in a transaction."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


def take(rows: Sequence[Row], at: datetime) -> bool:
    """Take these rows, unless one was taken meanwhile on a database that cannot lock a row."""
    taken = _unchanged(rows)
    return taken.update(leased_until=at + lease_duration(), attempts=F("attempts") + 1) == len(rows)


def mark_handed_over(taken: Sequence[Row], at: datetime) -> None:
    """Call it before the text of a mail leaves: from then until an answer its fate is unknown.

    Whatever becomes of this worker, nobody tries again before a long pause. Raises `LeaseLost`,
    and then nothing may leave, if another worker has it.
    """
    unanswered = _unanswered(taken) + 1
    due_at = at + pause_if_unknown(unanswered)
    if _unchanged(taken).update(unanswered=unanswered, due_at=due_at) != len(taken):
        raise LeaseLost("another worker has it, or it is gone")


def _unchanged(rows: Sequence[Row]) -> QuerySet[Row]:
    """Those that nobody took since these were read: whoever takes a row counts an attempt."""
    alike: dict[int, list[int]] = {}
    for row in rows:
        alike.setdefault(row.attempts, []).append(row.pk)
    same = (Q(pk__in=pks, attempts=attempts) for attempts, pks in alike.items())
    return type(rows[0])._default_manager.filter(Q(*same, _connector=Q.OR))


def _unanswered(rows: Sequence[Row]) -> int:
    return max(row.unanswered for row in rows)


# --- giving back --------------------------------------------------------------------------------


def put_back(
    stored: QuerySet[Row],
    taken: Sequence[Row],
    error: Exception,
    at: datetime,
    given_up: Mapping[str, object],
) -> bool:
    """It failed: `stored` is tried again after a pause, or marked as `given_up`. Shall it be tried?

    `taken` are the same rows as they were when they were taken. What another worker has taken since
    is left to it.
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
    """A minute, then twice as long each time, up to six hours."""
    doublings = min(max(attempts - 1, 0), 16)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)


def pause_if_unknown(unanswered: int) -> timedelta:
    """An hour, six hours, then a day: most likely it arrived, and only the answer was lost."""
    return PAUSES_IF_UNKNOWN[min(unanswered, len(PAUSES_IF_UNKNOWN)) - 1]


def describe_error(error: Exception) -> str:
    """The error in one short line without secrets."""
    return redact(f"{type(error).__name__}: {error}".replace("\n", " "))[:255]
