"""Taking notices on a lease, and marking what became of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from accounts import leases
from accounts.models import User
from games.notices.models import Notice

logger = logging.getLogger("undermine.notices")


def waiting(at: datetime) -> QuerySet[Notice]:
    """Due, and held by no worker that may still be alive; the longest due first."""
    return leases.due(Notice.objects.filter(state=Notice.State.WAITING), at)


def claim(at: datetime) -> list[Notice] | None:
    """What goes out as one: a notice, or all of one reader's digest. None if nothing is due.

    An empty list says that another worker was faster.
    """
    first = waiting(at).first()  # without a lock: spares SQLite one when nothing is due
    if first is None:
        return None
    with transaction.atomic():
        rows = _digest(first, at) if first.bundled else _one(at)
        if not rows or not leases.take(rows, at):
            return []
    taken = Notice.objects.filter(pk__in=[row.pk for row in rows])
    return list(taken.select_related("recipient", "table__owner").order_by("pk"))


def _one(at: datetime) -> list[Notice]:
    return list(leases.locked(waiting(at).filter(bundled=False))[:1])


def _digest(first: Notice, at: datetime) -> list[Notice]:
    """Two workers must not send half a digest each: the reader's own row lets in one of them."""
    User.objects.select_for_update(no_key=True).get(pk=first.recipient_id)
    same = {"recipient": first.recipient_id, "channel": first.channel, "bundled": True}
    return list(waiting(at).filter(**same).select_for_update(of=("self",)))


def end(rows: Sequence[Notice], state: str, at: datetime) -> None:
    """Sent, or dropped because it is no longer true."""
    if rows:
        _these(rows).update(state=state, ended_at=at, leased_until=None, last_error="")
        logger.info("%s %s", _named(rows), state)


def hold(rows: Sequence[Notice], until: datetime) -> None:
    """Later, without a word: that was no attempt."""
    _these(rows).update(due_at=until, leased_until=None, attempts=F("attempts") - 1)


def put_back(rows: Sequence[Notice], error: Exception, at: datetime) -> None:
    """It failed: try again after a pause, or give up and say so."""
    given_up = {"state": Notice.State.FAILED, "ended_at": at}
    again = leases.put_back(_these(rows), rows, error, at, given_up)
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
