"""The player whom `make run` lets you be. Exists in local mode only."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from accounts.models import User
from config.local_files import DEMO_EMAIL, DEMO_NAME, DEMO_PASSWORD


def player() -> User:
    """The demo player, made at the first call."""
    user = User.objects.filter(email=DEMO_EMAIL).first()
    if user is None:
        user = User.objects.create_user(name=DEMO_NAME, email=DEMO_EMAIL, password=DEMO_PASSWORD)
        EmailAddress.objects.create(user=user, email=DEMO_EMAIL, verified=True, primary=True)
    return user
