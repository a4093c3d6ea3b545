"""Email addresses: their owners, their mailboxes, and hiding them from staff."""

from __future__ import annotations

import re

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef

from accounts.models import User


def owner(email: str) -> User | None:
    """Return the player with this address; whoever confirmed it, if anybody did."""
    found = EmailAddress.objects.filter(email=email.lower()).order_by("-verified", "pk")
    address = found.select_related("user").first()
    if address is not None:
        user: User = address.user
        return user
    return User.objects.with_email(email).first()


def is_confirmed(email: str) -> bool:
    found: bool = EmailAddress.objects.filter(email=email.lower(), verified=True).exists()
    return found


def release_unconfirmed(proven: EmailAddress) -> None:
    """Remove an address from everybody who didn't confirm it, because somebody now does."""
    claims = EmailAddress.objects.filter(email=proven.email, verified=False)
    claims.exclude(user=proven.user).delete()
    confirmed = EmailAddress.objects.filter(email=proven.email, verified=True)
    rivals = User.objects.filter(email=proven.email).exclude(pk=proven.user_id)
    rivals.exclude(pk__in=confirmed.values("user")).update(email="")


def confirmed_owner(email: str) -> User | None:
    claimed = EmailAddress.objects.filter(user=OuterRef("pk"), email=email, verified=False)
    found = User.objects.with_email(email).filter(is_active=True)
    return found.exclude(Exists(claimed)).first()


def mailbox(email: str) -> str:
    """Return the mailbox of an address: without what follows a +."""
    name, _, domain = email.lower().rpartition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


ADDRESS = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
HIDDEN = "…@…"


def mask_addresses(text: str) -> str:
    return ADDRESS.sub(HIDDEN, text)


def mail_hosts(recipients: str) -> str:
    """Return the hosts of recipients, without their names."""
    return ", ".join(f"…@{line.rpartition('@')[2]}" for line in recipients.splitlines())
