"""The demo player and the demo moderator of local mode.

Their passwords are public. If a database of local mode is ever used in production, neither passes
the second factor there (accounts/sign_in/second_factor.py), so they cannot enter the admin.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt
from django.conf import settings

from accounts.models import User
from accounts.sign_in.allauth_internals import totp
from config import environment


def demo_player() -> User:
    return _find(environment.DEMO_EMAIL) or _make(environment.DEMO_NAME, environment.DEMO_EMAIL)


def demo_moderator() -> User:
    """Return the demo moderator; if new, create them with a second factor and no role yet."""
    found = _find(environment.DEMO_MODERATOR_EMAIL)
    if found is None:
        found = _make(environment.DEMO_MODERATOR_NAME, environment.DEMO_MODERATOR_EMAIL)
        totp.TOTP.activate(found, totp.generate_totp_secret())
    return found


def has_moderator() -> bool:
    return _find(environment.DEMO_MODERATOR_EMAIL) is not None


def is_demo(user: User) -> bool:
    return user.email in (environment.DEMO_EMAIL, environment.DEMO_MODERATOR_EMAIL)


def demo_code() -> str:
    """Return the demo moderator's current code for the second factor; "" in production."""
    if not settings.LOCAL_MODE:
        return ""
    factor = Authenticator.objects.filter(
        user__email=environment.DEMO_MODERATOR_EMAIL, type=Authenticator.Type.TOTP
    ).first()
    if factor is None:
        return ""
    secret = decrypt(factor.data["secret"])
    _early, now, _late = totp.yield_hotp_counters_from_time()
    return str(totp.format_hotp_value(totp.hotp_value(secret, now)))


def _find(email: str) -> User | None:
    return User.objects.with_email(email).first()


def _make(name: str, email: str) -> User:
    user = User.objects.create_user(name=name, email=email, password=environment.DEMO_PASSWORD)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user
