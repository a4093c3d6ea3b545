"""Marks that tell a browser's service worker whose answer it received.

The service worker keeps pages for one reader. As soon as an answer is for somebody else, or nobody,
it deletes them (decision 124). A mark is a keyed hash.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User

HEADER: Final = "Undermine-Reader"
NOBODY: Final = "-"
SALT: Final = "accounts.reader_marks"
LENGTH: Final = 16


def player_mark(number: int) -> str:
    """Return the mark of a player, also used to tell whether a push message is theirs."""
    return _mark("player", str(number))


def reader_mark(request: HttpRequest) -> str:
    """Return the mark of player and session: after signing in again it differs."""
    if not isinstance(request.user, User):
        return NOBODY
    session = _mark("session", request.session.session_key or "")
    return f"{player_mark(request.user.pk)}.{session}"


def _mark(what: str, of_whom: str) -> str:
    found = salted_hmac(f"{SALT}.{what}", of_whom, algorithm="sha256")
    return found.hexdigest()[:LENGTH]
