"""Deleting an account: personal data is erased, tables of others continue."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import ForeignObjectRel, Q

from accounts.mail import outbox
from accounts.models import UTC, Follow, User
from accounts.sign_in import bans
from config.extensions import ExtensionPoint

LEAVE_HOOKS: ExtensionPoint[Callable[[User, datetime], None]] = ExtensionPoint()
"""How other apps let go of a player, who is still as they were."""


@transaction.atomic
def delete_account(user: User, at: datetime) -> None:
    """Delete an account, for good; only a nameless former player remains.

    `LEAVE_HOOKS` are called first, in the same transaction.
    """
    # Not the key: a table that writes them a notice at this moment needs it.
    leaver = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if leaver.deleted_at is not None:
        return
    bans.remember_leaver(leaver, at)
    for hook in LEAVE_HOOKS.provided:
        hook(leaver, at)
    was_guest = leaver.is_guest
    _end_access(leaver)
    _erase(leaver, at)
    if was_guest and not _is_mentioned(leaver):
        leaver.delete()


def _end_access(leaver: User) -> None:
    """End all sessions; drop addresses, waiting emails and permissions."""
    for session in UserSession.objects.filter(user=leaver):
        session.end()
    owned = EmailAddress.objects.filter(user=leaver)
    for email in {leaver.email, *owned.values_list("email", flat=True)} - {""}:
        outbox.drop_waiting(email)
    owned.delete()
    leaver.groups.clear()
    leaver.user_permissions.clear()


def _erase(leaver: User, at: datetime) -> None:
    leaver.name, leaver.email = None, ""
    leaver.language, leaver.time_zone = settings.LANGUAGE_CODE, UTC
    leaver.theme, leaver.bot_strength = User.Theme.AUTO, ""
    leaver.dwarf, leaver.line, leaver.shows_looking = "", "", False
    leaver.quiet_from = leaver.quiet_to = leaver.away_from = leaver.away_to = None
    leaver.away_zone = ""
    leaver.digest_hour = User._meta.get_field("digest_hour").default
    leaver.guest_until = leaver.guest_key = None
    leaver.notice_modes, leaver.has_push, leaver.has_webhook = {}, False, False
    leaver.vacations.all().delete()
    leaver.earlier_names.all().delete()
    Follow.objects.filter(Q(user=leaver) | Q(other=leaver)).delete()
    leaver.is_active = leaver.is_staff = leaver.is_superuser = False
    leaver.suspended_until = leaver.last_login = leaver.mail_bounced_at = None
    leaver.mail_bounced_why = ""
    leaver.deleted_at = at
    leaver.set_unusable_password()
    leaver.save()


def _is_mentioned(leaver: User) -> bool:
    """Return whether any row still refers to them: a seat, a message, a sanction, a ban."""
    fields = User._meta.get_fields(include_hidden=True)
    relations = (field for field in fields if isinstance(field, ForeignObjectRel))
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: leaver}).exists()
        for relation in relations
    )
