"""Bounces: addresses that a mail server says don't exist.

Such an address only gets what its owner asks for: the link that confirms it again, codes and
resets. An account's bounce is stored on the account, and every page tells its owner; of other
addresses only a keyed hash is kept. Our mail server and operators (`manage.py bounced`) report
bounces. No answer to a stranger depends on one.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts.models import OutgoingMail, RefusedAddress, User

logger = logging.getLogger("undermine.mail")

SALT: Final = "accounts.bounces"
ALWAYS_SENT: Final = frozenset(
    f"account/email/{name}"
    for name in (
        "address_again",
        "claim_code",
        "email_confirmation",
        "email_confirmation_signup",
        "login_code",
        "password_reset_key",
    )
)
"""Emails that are sent even to addresses that bounced."""


@transaction.atomic
def mark_bounced(address: str, why: str, at: datetime) -> None:
    """Record a bounce and drop emails that wait for this address."""
    owner = User.objects.with_email(address)
    if not owner.exists():
        _remember_refused(address, at)
    elif owner.filter(mail_bounced_at=None).update(mail_bounced_at=at, mail_bounced_why=why):
        logger.warning("mail to the account %s came back", owner.get().pk)
    waits = OutgoingMail.objects.filter(given_up_at=None, leased_until=None)
    waits.filter(recipients__iexact=address).delete()


def has_bounced(address: str) -> bool:
    marked = User.objects.with_email(address).filter(mail_bounced_at__isnull=False)
    return RefusedAddress.objects.filter(address=_hash(address)).exists() or marked.exists()


def clear_bounce(user: User) -> None:
    User.objects.filter(pk=user.pk).update(mail_bounced_at=None, mail_bounced_why="")


@transaction.atomic
def on_confirmed(email_address: EmailAddress, **_: Any) -> None:
    """Clear the bounce of a confirmed address; the address it replaces keeps its own."""
    user = User.objects.get(pk=email_address.user_id)
    others = EmailAddress.objects.filter(user=user, verified=True).exclude(pk=email_address.pk)
    if user.mail_bounced_at is not None:
        for left in others:
            _remember_refused(left.email, user.mail_bounced_at)
    RefusedAddress.objects.filter(address=_hash(email_address.email)).delete()
    clear_bounce(user)


def _remember_refused(address: str, at: datetime) -> None:
    RefusedAddress.objects.get_or_create(address=_hash(address), defaults={"at": at})


def _hash(address: str) -> str:
    """Hash the whole address: a bounce of name+tag says nothing about the mailbox."""
    return salted_hmac(SALT, address.lower(), algorithm="sha256").hexdigest()
