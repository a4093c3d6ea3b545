"""The player and the moderator whom `make run` lets you be. They exist in local mode only.

Everybody knows their passwords, and local mode tells the moderator's code. Should a database of
local mode come to be one of production, neither passes a second factor there (second_factor.py),
so the office stays closed to them.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt
from django.conf import settings

from accounts.models import User
from accounts.sign_in.allauth_internals import totp
from config.local_mode import (
    DEMO_EMAIL,
    DEMO_MODERATOR_EMAIL,
    DEMO_MODERATOR_NAME,
    DEMO_NAME,
    DEMO_PASSWORD,
)


def demo_player() -> User:
    """The demo player, made at the first call."""
    return _find(DEMO_EMAIL) or _make(DEMO_NAME, DEMO_EMAIL)


def demo_moderator() -> User:
    """The demo moderator with a second factor, and no role as yet; made at the first call."""
    found = _find(DEMO_MODERATOR_EMAIL)
    if found is None:
        found = _make(DEMO_MODERATOR_NAME, DEMO_MODERATOR_EMAIL)
        totp.TOTP.activate(found, totp.generate_totp_secret())
    return found


def has_moderator() -> bool:
    return _find(DEMO_MODERATOR_EMAIL) is not None


def is_demo(user: User) -> bool:
    return user.email in (DEMO_EMAIL, DEMO_MODERATOR_EMAIL)


def demo_code() -> str:
    """What an app would show for the demo moderator now. Outside of local mode: nothing."""
    if not settings.LOCAL_MODE:
        return ""
    factor = Authenticator.objects.filter(
        user__email=DEMO_MODERATOR_EMAIL, type=Authenticator.Type.TOTP
    ).first()
    if factor is None:
        return ""
    secret = decrypt(factor.data["secret"])
    _early, now, _late = totp.yield_hotp_counters_from_time()
    return str(totp.format_hotp_value(totp.hotp_value(secret, now)))


def _find(email: str) -> User | None:
    return User.objects.filter(email=email).first()


def _make(name: str, email: str) -> User:
    user = User.objects.create_user(name=name, email=email, password=DEMO_PASSWORD)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user
