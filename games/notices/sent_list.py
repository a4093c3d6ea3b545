"""A notice as its reader finds it in the list: what, why, by which channel, what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts import dates
from games.notices import preferences
from games.notices.models import Notice


@dataclass(frozen=True, slots=True)
class Row:
    label: str | Promise
    why: str | Promise
    title: str
    code: str
    channel: str
    at: datetime
    state: str
    tone: str
    error: str


def rows(notices: Iterable[Notice], at: datetime) -> list[Row]:
    return [_row(notice, at) for notice in notices]


def _row(notice: Notice, at: datetime) -> Row:
    kind = preferences.KINDS.get(notice.kind)
    return Row(
        label=kind.label if kind else notice.kind,
        why=kind.why if kind else "",
        title=notice.table.title if notice.table else "",
        code=notice.table.code if notice.table else "",
        channel=notice.get_channel_display(),
        at=notice.ended_at or notice.created_at,
        state=state(notice, at),
        tone=_tone(notice),
        error=notice.last_error if notice.state != Notice.State.SENT else "",
    )


def _tone(notice: Notice) -> str:
    if notice.state == Notice.State.SENT:
        return "good"
    trouble = notice.state == Notice.State.FAILED or notice.last_error
    return "bad" if trouble and notice.state != Notice.State.DROPPED else ""


def state(notice: Notice, at: datetime) -> str:
    """What became of it, in a few words."""
    if notice.state == Notice.State.FAILED:
        return _given_up(notice)
    if notice.state != Notice.State.WAITING:
        return str(notice.get_state_display())
    in_hand = notice.leased_until is not None and notice.leased_until > at
    if in_hand or (notice.due_at <= at and not notice.last_error):
        return gettext("on its way")
    return _waits(notice) % {"time": dates.moment(notice.due_at)}


def _given_up(notice: Notice) -> str:
    if notice.refused:
        return gettext("refused for good")
    if notice.unanswered:
        return gettext("given up; it may have arrived")
    return str(notice.get_state_display())


def _waits(notice: Notice) -> str:
    if notice.unanswered:
        return gettext("not answered, it may have arrived; next try %(time)s")
    if notice.last_error:
        return gettext("failed, next try %(time)s")
    if notice.bundled:
        return gettext("in the digest of %(time)s")
    return gettext("waits until %(time)s")
