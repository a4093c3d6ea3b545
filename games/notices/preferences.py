"""The kinds of notices, and what a player has chosen for each: channel, digest, quiet hours.

`triggers.py` decides who gets a notice; `delivery.py` sends it. Without a choice the default holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.models import User

DAY = timedelta(days=1)
OFF, NOW, HOURLY, DIGEST = "off", "now", "hourly", "digest"
MAIL, PUSH, WEBHOOK = "mail", "push", "webhook"
MODES = {MAIL: (NOW, DIGEST, OFF), PUSH: (NOW, OFF), WEBHOOK: (NOW, OFF)}
MODES_OF_STAFF = (NOW, HOURLY, DIGEST, OFF)
"""For staff, by every channel: how often to be reminded of what is waiting."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice: its label, why it is sent, and how it is mailed by default."""

    label: str | Promise
    why: str | Promise
    usual: str = NOW
    optional: bool = True
    """May it be switched off?"""
    authored: bool = False
    """Does another app write its text? (texts.AUTHORS)"""
    permission: str = ""
    """Only staff with this permission get it; push and webhook are off by default."""


KINDS: Mapping[str, Kind] = {
    "turn": Kind(_("It is my turn"), _("because it became your turn")),
    "reminder": Kind(_("My time is nearly up"), _("because most of your time is gone")),
    "invited": Kind(_("I am invited"), _("because you were invited")),
    "started": Kind(_("A table of mine begins"), _("because a table of yours began")),
    "missed": Kind(_("I missed a turn"), _("because you missed a turn")),
    "seat": Kind(
        _("A seat at my table changes hands"), _("because a seat at your table changed hands")
    ),
    "round-over": Kind(
        _("A round is over"), _("because a round at your table is over"), usual=DIGEST
    ),
    "over": Kind(_("A table of mine is over"), _("because a table of yours is over")),
    "chat": Kind(_("Somebody addresses me in chat"), _("because somebody wrote your name")),
    "moderation": Kind(
        _("Moderators decide about me"),
        _("because moderators decided about something that concerns you"),
        optional=False,
        authored=True,
    ),
    "reports": Kind(
        _("Reports are waiting (for moderators)"),
        _("because you look after reports"),
        usual=DIGEST,
        authored=True,
        permission="moderation.handle_reports",
    ),
    "test": Kind(_("A test"), _("because you asked for a test"), optional=False),
}


def mode(user: User, kind: str, channel: str = MAIL) -> str:
    """Return how this player gets this kind by this channel: off, at once, or in the digest."""
    known = KINDS[kind]
    if not known.optional:
        return NOW
    chosen = user.notice_modes.get(kind, {}).get(channel, "")
    if chosen in modes(kind, channel):
        return str(chosen)
    elsewhere = OFF if known.permission else NOW
    return known.usual if channel == MAIL else elsewhere


def modes(kind: str, channel: str) -> tuple[str, ...]:
    """What can be chosen."""
    return MODES_OF_STAFF if KINDS[kind].permission else MODES[channel]


def is_for(user: User, kind: str) -> bool:
    """Is this kind for them at all? Some are for staff only."""
    needed = KINDS[kind].permission
    return not needed or (user.is_staff and user.has_perm(needed))


def channels(user: User, kind: str) -> list[str]:
    """Return the channels they have set up and chosen for this kind."""
    if not is_for(user, kind):
        return []
    mail = bool(user.email) and user.mail_bounced_at is None
    there = {MAIL: mail, PUSH: user.has_push, WEBHOOK: user.has_webhook}
    return [name for name, leads in there.items() if leads and mode(user, kind, name) != OFF]


def is_bundled(user: User, kind: str, channel: str) -> bool:
    """Does it wait for the daily digest? Daily notices to staff are mails of their own."""
    return mode(user, kind, channel) == DIGEST and not KINDS[kind].permission


def choose(user: User, kind: str, channel: str, wanted: str) -> None:
    """Note a choice; the caller saves `notice_modes`."""
    if kind in KINDS and wanted not in modes(kind, channel):
        raise ValueError(f"no such mode: {wanted}")
    user.notice_modes = {
        **user.notice_modes,
        kind: {**user.notice_modes.get(kind, {}), channel: wanted},
    }


def quiet_until(user: User, at: datetime) -> datetime | None:
    """When the quiet hours end in which this moment lies; None outside of them."""
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
    """When their next digest goes out, after this moment."""
    today, hour = time_zones.local_date(at, user.zone), time(user.digest_hour)
    times = (time_zones.first_occurrence(today + days * DAY, hour, user.zone) for days in range(3))
    return next(moment for moment in times if moment > at)
