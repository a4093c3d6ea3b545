"""What happens at the doors, one log line each: never an address, a name, a network or a password.

Account and network are keyed hashes, so that lines about the same one can be found together and
nobody without the key of this site can try addresses until one fits.
"""

from __future__ import annotations

import logging
from typing import Any

from allauth.account import signals as doors
from allauth.mfa import signals as factors
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.sign_in import attempt_limits

logger = logging.getLogger("undermine.security")


def keyed_hash(text: str) -> str:
    """The same for the same text, and without the key of this site nothing can be read from it."""
    return salted_hmac("accounts.security-log", text, algorithm="sha256").hexdigest()[:16]


def log_event(event: str, request: HttpRequest, email: str, level: int = logging.INFO) -> None:
    facts = {
        "account": keyed_hash(email.strip().lower()),
        "network": keyed_hash(attempt_limits.request_network(request)),
    }
    words = " ".join(f"{name} {value}" for name, value in facts.items())
    logger.log(level, "%s: %s", event, words, extra={"event": event, **facts})


def log_warning(event: str, request: HttpRequest, email: str) -> None:
    log_event(event, request, email, logging.WARNING)


def log_sign_in(request: HttpRequest, user: User) -> None:
    log_event("staff signed in" if user.is_staff else "signed in", request, user.email)


def connect_signals() -> None:
    """What allauth reports of itself."""
    for signal, event, level in (
        (doors.login_code_rejected, "wrong sign-in code", logging.WARNING),
        (doors.password_changed, "password changed", logging.INFO),
        (doors.password_set, "password set", logging.INFO),
        (doors.password_reset, "password reset", logging.INFO),
        (doors.email_changed, "email address changed", logging.INFO),
        (factors.authentication_failed, "second factor failed", logging.WARNING),
        (factors.authenticator_added, "second factor added", logging.INFO),
        (factors.authenticator_removed, "second factor removed", logging.INFO),
        (factors.authenticator_reset, "recovery codes renewed", logging.INFO),
    ):
        signal.connect(_reporter(event, level), weak=False, dispatch_uid=f"security {event}")


def _reporter(event: str, level: int) -> Any:
    def report(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
        log_event(event, request, user.email, level)

    return report
