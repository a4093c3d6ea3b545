"""Browsers that have signed in before: they are never locked out by what others do.

After each sign-in the browser gets a signed cookie with a mark of the account and a random number
(OWASP calls it a device cookie). It opens nothing. It only says whose wrong passwords are counted
by themselves, so that nobody else can use them up (accounts/sign_in_limits.py).
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts import addresses
from accounts.models import User

COOKIE = "device"
PATH = "/accounts/"  # where passwords and codes are asked for, and nowhere else
AGE = 60 * 60 * 24 * 365
SALT = "accounts.device"
MOST = 5
"""Accounts that one browser is known to: the latest."""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Somebody signed in here: a fresh number for this account, beside those of other accounts."""
    known = _known(request)
    known.pop(_mark(user), None)
    latest = [*known.items(), (_mark(user), secrets.token_hex(8))][-MOST:]
    response.set_signed_cookie(
        COOKIE,
        ".".join(f"{mark}-{number}" for mark, number in latest),
        salt=SALT,
        max_age=AGE,
        path=PATH,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def find(request: HttpRequest, email: str) -> str:
    """What names this device, if it has signed in with this address before; else nothing."""
    if isinstance(request.user, User):
        own = request.user.email.lower() == email
        return f"session {request.session.session_key}" if own else ""
    known = _known(request)
    owner = addresses.owner(email) if known else None
    return known.get(_mark(owner), "") if owner else ""


def _known(request: HttpRequest) -> dict[str, str]:
    text = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    pairs = (entry.partition("-") for entry in text.split(".") if entry)
    return {mark: number for mark, _, number in pairs}


def _mark(user: User) -> str:
    return salted_hmac(SALT, str(user.pk), algorithm="sha256").hexdigest()[:20]
