"""Whose email address it is."""

from __future__ import annotations

import re

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef

from accounts.models import User


def owner(email: str) -> User | None:
    """The player who has this address, confirmed if anybody did confirm it."""
    found = EmailAddress.objects.filter(email=email.lower()).order_by("-verified", "pk")
    address = found.select_related("user").first()
    if address is not None:
        user: User = address.user
        return user
    return User.objects.filter(email=email.lower()).first()


def is_confirmed(email: str) -> bool:
    """Has somebody confirmed this address?"""
    found: bool = EmailAddress.objects.filter(email=email.lower(), verified=True).exists()
    return found


def release_unconfirmed(proven: EmailAddress) -> None:
    """Take an address from all who never confirmed it, because somebody now does."""
    claims = EmailAddress.objects.filter(email=proven.email, verified=False)
    claims.exclude(user=proven.user).delete()
    confirmed = EmailAddress.objects.filter(email=proven.email, verified=True)
    rivals = User.objects.filter(email=proven.email).exclude(pk=proven.user_id)
    rivals.exclude(pk__in=confirmed.values("user")).update(email="")


def confirmed_owner(email: str) -> User | None:
    """The player who certainly has this address; nobody who merely claims it."""
    claimed = EmailAddress.objects.filter(user=OuterRef("pk"), email=email, verified=False)
    found = User.objects.filter(email=email.lower(), is_active=True)
    return found.exclude(Exists(claimed)).first()


def mailbox(email: str) -> str:
    """Where mail to this address ends up: what follows a + is the reader's own mark."""
    name, _, domain = email.lower().rpartition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


# Addresses of people in what staff read: hidden, unless staff ask for one (games/moderation).

ADDRESS = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
HIDDEN = "…@…"


def mask_addresses(text: str) -> str:
    """The text without the addresses in it."""
    return ADDRESS.sub(HIDDEN, text)


def mail_hosts(recipients: str) -> str:
    """Where mail goes, without saying to whom: trouble with mail is trouble with a host."""
    return ", ".join(f"…@{line.rpartition('@')[2]}" for line in recipients.splitlines())
