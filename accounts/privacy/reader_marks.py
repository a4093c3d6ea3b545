"""Whose answer this is, for the service worker in the reader's browser: a mark that tells nobody
else.

The service worker keeps what was last seen for one reader. Each answer says whose it is; as soon
as that is somebody else, or nobody, it throws away what it kept (decision 124).
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
    """The same in all their browsers: by it a push message finds out whether it is theirs."""
    return _mark("player", str(number))


def reader_mark(request: HttpRequest) -> str:
    """Of who is signed in, and of this session: whoever signs in anew is somebody else."""
    if not isinstance(request.user, User):
        return NOBODY
    session = _mark("session", request.session.session_key or "")
    return f"{player_mark(request.user.pk)}.{session}"


def _mark(what: str, of_whom: str) -> str:
    found = salted_hmac(f"{SALT}.{what}", of_whom, algorithm="sha256")
    return found.hexdigest()[:LENGTH]
