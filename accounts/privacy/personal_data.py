"""The download of personal data: a chapter for each kind of data about a player."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.utils.translation import gettext as _

from accounts.mail.addresses import may_mail
from accounts.models import OutgoingMail, User
from config.extensions import ExtensionPoint

Chapter = tuple[str, Any]
"""A title and its data: plain values, with translated field names."""
CHAPTERS: ExtensionPoint[Callable[[User], Chapter]] = ExtensionPoint()
"""Chapters of other apps."""


def collect(user: User, at: datetime) -> dict[str, Any]:
    """Return all data that we hold about a player, in the active language."""
    book: dict[str, Any] = {
        _("from"): f"{settings.SITE_NAME}, {settings.SITE_URL}",
        _("made at"): at.isoformat(timespec="seconds"),
    }
    return book | dict(chapter(user) for chapter in (*OWN_CHAPTERS, *CHAPTERS.provided))


def account(user: User) -> Chapter:
    return _("account"), {
        _("name"): user.name,
        _("email address"): user.email,
        _("language"): user.language,
        _("time zone"): user.time_zone,
        _("light"): user.get_theme_display(),
        _("others see when I am looking"): user.shows_looking,
        _("strength of bots"): user.bot_strength,
        _("dwarf"): user.dwarf,
        _("line about oneself"): user.line,
        _("quiet hours"): [str(user.quiet_from), str(user.quiet_to)] if user.quiet_from else None,
        _("hour of the digest"): user.digest_hour,
        _("notice settings"): user.notice_modes,
        _("joined"): moment(user.joined_at),
        _("guest until"): moment(user.guest_until),
        _("last signed in"): moment(user.last_login),
        _("mail came back"): moment(user.mail_bounced_at),
        _("why mail came back"): user.mail_bounced_why,
        _("suspended until"): moment(user.suspended_until),
        _("has a password"): user.has_usable_password(),
        _("may enter the admin"): user.is_staff,
        _("groups"): [group.name for group in user.groups.all()],
    }


def addresses(user: User) -> Chapter:
    return _("email addresses"), [
        {
            _("address"): address.email,
            _("confirmed"): address.verified,
            _("wants no invitations from strangers"): not may_mail(address.email),
        }
        for address in EmailAddress.objects.filter(user=user).order_by("email")
    ]


def sessions(user: User) -> Chapter:
    return _("signed in at"), [
        {
            _("since"): moment(session.created_at),
            _("last seen"): moment(session.last_seen_at),
            _("from address"): session.ip,
            _("with"): session.user_agent,
        }
        for session in UserSession.objects.filter(user=user).order_by("created_at")
    ]


def waiting_mail(user: User) -> Chapter:
    """List waiting emails without their text, which contains keys and arrives anyway."""
    rows = OutgoingMail.objects.filter(recipients__icontains=user.email) if user.email else ()
    return _("mail on its way"), [
        {_("subject"): mail.subject, _("written"): moment(mail.created_at)}
        for mail in rows
        if user.email in mail.recipients.lower().splitlines()
    ]


def vacations(user: User) -> Chapter:
    return _("vacations"), [
        {
            _("first day"): str(row.first_day),
            _("last day"): str(row.last_day),
            _("announced"): moment(row.announced_at),
        }
        for row in user.vacations.order_by("first_day")
    ]


def earlier_names(user: User) -> Chapter:
    return _("earlier names"), [
        {
            _("name"): row.name,
            _("since"): moment(row.since),
            _("until"): moment(row.until),
            _("why"): row.get_because_display(),
        }
        for row in user.earlier_names.order_by("pk")
    ]


def follows(user: User) -> Chapter:
    """List the players they follow, but not their followers, which are kept secret."""
    rows = user.follows.select_related("other").order_by("pk")
    return _("players I follow"), [
        {_("name"): row.other.display_name, _("since"): moment(row.at)} for row in rows
    ]


OWN_CHAPTERS: tuple[Callable[[User], Chapter], ...] = (
    account,
    addresses,
    sessions,
    waiting_mail,
    vacations,
    earlier_names,
    follows,
)


def moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None
