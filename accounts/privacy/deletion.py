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

DELETION_HOOKS: ExtensionPoint[Callable[[User, datetime], None]] = ExtensionPoint()
"""Functions of other apps, called before an account is emptied."""
KEPT_FIELDS: Final = frozenset({"id", "joined_at", "chat_muted_until", "reliability_from"})


@transaction.atomic
def delete_account(user: User, at: datetime) -> None:
    """Delete an account permanently, leaving a nameless former player.

    `DELETION_HOOKS` are called first, in the same transaction.
    """
    # Not the key: a table that writes a notice to this player at the same moment needs it.
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.deleted_at is not None:
        return
    bans.remember_ban(account, at)
    for hook in DELETION_HOOKS.provided:
        hook(account, at)
    was_guest = account.is_guest
    _end_access(account)
    _erase(account, at)
    if was_guest and not _is_mentioned(account):
        account.delete()


def _end_access(account: User) -> None:
    """End all sessions; drop addresses, waiting emails and permissions."""
    for session in UserSession.objects.filter(user=account):
        session.end()
    owned = EmailAddress.objects.filter(user=account)
    for email in {account.email, *owned.values_list("email", flat=True)} - {""}:
        outbox.drop_waiting(email)
    owned.delete()
    account.groups.clear()
    account.user_permissions.clear()


def _erase(account: User, at: datetime) -> None:
    """Reset all fields except `KEPT_FIELDS` to their defaults."""
    for field in User._meta.concrete_fields:
        if field.name not in KEPT_FIELDS:
            setattr(account, field.attname, field.get_default())
    account.vacations.all().delete()
    account.earlier_names.all().delete()
    Follow.objects.filter(Q(user=account) | Q(other=account)).delete()
    account.is_active = False
    account.deleted_at = at
    account.set_unusable_password()
    account.save()


def _is_mentioned(account: User) -> bool:
    """Return whether any row still refers to the account: a seat, a message, a sanction, a ban."""
    fields = User._meta.get_fields(include_hidden=True)
    relations = (field for field in fields if isinstance(field, ForeignObjectRel))
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: account}).exists()
        for relation in relations
    )
