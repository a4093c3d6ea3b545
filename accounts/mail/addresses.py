"""Email addresses: their owners and mailboxes, bounces, and opting out of mail.

An address that doesn't exist, according to a mail server, only gets emails its owner asks for: a
new confirmation link, codes and resets. A bounce is stored on the account, and every page tells its
owner; for an address without an account, only a keyed hash is kept. Our mail server and operators
(`manage.py bounced`) report bounces. No response to a stranger reveals one.

Readers without an account can opt out of invitations, and of "there is no account" emails. Their
opt-out link contains only a keyed hash of the address, which is all we store. Opening it changes
nothing, as mail scanners open links; its button, or that of a mail program (RFC 8058), sends a POST
without session or CSRF token. An account with the address still gets its emails.
"""

from __future__ import annotations

import logging
import re
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import NeverAgain, OutgoingMail, RefusedAddress, User
from config.clock import now

logger = logging.getLogger("undermine.mail")

ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
HIDDEN: Final = "…@…"
BOUNCE_SALT: Final = "accounts.bounces"
OPTOUT_SALT: Final = "accounts.never-again"
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


def owner(email: str) -> User | None:
    """Return the player with this address; if several claim it, the one who confirmed it."""
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
    """Remove a newly confirmed address from all other accounts that claimed it."""
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
    """Return the mailbox of an address, without its +tag."""
    name, _, domain = email.lower().rpartition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


def mask_addresses(text: str) -> str:
    return ADDRESS.sub(HIDDEN, text)


def mail_hosts(recipients: str) -> str:
    """Return the hosts of the recipients, without the local parts."""
    return ", ".join(f"…@{line.rpartition('@')[2]}" for line in recipients.splitlines())


@transaction.atomic
def mark_bounced(address: str, why: str, at: datetime) -> None:
    """Record a bounce and drop waiting emails to this address."""
    owners = User.objects.with_email(address)
    if not owners.exists():
        _remember_refused(address, at)
    elif owners.filter(mail_bounced_at=None).update(mail_bounced_at=at, mail_bounced_why=why):
        logger.warning("mail to the account %s came back", owners.get().pk)
    waits = OutgoingMail.objects.filter(given_up_at=None, leased_until=None)
    waits.filter(recipients__iexact=address).delete()


def has_bounced(address: str) -> bool:
    marked = User.objects.with_email(address).filter(mail_bounced_at__isnull=False)
    return RefusedAddress.objects.filter(address=_bounce_hash(address)).exists() or marked.exists()


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
    RefusedAddress.objects.filter(address=_bounce_hash(email_address.email)).delete()
    clear_bounce(user)


def _remember_refused(address: str, at: datetime) -> None:
    RefusedAddress.objects.get_or_create(address=_bounce_hash(address), defaults={"at": at})


def _bounce_hash(address: str) -> str:
    """Hash the whole address: a bounce of name+tag says nothing about the mailbox."""
    return salted_hmac(BOUNCE_SALT, address.lower(), algorithm="sha256").hexdigest()


def optout_link(email: str) -> str:
    token = signing.Signer(salt=OPTOUT_SALT).sign(_optout_hash(email))
    return f"{settings.SITE_URL}{reverse('accounts:never-again', args=[token])}"


def may_mail(email: str) -> bool:
    """Return False if the address has opted out."""
    return not NeverAgain.objects.filter(mailbox=_optout_hash(email)).exists()


def _optout_hash(email: str) -> str:
    """Hash with a key, so that nobody without it can find the address by trying."""
    return salted_hmac(OPTOUT_SALT, mailbox(email), algorithm="sha256").hexdigest()


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def optout_page(request: HttpRequest, token: str) -> HttpResponse:
    """Opt out, or undo it, without signing in."""
    found, again = _read_token(token), "again" in request.POST
    if request.method == "POST" and again:
        NeverAgain.objects.filter(mailbox=found).delete()
    elif request.method == "POST":
        _opt_out(found)
    done = NeverAgain.objects.filter(mailbox=found).exists()
    context = {"done": done, "again": again and not done}
    response = render(request, "accounts/email_optout.html", context)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _read_token(token: str) -> str:
    try:
        return signing.Signer(salt=OPTOUT_SALT).unsign(token)
    except signing.BadSignature:
        raise Http404 from None


@transaction.atomic
def _opt_out(found: str) -> None:
    """Store an opt-out, and drop waiting emails with its link."""
    NeverAgain.objects.get_or_create(mailbox=found, defaults={"at": now()})
    path = reverse("accounts:never-again", args=["x"]).removesuffix("x/")  # only in such emails
    for mail in OutgoingMail.objects.filter(mime__contains=path, given_up_at=None):
        if _optout_hash(mail.recipients) == found:
            mail.delete()
