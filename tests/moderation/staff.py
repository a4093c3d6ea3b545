"""Moderators for tests, with their roles and a second factor."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from config.clock import now
from games.moderation.models import AuditEntry, Sanction
from games.moderation.services.sanction_records import Grounds
from games.notices.models import Notice
from tests.factories import UserFactory


def staff(*roles: str, **fields: Any) -> User:
    """Make a user with these roles."""
    user = UserFactory.create(is_staff=True, **fields)
    user.groups.set(Group.objects.filter(name__in=roles))
    with_second_factor(user)
    return user


def with_second_factor(user: User) -> User:
    if not Authenticator.objects.filter(user=user).exists():
        TOTP.activate(user, generate_totp_secret())
    return user


def staff_client(*roles: str) -> Client:
    """Return a browser with such a moderator signed in."""
    return enter(Client(), staff(*roles))


def enter(client: Client, user: User) -> Client:
    """Sign in and pass the second factor."""
    client.force_login(user)
    factor = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "mfa", "at": now().timestamp(), "id": factor.pk, "type": "totp"}
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


def grounds(code: str = "abuse", reason: str = "said so twice", **more: Any) -> Grounds:
    return Grounds(code, reason, **more)


def told(user: User) -> list[str]:
    """Return what moderators notified this player of, oldest first."""
    rows = Notice.objects.filter(recipient=user, kind="moderation").order_by("pk")
    return [row.what for row in rows]


def trail(action: str = "") -> list[AuditEntry]:
    rows = AuditEntry.objects.order_by("pk")
    return list(rows.filter(action=action) if action else rows)


def latest() -> Sanction:
    return Sanction.objects.latest("pk")


def token() -> str:
    return secrets.token_hex(8)
