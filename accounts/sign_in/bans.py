"""Bans that outlast an account, and what suspended players may still do.

If a banned or suspended player deletes their account, keyed hashes of address and name are kept as
long as the decision holds. A banned address is then treated like one that has an account, a banned
name like one that is taken. Hashes made with an earlier secret key count while that key is in
SECRET_KEY_FALLBACKS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from accounts import names
from accounts.mail import addresses
from accounts.models import FOR_GOOD, KeptOut, User
from config.clock import now
from config.extensions import ExtensionPoint

ADDRESS, NAME = "address", "name"
CURRENT_EXCLUSIONS: ExtensionPoint[Callable[[User, datetime], Sequence[object]]] = ExtensionPoint()
"""The decisions that suspend a player, for the page that explains them."""


def remember_ban(user: User, at: datetime) -> None:
    """Keep hashes of a suspended player who deletes their account, until the suspension ends."""
    if user.suspended_until is None or not user.is_suspended(at):
        return
    until = _end_or_none(user.suspended_until)
    marks = {_keyed_hash(ADDRESS, addresses.mailbox(email)) for email in _confirmed_addresses(user)}
    if user.name:
        marks.add(_keyed_hash(NAME, names.key(user.name)))
    rows = [KeptOut(user=user, mark=mark, until=until) for mark in sorted(marks)]
    KeptOut.objects.bulk_create(rows)


def set_end(user: User, end: datetime | None) -> None:
    """Change when the hashes of a player who has left end; None ends them now."""
    theirs = KeptOut.objects.filter(user=user)
    if end is None:
        theirs.delete()
    else:
        theirs.update(until=_end_or_none(end))


def is_banned_address(email: str) -> bool:
    """Return whether this address, or another one of the same mailbox, is banned."""
    return _active_bans(ADDRESS, addresses.mailbox(email)).exists()


def is_banned_name(wanted: str) -> bool:
    """Return whether this name, or one that looks like it, is banned."""
    return _active_bans(NAME, names.key(wanted)).exists()


def address_banned_until(email: str) -> datetime | None:
    """Return until when an address is banned; None if for good."""
    ends = _active_bans(ADDRESS, addresses.mailbox(email)).values_list("until", flat=True)
    found = [end or FOR_GOOD for end in ends]
    return _end_or_none(max(found, default=FOR_GOOD))


def claims_banned_address(user: User, email: str) -> bool:
    """Return whether the address is banned and not a confirmed one of this player."""
    proven = EmailAddress.objects.filter(user=user, email=email.lower(), verified=True)
    return not proven.exists() and is_banned_address(email)


def _confirmed_addresses(user: User) -> set[str]:
    """Return their addresses without unconfirmed ones, which may be somebody else's."""
    owned = dict(EmailAddress.objects.filter(user=user).values_list("email", "verified"))
    owned.setdefault(user.email, True)
    return {email for email, verified in owned.items() if email and verified}


def _active_bans(kind: str, text: str) -> QuerySet[KeptOut]:
    """Return current bans of this text, hashed with any of our keys."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    found = KeptOut.objects.filter(mark__in=[_keyed_hash(kind, text, key) for key in keys])
    return found.filter(Q(until__isnull=True) | Q(until__gt=now()))


def _keyed_hash(kind: str, text: str, key: str | None = None) -> str:
    """Hash with a key, so that nobody without it can find the text by trying."""
    seal = salted_hmac(f"accounts.kept-out.{kind}", text, secret=key, algorithm="sha256")
    return seal.hexdigest()


def _end_or_none(until: datetime) -> datetime | None:
    return None if until >= FOR_GOOD else until


# Deleting the account, downloading data, reading the rules, and setting a password to delete it.
OPEN_TO_SUSPENDED = {
    "account_logout",
    "account_reauthenticate",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "accounts:data",
    "appeal",
    "accounts:delete",
    "accounts:mailed-code",
    "accounts:never-again",
    "accounts:sign-out",
    "notices-off",
    "accounts:password-from-key",
    "cards",
    "game-rules",
    "conduct",
    "contact",
    "manifest",
    "mfa_reauthenticate",
    "my-decisions",
    "names",
    "offline",
    "privacy",
    "readyz",
    "rules",
    "service-worker",
    "set-theme",
    "set_language",
    "sweepz",
    "terms",
}


def may_suspended_visit(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.view_name in OPEN_TO_SUSPENDED


def suspended_page(request: HttpRequest, user: User) -> HttpResponse:
    """Show why and until when a player is suspended, and what they can still do."""
    context = {
        "until": user.suspended_until,
        "banned": user.is_banned(),
        "decisions": CURRENT_EXCLUSIONS.single(user, now()),
    }
    response = render(request, "accounts/suspended.html", context, status=403)
    response.headers["Cache-Control"] = "no-store"
    return response
