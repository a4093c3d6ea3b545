"""The security log: one line for each sign-in, wrong password, second factor and so on.

Accounts and networks are keyed hashes, so that lines about the same one can be found together.
"""

from __future__ import annotations

import logging
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.account import signals as account_signals
from allauth.account.adapter import get_adapter
from allauth.mfa import signals as mfa_signals
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User

logger = logging.getLogger("undermine.security")

IPV4_PREFIX, IPV6_PREFIX = 24, 48
"""A /48 holds as many homes (a /56 each) as an IPv4 /24."""


def keyed_hash(text: str) -> str:
    """Hash with a key, so that nobody without it can find the text by trying."""
    return salted_hmac("accounts.security-log", text, algorithm="sha256").hexdigest()[:16]


def log_event(event: str, request: HttpRequest, email: str, level: int = logging.INFO) -> None:
    facts = {
        "account": keyed_hash(email.strip().lower()),
        "network": keyed_hash(request_network(request)),
    }
    words = " ".join(f"{name} {value}" for name, value in facts.items())
    logger.log(level, "%s: %s", event, words, extra={"event": event, **facts})


def log_warning(event: str, request: HttpRequest, email: str) -> None:
    log_event(event, request, email, logging.WARNING)


def request_network(request: HttpRequest) -> str:
    return network_of(str(get_adapter().get_client_ip(request)))


def network_of(address: str) -> str:
    """Return the network of an IP address, as text; anything else unchanged."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return str(
        ip_network((found, IPV4_PREFIX if found.version == 4 else IPV6_PREFIX), strict=False)
    )


def connect_signals() -> None:
    """Connect our log to the signals of allauth."""
    for signal, event, level in (
        (account_signals.login_code_rejected, "wrong sign-in code", logging.WARNING),
        (account_signals.password_changed, "password changed", logging.INFO),
        (account_signals.password_set, "password set", logging.INFO),
        (account_signals.password_reset, "password reset", logging.INFO),
        (account_signals.email_changed, "email address changed", logging.INFO),
        (mfa_signals.authentication_failed, "second factor failed", logging.WARNING),
        (mfa_signals.authenticator_added, "second factor added", logging.INFO),
        (mfa_signals.authenticator_removed, "second factor removed", logging.INFO),
        (mfa_signals.authenticator_reset, "recovery codes renewed", logging.INFO),
    ):
        signal.connect(_reporter(event, level), weak=False, dispatch_uid=f"security {event}")


def _reporter(event: str, level: int) -> Any:
    def report(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
        log_event(event, request, user.email, level)

    return report
