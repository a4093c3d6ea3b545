"""Writing notices: a row for each channel by which the reader wants to be told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction

from accounts.models import User
from config import sweeps
from games.notices import preferences
from games.notices.causes import Cause
from games.notices.models import Notice
from games.tables.models import Table


def notices(
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
    """One for each channel by which they want to hear of this kind; not stored yet."""
    channels = preferences.channels(user, kind)
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
            due_at=preferences.due(user, kind, channel, at),
        )
        for channel in channels
    ]


TOGETHER: Final = timedelta(minutes=10)
"""What moderators do at one table within this time is one mail."""


def wait_together(found: Sequence[Notice], table: Table, at: datetime) -> Sequence[Notice]:
    """Let them wait for what may follow, or for the mail at this table that waits already.

    Call it with the table locked. What a worker has tried to send is not joined: it may be on its
    way.
    """
    waiting = Notice.objects.filter(Notice.TOGETHER, table=table, state=Notice.State.WAITING)
    untried = waiting.filter(due_at__gt=at, attempts=0, leased_until=None)
    joined = dict(untried.order_by("-due_at").values_list("recipient", "due_at"))
    for notice in found:
        notice.due_at = joined.get(notice.recipient_id, at + TOGETHER)
    return found


def keep(found: Sequence[Notice]) -> None:
    """Store them and wake a worker; what was written before for the same cause stays as it is."""
    if found:
        Notice.objects.bulk_create(found, ignore_conflicts=True)
        by_mail = [notice.channel == Notice.Channel.MAIL for notice in found]
        if any(by_mail):
            transaction.on_commit(partial(sweeps.wake, "notices.mail_notices"))
        if not all(by_mail):
            transaction.on_commit(partial(sweeps.wake, "notices.send_notices"))
