"""Taking notices on a lease, and marking what became of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts import leases
from accounts.models import User
from games.notices import metrics
from games.notices.models import Notice

logger = logging.getLogger("undermine.notices")

MAIL: Final = (Notice.Channel.MAIL,)
REQUESTS: Final = (Notice.Channel.PUSH, Notice.Channel.WEBHOOK)
EVERY: Final = (*MAIL, *REQUESTS)
LONGEST_REQUEST: Final = timedelta(seconds=30)
"""Who took a notice by push or webhook longer ago than that has died, or is about to."""


def waiting(at: datetime, channels: Sequence[str] = EVERY) -> QuerySet[Notice]:
    """Due, and held by no worker that may still be alive; the longest due first.

    By push and webhook one account is told one thing at a time: whatever is wrong with their
    addresses, they cannot keep more than one worker.
    """
    rows = Notice.objects.filter(state=Notice.State.WAITING, channel__in=channels)
    due = leases.due(rows, at)
    return due if channels == MAIL else due.exclude(Exists(_under_way(at)), channel__in=REQUESTS)


def _under_way(at: datetime) -> QuerySet[Notice]:
    """What its reader is being told by push or webhook just now."""
    since = max(at, at + leases.length() - LONGEST_REQUEST)
    rows = Notice.objects.filter(recipient=OuterRef("recipient"), channel__in=REQUESTS)
    return rows.filter(state=Notice.State.WAITING, leased_until__gt=since)


def claim(at: datetime, channels: Sequence[str] = EVERY) -> list[Notice] | None:
    """What goes out as one: a notice, what moderators did at one table, or all of one reader's
    digest. None if nothing is due.

    An empty list says that another worker was faster.
    """
    first = waiting(at, channels).first()  # without a lock: spares SQLite one when nothing is due
    if first is None:
        return None
    with transaction.atomic():
        rows = _bundle(first, at) if first.bundled else _one(first, at)
        if not rows or not leases.take(rows, at):
            return []
    taken = Notice.objects.filter(pk__in=[row.pk for row in rows])
    return list(taken.select_related("recipient", "table__owner").order_by("pk"))


def _one(first: Notice, at: datetime) -> list[Notice]:
    if first.channel in REQUESTS:
        return _bundle(first, at)[:1]
    if first.goes_together:
        return [row for row in _bundle(first, at) if row.is_together_with(first)]
    alone = waiting(at, MAIL).filter(bundled=False).exclude(Notice.TOGETHER)
    return list(leases.locked(alone)[:1])


def _bundle(first: Notice, at: datetime) -> list[Notice]:
    """All that is due to this reader in the same way, behind their own row.

    It lets in one worker: two must not send half a digest each, nor two requests at once. A digest
    that may have arrived goes out again as it was, without what came later.
    """
    User.objects.select_for_update(no_key=True).get(pk=first.recipient_id)
    same = {"recipient": first.recipient_id, "bundled": first.bundled}
    rows = waiting(at, [first.channel]).filter(**same, unanswered=first.unanswered)
    if first.unanswered:
        rows = rows.filter(due_at=first.due_at)
    return list(rows.select_for_update(of=("self",)))


def end(rows: Sequence[Notice], state: str, at: datetime) -> None:
    """Sent, or dropped because it is no longer true."""
    if rows:
        known = {"leased_until": None, "last_error": "", "unanswered": 0}
        _these(rows).update(state=state, ended_at=at, **known)
        metrics.NOTICES.labels(rows[0].channel, state).inc(len(rows))
        logger.info("%s %s", _named(rows), state)


def hold(rows: Sequence[Notice], until: datetime) -> None:
    """Later, without a word: that was no attempt."""
    _these(rows).update(due_at=until, leased_until=None, attempts=F("attempts") - 1)


def put_back(rows: Sequence[Notice], error: Exception, at: datetime) -> None:
    """It failed: try again after a pause, or give up and say so."""
    given_up = {"state": Notice.State.FAILED, "ended_at": at}
    again = leases.put_back(_these(rows), rows, error, at, given_up)
    outcome = "put back" if again else "given up"
    metrics.NOTICES.labels(rows[0].channel, outcome).inc(len(rows))
    logger.warning("%s %s after %s attempts: %s", _named(rows),
                   "put back" if again else "given up", max(row.attempts for row in rows),
                   leases.said(error))  # fmt: skip


def _these(rows: Sequence[Notice]) -> QuerySet[Notice]:
    """As long as they wait: what was ended meanwhile stays as it is."""
    return Notice.objects.filter(pk__in=[row.pk for row in rows], state=Notice.State.WAITING)


def _named(rows: Sequence[Notice]) -> str:
    first = rows[0]
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    return f"notice {first.pk}{more} ({first.kind} by {first.channel})"
