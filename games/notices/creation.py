"""Create notices: one row per channel that the reader has chosen."""

from __future__ import annotations

import secrets
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
    """Build one for each channel that they chose for this kind; not stored yet."""
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
"""What moderators do at one table within this time is one mail."""


def delay_for_batch(found: Sequence[Notice], table: Table, at: datetime) -> Sequence[Notice]:
    """Delay them for what may follow, or to join a mail about this table that is already waiting.

    Call it with the table locked. What a worker has tried to send is not joined: it may be on its
    way.
    """
    waiting = Notice.objects.filter(Notice.TOGETHER, table=table, state=Notice.State.WAITING)
    untried = waiting.filter(due_at__gt=at, attempts=0, leased_until=None)
    joined = dict(untried.order_by("-due_at").values_list("recipient", "due_at"))
    for notice in found:
        notice.due_at = joined.get(notice.recipient_id, at + BATCH_WINDOW)
    return found


def save_notices(found: Sequence[Notice]) -> None:
    """Store them and wake a worker; what was written before for the same cause stays as it is."""
    if found:
        Notice.objects.bulk_create(found, ignore_conflicts=True)
        by_mail = [notice.channel == Notice.Channel.MAIL for notice in found]
        if any(by_mail):
            transaction.on_commit(partial(sweeps.wake_worker, "notices.mail_notices"))
        if not all(by_mail):
            transaction.on_commit(partial(sweeps.wake_worker, "notices.send_notices"))


# --- Causes: nobody gets two notices for one cause by the same channel ---
#
# A cause belongs to the table of its notice, if that has one; its kind, number and count are the
# columns `cause`, `cause_number` and `cause_count`.


@dataclass(frozen=True, slots=True)
class Cause:
    """What a notice is about: a kind of event, and which one."""

    kind: str
    number: int = 0
    count: int = 0


# Called with the number of what caused it, and which time it was.
turn_cause = partial(Cause, "turn")
"""It became somebody's turn."""
deadline_cause = partial(Cause, "deadline")
"""The clock that runs in this turn, and how often its deadline was missed: then it starts again."""
change_cause = Cause
"""Something of this kind was done at the table, when its log had come to this entry."""
round_end_cause = partial(Cause, "round")
message_cause = partial(Cause, "message")
"""Somebody wrote a chat message."""
table_cause = partial(Cause, "table")
"""Something that happens once in the life of a table."""
sanction_cause = partial(Cause, "sanction")
lifted_sanction_cause = partial(Cause, "lifted")
report_cause = partial(Cause, "report")
waiting_reports_cause = partial(Cause, "reports")
"""Reports are waiting that a member of staff has not heard of: from this one on."""
roles_cause = partial(Cause, "roles")
"""Somebody's roles were changed; named by its entry in the audit trail."""


def request_cause() -> Cause:
    """Somebody asked for a test: each time is a cause of its own."""
    return Cause("request", secrets.randbits(62))
