"""Create notices: one row per channel that the reader has chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction

from accounts.models import User
from config.jobs import sweeps
from games.notices import preferences
from games.notices.models import Notice
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Cause:
    """The event that a notice is about.

    Nobody gets two notices for one cause by the same channel. If a notice has a table, its cause
    belongs to that table. The number is that of a turn, log entry, round, message, sanction or
    report; the count distinguishes the deadlines of one turn.
    """

    kind: str
    number: int = 0
    count: int = 0


def notices_for(
    user: User,
    kind: str,
    cause: Cause,
    at: datetime,
    *,
    table: Table | None = None,
    seat: int | None = None,
    what: str = "",
    reason: str = "",
    by: User | None = None,
) -> list[Notice]:
    """Build, but do not store, a notice for each channel that the user chose for this kind."""
    modes = {name: preferences.mode(user, kind, name) for name in preferences.channels(user, kind)}
    return [
        Notice(
            recipient=user,
            kind=kind,
            what=what,
            reason=reason,
            table=table,
            seat=seat,
            cause=cause.kind,
            cause_number=cause.number,
            cause_count=cause.count,
            by=by,
            channel=channel,
            bundled=preferences.is_bundled(user, kind, channel),
            created_at=at,
            due_at=preferences.digest_due(user, at) if mode == preferences.DIGEST else at,
        )
        for channel, mode in modes.items()
    ]


BATCH_WINDOW: Final = timedelta(minutes=10)
"""Moderator actions at one table within this time share one email."""


def delay_for_batch(found: Sequence[Notice], table: Table, at: datetime) -> Sequence[Notice]:
    """Delay notices so that later ones, or an email about this table that already waits, can join.

    Call it with the table locked. An email that a worker has tried to send is not joined, as it may
    have been sent.
    """
    waiting = Notice.objects.filter(Notice.TOGETHER, table=table, state=Notice.State.WAITING)
    untried = waiting.filter(due_at__gt=at, attempts=0, leased_until=None)
    joined = dict(untried.order_by("-due_at").values_list("recipient", "due_at"))
    for notice in found:
        notice.due_at = joined.get(notice.recipient_id, at + BATCH_WINDOW)
    return found


def save_notices(found: Sequence[Notice]) -> None:
    """Store notices and wake a worker; an earlier notice of the same cause stays unchanged."""
    if found:
        Notice.objects.bulk_create(found, ignore_conflicts=True)
        by_mail = [notice.channel == Notice.Channel.MAIL for notice in found]
        if any(by_mail):
            transaction.on_commit(partial(sweeps.wake_worker, "notices.mail_notices"))
        if not all(by_mail):
            transaction.on_commit(partial(sweeps.wake_worker, "notices.send_notices"))
