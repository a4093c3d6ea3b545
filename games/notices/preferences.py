"""Players' choices for notices, or the defaults: channels by kind, digest, quiet hours.

`triggers.py` decides who gets a notice; `delivery.py` sends it.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta

from accounts import time_zones
from accounts.models import User
from games.notices.notice_types import NOTICE_TYPES

DAY = timedelta(days=1)
OFF, NOW, HOURLY, DIGEST = "off", "now", "hourly", "digest"
MAIL, PUSH, WEBHOOK = "mail", "push", "webhook"
MODES = {MAIL: (NOW, DIGEST, OFF), PUSH: (NOW, OFF), WEBHOOK: (NOW, OFF)}
MODES_OF_STAFF = (NOW, HOURLY, DIGEST, OFF)
"""For staff kinds, by every channel: how often to be reminded of waiting work."""


def mode(user: User, kind: str, channel: str = MAIL) -> str:
    """Return how a player gets this kind by this channel: one of `modes`."""
    known = NOTICE_TYPES[kind]
    if not known.optional:
        return NOW
    chosen = user.notice_modes.get(kind, {}).get(channel, "")
    if chosen in modes(kind, channel):
        return str(chosen)
    if channel == MAIL:
        return DIGEST if known.in_digest else NOW
    return OFF if known.permission else NOW


def modes(kind: str, channel: str) -> tuple[str, ...]:
    return MODES_OF_STAFF if NOTICE_TYPES[kind].permission else MODES[channel]


def is_for(user: User, kind: str) -> bool:
    """Return whether the player may get this kind; some are only for staff."""
    needed = NOTICE_TYPES[kind].permission
    return not needed or (user.is_staff and user.has_perm(needed))


def channels(user: User, kind: str) -> list[str]:
    """Return the channels that the player has set up and chosen for this kind."""
    if not is_for(user, kind):
        return []
    mail = bool(user.email) and user.mail_bounced_at is None
    there = {MAIL: mail, PUSH: user.has_push, WEBHOOK: user.has_webhook}
    return [name for name, leads in there.items() if leads and mode(user, kind, name) != OFF]


def is_bundled(user: User, kind: str, channel: str) -> bool:
    """Return whether it waits for the daily digest. Daily staff notices are separate emails."""
    return mode(user, kind, channel) == DIGEST and not NOTICE_TYPES[kind].permission


def choose(user: User, kind: str, channel: str, wanted: str) -> None:
    """Set a choice; the caller saves `notice_modes`."""
    if kind in NOTICE_TYPES and wanted not in modes(kind, channel):
        raise ValueError(f"no such mode: {wanted}")
    user.notice_modes = {
        **user.notice_modes,
        kind: {**user.notice_modes.get(kind, {}), channel: wanted},
    }


def quiet_until(user: User, at: datetime) -> datetime | None:
    """Return when the current quiet hours end; None outside of them."""
    if user.quiet_from is None or user.quiet_to is None or user.quiet_from == user.quiet_to:
        return None
    past_midnight = DAY if user.quiet_to < user.quiet_from else timedelta()
    today = time_zones.local_date(at, user.zone)
    for day in (today - DAY, today):
        end = time_zones.last_occurrence(day + past_midnight, user.quiet_to, user.zone)
        if time_zones.first_occurrence(day, user.quiet_from, user.zone) <= at < end:
            return end
    return None


def digest_due(user: User, at: datetime) -> datetime:
    """Return when the player's next digest is due."""
    today, hour = time_zones.local_date(at, user.zone), time(user.digest_hour)
    times = (time_zones.first_occurrence(today + days * DAY, hour, user.zone) for days in range(3))
    return next(moment for moment in times if moment > at)
