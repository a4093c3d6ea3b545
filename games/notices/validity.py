"""Decide whether a due notice is still true, and whether this is the moment to send it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.notices import preferences
from games.notices.models import Notice
from games.notices.notice_types import NOTICE_TYPES
from games.notices.situation import Situation

MAX_DELAY: Final = timedelta(minutes=10)
WATCHING_FOR: Final = timedelta(minutes=2)
START_DELAY: Final = timedelta(minutes=2)
CLOCKS_STOPPED_RETRY: Final = timedelta(minutes=1)
"""Delay before checking again whether clocks run."""


def still_true(notice: Notice, known: Situation, at: datetime) -> bool:
    """Return whether the notice is still true and its reader still wants it."""
    if notice.by_id in known.muted:  # may have been muted or blocked after it was written
        return False
    return can_be_sent(notice, at) and NOTICE_TYPES[notice.kind].still_true(notice, known)


def can_be_sent(notice: Notice, at: datetime) -> bool:
    user = notice.recipient
    if not user.is_active or user.deleted_at:
        return False
    if user.is_suspended(at) and notice.kind != "moderation":  # those tell them about it
        return False
    if notice.channel == preferences.PUSH and not settings.VAPID_PRIVATE_KEY:
        return False
    return notice.channel in preferences.channels(user, notice.kind)


def postponed_until(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Return when to try again; None to send it now."""
    quiet = preferences.quiet_until(notice.recipient, at) if notice.kind != "test" else None
    until = (
        _clocks_stopped_until(notice, known, at)
        or quiet
        or _watching_until(notice, known, at)
        or _start_delay_until(notice)
    )
    return until if until is not None and until > at else None


def _clocks_stopped_until(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Hold back reminders while all clocks are stopped, but not a digest with one."""
    reminds = notice.kind == "reminder" and not notice.bundled
    return at + CLOCKS_STOPPED_RETRY if reminds and known.clocks_stand(at) else None


def _watching_until(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Hold back a turn email, for at most ten minutes, while the reader is on the page."""
    seat = known.seat(notice)
    if notice.kind != "turn" or notice.channel != preferences.MAIL or notice.bundled:
        return None
    if seat is None or seat.seen_at is None:
        return None
    return min(seat.seen_at + WATCHING_FOR, notice.created_at + MAX_DELAY)


def _start_delay_until(notice: Notice) -> datetime | None:
    """Delay news of a start: if bots move first, one email can tell of the reader's turn too."""
    mailed = notice.channel == preferences.MAIL and not notice.bundled
    return notice.created_at + START_DELAY if notice.kind == "started" and mailed else None
