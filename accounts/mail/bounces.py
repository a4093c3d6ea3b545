"""Addresses to which mail came back: a mail server said that nobody is there.

Nothing more goes to such an address but what its owner asks for: the link that confirms it again,
codes and resets. The mark of an account's address is on the account, whose owner reads it on every
page; of any other address only a keyed hash is kept. Only the mail server that we talk to and
operators (`manage.py bounced`) can mark an address, and no answer to a stranger depends on a mark.
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
"""Mail that goes to an address whatever came back from there."""


@transaction.atomic
def mark_bounced(address: str, why: str, at: datetime) -> None:
    """Send nothing more there, nor what waits. Twice is once."""
    owner = User.objects.filter(email=address.lower())
    if not owner.exists():
        _remember_refused(address, at)
    elif owner.filter(mail_bounced_at=None).update(mail_bounced_at=at, mail_bounced_why=why):
        logger.warning("mail to the account %s came back", owner.get().pk)
    waits = OutgoingMail.objects.filter(given_up_at=None, leased_until=None)
    waits.filter(recipients__iexact=address).delete()


def has_bounced(address: str) -> bool:
    marked = User.objects.filter(email=address.lower(), mail_bounced_at__isnull=False)
    return RefusedAddress.objects.filter(address=_hash(address)).exists() or marked.exists()


def clear_bounce(user: User) -> None:
    """Mail reaches them again."""
    User.objects.filter(pk=user.pk).update(mail_bounced_at=None, mail_bounced_why="")


@transaction.atomic
def on_confirmed(email_address: EmailAddress, **_: Any) -> None:
    """Somebody has read mail there. One that they leave for it keeps its mark."""
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
    """Of the whole address: who makes up a +mark that is refused has not marked the mailbox."""
    return salted_hmac(SALT, address.lower(), algorithm="sha256").hexdigest()
