"""Deleting an account: personal data is erased, tables of others continue."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import ForeignObjectRel, Q

from accounts.mail import outbox
from accounts.models import Follow, User
from accounts.sign_in import bans
from config.extensions import ExtensionPoint

LEAVE_HOOKS: ExtensionPoint[Callable[[User, datetime], None]] = ExtensionPoint()
"""How other apps let go of a player, who is still as they were."""
KEPT_FIELDS: Final = frozenset({"id", "joined_at", "chat_muted_until", "reliability_from"})


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
    """Give every field but `KEPT_FIELDS` its default."""
    for field in User._meta.concrete_fields:
        if field.name not in KEPT_FIELDS:
            setattr(leaver, field.attname, field.get_default())
    leaver.vacations.all().delete()
    leaver.earlier_names.all().delete()
    Follow.objects.filter(Q(user=leaver) | Q(other=leaver)).delete()
    leaver.is_active = False
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
