"""Rate limits for passwords and mailed codes, by address, network and device (docs/operations.md).

A device that signed in before has its own counts, so that strangers can't lock out its player.
Other devices share three counts: of network and address together, of the network, of the address.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.mail import addresses
from accounts.models import User
from accounts.sign_in import security_log
from accounts.sign_in.allauth_internals import (
    RateLimitUsage,
    clear_rate_limit,
    consume_rate_limit,
)

Rates = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one kind of attempt, for each way of counting."""

    name: str
    device: Rates
    """For a device that signed in with this address before."""
    pair: Rates
    """For one network at one address."""
    network: Rates
    """For one network at all addresses."""
    address: Rates
    """For all networks at one address."""


PASSWORDS = Limits(
    "password", ("10/h",), ("5/5m", "20/d"), ("20/m", "200/h"), ("100/d",)
)  # only wrong ones: a correct one is refunded
CODES = Limits("code", ("3/m", "10/h"), ("3/m", "6/h"), ("20/m",), ("20/h",))
PASSWORD_RESETS = Limits("reset", ("3/m", "10/h"), ("3/m", "6/h"), ("20/m",), ("20/h",))
SIGN_INS = Limits("sign-in", ("30/m",), (), ("60/m",), ())  # right or wrong: hashing costs time

GUESTS = Limits("guest", (), (), ("10/m", "60/h", "200/d"), ("1000/h",))  # guests have no address


def consume(request: HttpRequest, limits: Limits, email: str) -> RateLimitUsage | None:
    """Count an attempt; return None, and count nothing, if a limit is reached.

    Guests have no address, so their network and the whole site are counted.
    """
    email = email.strip().lower()
    device = known_device(request, email) if limits.device else ""
    own_counts = [(rate, f"device {device}") for rate in limits.device]
    if device and (used := _consume(request, limits, own_counts)):
        return used
    return _consume(request, limits, _shared_counts(request, limits, email))


def reset(request: HttpRequest, email: str) -> None:
    """Reset the counts of an address whose owner reset the password by email."""
    for rate, key in _shared_counts(request, PASSWORDS, email.lower()):
        if email.lower() in key:
            clear_rate_limit(request, **_counter(PASSWORDS, rate, key))


def _shared_counts(request: HttpRequest, limits: Limits, email: str) -> Iterator[tuple[str, str]]:
    network = security_log.request_network(request)
    yield from ((rate, f"pair {network} {email}") for rate in limits.pair)
    yield from ((rate, f"network {network}") for rate in limits.network)
    yield from ((rate, f"address {email}") for rate in limits.address)


def _consume(
    request: HttpRequest, limits: Limits, counts: Iterable[tuple[str, str]]
) -> RateLimitUsage | None:
    taken = RateLimitUsage(usage=[])
    for rate, key in counts:
        one = consume_rate_limit(request, **_counter(limits, rate, key))
        if one is None:
            taken.rollback()
            return None
        taken.usage += one.usage
    return taken


def _counter(limits: Limits, rate: str, key: str) -> dict[str, object]:
    config = {limits.name: f"{rate}/key"}
    return {"app": "accounts", "action": limits.name, "config": config, "key": key}


# After each sign-in the browser gets a signed cookie with a hash of the account and a random number
# (OWASP: device cookie). It grants nothing; it only gives the device counts of its own.

DEVICE_COOKIE = "device"
DEVICE_COOKIE_PATH = "/accounts/"  # the only pages that ask for passwords and codes
DEVICE_COOKIE_AGE = 60 * 60 * 24 * 365
DEVICE_SALT = "accounts.device"
MAX_KNOWN_ACCOUNTS = 5
"""Maximum per browser; the latest are kept."""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Remember in a cookie that this account signed in here."""
    known = _devices_in_cookie(request)
    known.pop(_account_mark(user), None)
    latest = [*known.items(), (_account_mark(user), secrets.token_hex(8))][-MAX_KNOWN_ACCOUNTS:]
    response.set_signed_cookie(
        DEVICE_COOKIE,
        ".".join(f"{mark}-{number}" for mark, number in latest),
        salt=DEVICE_SALT,
        max_age=DEVICE_COOKIE_AGE,
        path=DEVICE_COOKIE_PATH,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_device(request: HttpRequest, email: str) -> str:
    """Return an id of this device if it has signed in with this address before, else ""."""
    if isinstance(request.user, User):
        own = request.user.email.lower() == email
        return f"session {request.session.session_key}" if own else ""
    known = _devices_in_cookie(request)
    owner = addresses.owner(email) if known else None
    return known.get(_account_mark(owner), "") if owner else ""


def _devices_in_cookie(request: HttpRequest) -> dict[str, str]:
    text = request.get_signed_cookie(
        DEVICE_COOKIE, default="", salt=DEVICE_SALT, max_age=DEVICE_COOKIE_AGE
    )
    pairs = (entry.partition("-") for entry in (text or "").split(".") if entry)
    return {mark: number for mark, _, number in pairs}


def _account_mark(user: User) -> str:
    return salted_hmac(DEVICE_SALT, str(user.pk), algorithm="sha256").hexdigest()[:20]
