"""Who leaves while they are banned or suspended does not come back by signing up again.

Of their address and their name only keyed hashes are kept, as long as the decision holds. The
address then gets the answer that every used address gets, and the name counts as taken.

A new SECRET_KEY makes other hashes. Those of earlier keys still count, as long as the earlier keys
stand in SECRET_KEY_FALLBACKS.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from accounts import addresses, names
from accounts.models import FOR_GOOD, KeptOut, User
from config.clock import now

ADDRESS, NAME = "address", "name"


def remember(leaver: User, at: datetime) -> None:
    """They leave: if something holds that keeps them away, keep the hashes until its end."""
    if leaver.suspended_until is None or not leaver.is_suspended(at):
        return
    until = _end(leaver.suspended_until)
    marks = {_mark(ADDRESS, addresses.mailbox(email)) for email in _proven(leaver)}
    if leaver.name:
        marks.add(_mark(NAME, names.key(leaver.name)))
    rows = [KeptOut(user=leaver, mark=mark, until=until) for mark in sorted(marks)]
    KeptOut.objects.bulk_create(rows)


def holds_until(leaver: User, end: datetime | None) -> None:
    """A decision about somebody who has left was taken back: what is left of it ends then."""
    theirs = KeptOut.objects.filter(user=leaver)
    if end is None:
        theirs.delete()
    else:
        theirs.update(until=_end(end))


def address(email: str) -> bool:
    """Is this address, or another one of the same mailbox, kept out now?"""
    return _holding(ADDRESS, addresses.mailbox(email)).exists()


def name(wanted: str) -> bool:
    """Is this name, or one that looks like it, kept out now?"""
    return _holding(NAME, names.key(wanted)).exists()


def address_end(email: str) -> datetime | None:
    """Until when an address is kept out; None if that is for good."""
    ends = _holding(ADDRESS, addresses.mailbox(email)).values_list("until", flat=True)
    found = [end or FOR_GOOD for end in ends]
    return _end(max(found, default=FOR_GOOD))


def merely_claims(user: User, email: str) -> bool:
    """Did they type a kept-out address, which they have not proven to be theirs?"""
    proven = EmailAddress.objects.filter(user=user, email=email.lower(), verified=True)
    return not proven.exists() and address(email)


def _proven(leaver: User) -> set[str]:
    """Their addresses, but none that they merely claimed: it may be somebody else's."""
    owned = dict(EmailAddress.objects.filter(user=leaver).values_list("email", "verified"))
    owned.setdefault(leaver.email, True)
    return {email for email, verified in owned.items() if email and verified}


def _holding(kind: str, text: str) -> QuerySet[KeptOut]:
    """Rows for this text that hold now, made with any key that we have."""
    found = KeptOut.objects.filter(mark__in=[_mark(kind, text, key) for key in _keys()])
    return found.filter(Q(until__isnull=True) | Q(until__gt=now()))


def _keys() -> Iterator[str]:
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def _mark(kind: str, text: str, key: str | None = None) -> str:
    """Without a key of this site nobody can try addresses until one fits."""
    seal = salted_hmac(f"accounts.kept-out.{kind}", text, secret=key, algorithm="sha256")
    return seal.hexdigest()


def _end(until: datetime) -> datetime | None:
    return None if until >= FOR_GOOD else until
