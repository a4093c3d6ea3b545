"""Send notices: claim those due, check that they are still true, send them, and mark the result.

Decision 32 describes the effects of a crash at each step.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone, translation

from accounts.models import User
from config.jobs import leases
from config.observability.metrics import Counter
from games.notices import composing, creation, validity
from games.notices.channels import emails as mail
from games.notices.channels import web_push as push
from games.notices.channels import webhooks as webhook
from games.notices.channels.outgoing_requests import HostPostponed
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.situation import Situation
from games.notices.texts import NoticeText

logger = logging.getLogger("undermine.notices")

NOTICE_COUNTER = Counter(
    "undermine_notices", "Notices, by channel and outcome.", ["channel", "outcome"]
)

MAIL_CHANNELS: Final = (Notice.Channel.MAIL,)
REQUEST_CHANNELS: Final = (Notice.Channel.PUSH, Notice.Channel.WEBHOOK)
ALL_CHANNELS: Final = (*MAIL_CHANNELS, *REQUEST_CHANNELS)
LONGEST_REQUEST: Final = timedelta(seconds=30)
"""After this time, the worker that claimed a push or webhook notice is considered dead."""


def due_notices(at: datetime, channels: Sequence[str] = ALL_CHANNELS) -> QuerySet[Notice]:
    """Return notices that are due and not held by a live worker, the longest due first.

    Each account gets one push or webhook notice at a time, so that failing addresses of one player
    never occupy more than one worker.
    """
    rows = Notice.objects.filter(state=Notice.State.WAITING, channel__in=channels)
    due = leases.due_rows(rows, at)
    return (
        due
        if channels == MAIL_CHANNELS
        else due.exclude(Exists(_under_way(at)), channel__in=REQUEST_CHANNELS)
    )


def _under_way(at: datetime) -> QuerySet[Notice]:
    """Return push and webhook notices to the same reader that are being sent right now."""
    since = max(at, at + leases.lease_duration() - LONGEST_REQUEST)
    rows = Notice.objects.filter(recipient=OuterRef("recipient"), channel__in=REQUEST_CHANNELS)
    return rows.filter(state=Notice.State.WAITING, leased_until__gt=since)


def claim_next(at: datetime, channels: Sequence[str] = ALL_CHANNELS) -> list[Notice] | None:
    """Claim notices that go out together: a single one, moderator actions at a table, or a digest.

    Return None if nothing is due, an empty list if another worker was faster.
    """
    first = due_notices(
        at, channels
    ).first()  # without a lock, as SQLite needs none if nothing is due
    if first is None:
        return None
    with transaction.atomic():
        rows = _bundle(first, at) if first.bundled else _one(first, at)
        if not rows or not leases.take(rows, at):
            return []
    taken = Notice.objects.filter(pk__in=[row.pk for row in rows])
    return list(taken.select_related("recipient", "table__owner").order_by("pk"))


def _one(first: Notice, at: datetime) -> list[Notice]:
    if first.channel in REQUEST_CHANNELS:
        return _bundle(first, at)[:1]
    if first.goes_together:
        rows = _bundle(first, at)
        return [row for row in rows if row.goes_together and row.table_id == first.table_id]
    alone = due_notices(at, MAIL_CHANNELS).filter(bundled=False).exclude(Notice.TOGETHER)
    return list(leases.skip_locked(alone)[:1])


def _bundle(first: Notice, at: datetime) -> list[Notice]:
    """Lock the reader's row, and return all notices due to them by the same channel.

    The lock keeps two workers from sending half a digest each, or two requests at once. A digest
    that may have arrived is sent again unchanged, without later notices.
    """
    User.objects.select_for_update(no_key=True).get(pk=first.recipient_id)
    same = {"recipient": first.recipient_id, "bundled": first.bundled}
    rows = due_notices(at, [first.channel]).filter(**same, unanswered=first.unanswered)
    if first.unanswered:
        rows = rows.filter(due_at=first.due_at)
    return list(rows.select_for_update(of=("self",)))


def mark_ended(rows: Sequence[Notice], state: str, at: datetime) -> None:
    """Mark notices as sent, or as dropped because they are no longer true."""
    if rows:
        known = {"leased_until": None, "last_error": "", "unanswered": 0}
        _still_waiting(rows).update(state=state, ended_at=at, **known)
        NOTICE_COUNTER.labels(rows[0].channel, state).inc(len(rows))
        logger.info("%s %s", _described(rows), state)


def postpone(rows: Sequence[Notice], until: datetime) -> None:
    """Delay notices without counting an attempt."""
    _still_waiting(rows).update(due_at=until, leased_until=None, attempts=F("attempts") - 1)


def retry_or_give_up(rows: Sequence[Notice], error: Exception, at: datetime) -> None:
    """Record a failure, and schedule another attempt or give up."""
    given_up = {"state": Notice.State.FAILED, "ended_at": at}
    again = leases.put_back(_still_waiting(rows), rows, error, at, given_up)
    outcome = "put back" if again else "given up"
    NOTICE_COUNTER.labels(rows[0].channel, outcome).inc(len(rows))
    attempts, reason = max(row.attempts for row in rows), leases.describe_error(error)
    logger.warning("%s %s after %s attempts: %s", _described(rows), outcome, attempts, reason)


def _still_waiting(rows: Sequence[Notice]) -> QuerySet[Notice]:
    """Return those that are still waiting, so that ended ones are not changed."""
    return Notice.objects.filter(pk__in=[row.pk for row in rows], state=Notice.State.WAITING)


def _described(rows: Sequence[Notice]) -> str:
    first = rows[0]
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    return f"notice {first.pk}{more} ({first.kind} by {first.channel})"


SENDERS: Final[Mapping[str, Callable[[Sequence[Notice], NoticeText, datetime], None]]] = {
    Notice.Channel.MAIL: mail.send_notices,
    Notice.Channel.PUSH: push.send_push,
    Notice.Channel.WEBHOOK: webhook.send_webhook,
}


def send_next(at: datetime, channels: Sequence[str] = ALL_CHANNELS) -> bool:
    """Claim, check, send and mark the next notices; return False if nothing is due."""
    rows = claim_next(at, channels)
    if rows:
        try:
            true = _deliver(rows, at)
        except HostPostponed as later:
            postpone(rows, later.until)
        except Exception as error:  # no failure of a server may stop the other notices
            retry_or_give_up(rows, error, at)
        else:
            _mark_delivered(rows, true, at)
    return rows is not None


def _deliver(rows: list[Notice], at: datetime) -> list[Notice] | None:
    """Send the notices that are still true and return them; None if they were postponed."""
    known = Situation(rows)
    true = [row for row in rows if validity.still_true(row, known, at)]
    until = validity.postponed_until(true[0], known, at) if true else None
    if until is not None:
        postpone(rows, until)
        return None
    if true:
        _send(true, rows, known, at)
    return true


def _mark_delivered(rows: list[Notice], true: list[Notice] | None, at: datetime) -> None:
    """Mark the result. If this fails, it is not retried, as the message was sent."""
    if true is not None:
        mark_ended(true, Notice.State.SENT, at)
        mark_ended([row for row in rows if row not in true], Notice.State.DROPPED, at)


def _send(true: list[Notice], rows: list[Notice], known: Situation, at: datetime) -> None:
    """Send the notices in the reader's language and time zone."""
    reader, first = known.reader, true[0]
    with translation.override(reader.language), timezone.override(reader.zone):
        if first.bundled:
            entries = [composing.digest_entry(notice, known, at) for notice in true]
            mail.send_digest(rows, entries, at)
        elif len(rows) > 1:
            mail.send_notices(rows, composing.moderation_text(true), at)
        else:
            SENDERS[first.channel](rows, composing.compose(first, known, at), at)


def send_test(user: User, at: datetime) -> int:
    """Create a `test` notice for each channel of this player; return how many."""
    cause = Cause("request", secrets.randbits(62))  # a new cause for each test
    found = creation.notices_for(user, "test", cause, at)
    creation.save_notices(found)
    return len(found)
